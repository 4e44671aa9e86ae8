import type { Message, View } from '../blocks/slack-message.ts'
import type { OpenView } from './view-state.ts'

export type { OpenView } from './view-state.ts'

/** Who did something, and where; `eventId` is the same when Slack delivers it again, and task ids derive from it. */
export interface RequestOrigin {
  team: string
  user: string
  eventId: string
}

export interface Command extends RequestOrigin {
  command: string
  text: string
  channel: string
  channelName: string
  triggerId: string
  responseUrl: string
}

export interface Action extends RequestOrigin {
  actionId: string
  blockId: string
  /** A button's value; what was picked in a menu (several: joined by a comma); undefined when nothing. */
  value: string | undefined
  triggerId: string
  responseUrl?: string
  /** The message that carries the element, or the view. */
  message?: { channel: string; ts: string; threadTs?: string }
  view?: OpenView
}

export interface Shortcut extends RequestOrigin {
  callbackId: string
  triggerId: string
  /** Message shortcuts only. */
  message?: {
    channel: string
    channelName: string
    ts: string
    threadTs?: string
    user?: string
    text: string
    blocks?: unknown
  }
  responseUrl?: string
}

export interface Submission extends RequestOrigin {
  view: OpenView
  triggerId: string
}

/** What a submission is answered with: nothing closes the form, errors keep it open with its text. */
export type SubmissionAnswer = void | { errors: Record<string, string> } | { update: View } | { clear: true }

/** A message typed by a person: no bots, no joins, no edits. */
export interface TypedMessage extends RequestOrigin {
  channel: string
  channelType: 'channel' | 'group' | 'im' | 'mpim'
  ts: string
  threadTs?: string
  text: string
  blocks?: unknown
  files: { id: string; name: string }[]
  /** The person's own team, when the message comes from another organization. */
  userTeam?: string
  mentionsApp: boolean
}

export interface SlackEvent extends RequestOrigin {
  type: string
  event: Record<string, unknown>
}

/**
 * What slices listen to. A listener only parses and sends one task (or opens a form inline); the answer goes out when it has resolved, so a
 * throw is Slack's error and its repeat. A returned text or message is shown to the person alone.
 */
export interface Listeners {
  command(name: string, listen: (command: Command) => Promise<Message | string | void>): void
  /** `actionId` exact, or a pattern such as `/^jobs\.pick:/`. */
  action(actionId: string | RegExp, listen: (action: Action) => Promise<void>): void
  shortcut(callbackId: string, listen: (shortcut: Shortcut) => Promise<void>): void
  submit(callbackId: string, listen: (submission: Submission) => Promise<SubmissionAnswer>): void
  /** Every message a person typed where the app can read; each listener sees all of them. */
  message(listen: (message: TypedMessage) => Promise<void>): void
  /** Any other event by its type: `reaction_added`, `app_home_opened`, `channel_archive`, `app_uninstalled`, … */
  event(type: string, listen: (event: SlackEvent) => Promise<void>): void
}
