/** How a person is notified of the end of a job: mentioned in the thread, by direct message, or only by the card. */
export type NotificationChoice = 'thread' | 'direct' | 'silent'

export interface ChannelChoice {
  project?: string | undefined
  /** Whether a reply in a job's thread must mention the app to be a follow-up. */
  followUp: 'mention' | 'any'
  holdMs: number
}

export interface PersonChoice {
  project?: string | undefined
  success: NotificationChoice
  failure: NotificationChoice
}

/** What the slice reads of the workspace's settings. */
export interface JobSettings {
  channel(team: string, channel: string): Promise<ChannelChoice>
  person(team: string, user: string): Promise<PersonChoice>
  /** The emoji that starts a job from a message, without colons; undefined when there is none. */
  emoji(team: string): Promise<string | undefined>
}
