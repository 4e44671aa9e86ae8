import { z } from 'zod'
import { declareAccessSettings } from '../../access/access-settings.ts'
import { readChannelNotices, readPersonalNotices } from '../../settings/notice-settings.ts'
import { type Setting, readSetting } from '../../settings/setting.ts'
import type { SettingsStore } from '../../settings/settings-store.ts'
import { jobTextIn } from '../text/jobs-text.ts'

const notificationChoices = ['thread', 'direct', 'silent'] as const
const followUpRules = ['mention', 'any'] as const
const HOLD_MAX_SECONDS = 600

/** How a person is notified of a job's end: mentioned in the thread, by direct message, or only by the card. */
export type NotificationChoice = (typeof notificationChoices)[number]

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
  /** Whether they want to be reminded of a pull request that has been ready for three days. */
  remindsOfPullRequest: boolean
}

/** The settings that this slice reads. */
export interface JobSettings {
  channel(team: string, channel: string): Promise<ChannelChoice>
  /** Reads the choices of a person. The notice levels of the person and of `channel`, where they would be mentioned, are applied. */
  person(team: string, user: string, channel?: string): Promise<PersonChoice>
  /** The emoji that starts a job from a message, without colons; undefined if there is none. */
  emoji(team: string): Promise<string | undefined>
}

const project: Setting<string> = {
  group: 'jobs',
  scope: 'person',
  name: 'project',
  schema: z.string(),
  fallback: '',
  mayChange: 'self',
  control: { kind: 'project' },
  text: (language) => jobTextIn(language).settings.project,
}
const success: Setting<NotificationChoice> = {
  group: 'jobs',
  scope: 'person',
  name: 'success',
  schema: z.enum(notificationChoices),
  fallback: 'thread',
  mayChange: 'self',
  control: { kind: 'choice', choices: notificationChoices },
  text: (language) => jobTextIn(language).settings.success,
}
const failure: Setting<NotificationChoice> = {
  ...success,
  name: 'failure',
  text: (language) => jobTextIn(language).settings.failure,
}
const pullRequestReminder: Setting<boolean> = {
  group: 'jobs',
  scope: 'person',
  name: 'pullRequestReminder',
  schema: z.boolean(),
  fallback: false,
  mayChange: 'self',
  control: { kind: 'switch' },
  text: (language) => jobTextIn(language).settings.pullRequestReminder,
}
const channelProject: Setting<string> = {
  ...project,
  scope: 'channel',
  mayChange: 'workspace.administer',
  text: (language) => jobTextIn(language).settings.channelProject,
}
const followUp: Setting<(typeof followUpRules)[number]> = {
  group: 'jobs',
  scope: 'channel',
  name: 'followUp',
  schema: z.enum(followUpRules),
  fallback: 'mention',
  mayChange: 'workspace.administer',
  control: { kind: 'choice', choices: followUpRules },
  text: (language) => jobTextIn(language).settings.followUp,
}
const holdSeconds = (fallback: number): Setting<number> => ({
  group: 'jobs',
  scope: 'channel',
  name: 'holdSeconds',
  schema: z.number().int().min(0).max(HOLD_MAX_SECONDS),
  fallback,
  mayChange: 'workspace.administer',
  control: { kind: 'number' },
  text: (language) => jobTextIn(language).settings.holdSeconds,
})
/** An emoji as people write it or as Slack inserts it: with or without colons, capitals and a skin tone. */
const EMOJI_FORM = /^:?([\p{L}\p{N}_+'-]+):?(?::skin-tone-[2-6](?:-[2-6])?:?)?$/u
const emoji: Setting<string> = {
  group: 'jobs',
  scope: 'workspace',
  name: 'emoji',
  // A reaction has a name in lower case. A skin tone makes no other emoji.
  schema: z
    .string()
    .transform((typed) => EMOJI_FORM.exec(typed.toLowerCase())?.[1] ?? typed)
    .pipe(z.string().regex(/^[\p{L}\p{N}_+'-]*$/u)),
  fallback: '',
  mayChange: 'workspace.administer',
  control: { kind: 'text', maxLength: 100 },
  text: (language) => jobTextIn(language).settings.emoji,
}

/** Declares all settings of jobs. `undoMs` is the default delay before a job starts. */
export const declareJobSettings = ({ undoMs }: { undoMs: number }): Setting[] => [
  project,
  success,
  failure,
  pullRequestReminder,
  channelProject,
  followUp,
  holdSeconds(undoMs / 1000),
  emoji,
  ...declareAccessSettings(['jobs.start', 'jobs.steer']),
]

/** Reads the settings, with defaults for unset ones. */
export function createJobSettings(settings: Pick<SettingsStore, 'read'>, { undoMs }: { undoMs: number }): JobSettings {
  return {
    async channel(team, id) {
      const saved = await settings.read({ team, scope: 'channel', id })
      return {
        project: readSetting(saved, channelProject) || undefined,
        followUp: readSetting(saved, followUp),
        holdMs: readSetting(saved, holdSeconds(undoMs / 1000)) * 1000,
      }
    },
    async person(team, id, inChannel) {
      const saved = await settings.read({ team, scope: 'person', id })
      const { level } = await readPersonalNotices(settings, team, id)
      const isQuiet = inChannel !== undefined && (await readChannelNotices(settings, team, inChannel)) === 'nothing'
      const applyLevel = (choice: NotificationChoice): NotificationChoice => {
        if (level === 'nothing') return 'silent'
        return isQuiet && choice === 'thread' ? 'direct' : choice
      }
      return {
        project: readSetting(saved, project) || undefined,
        success: applyLevel(readSetting(saved, success)),
        failure: applyLevel(readSetting(saved, failure)),
        remindsOfPullRequest: level !== 'nothing' && readSetting(saved, pullRequestReminder),
      }
    },
    emoji: async (team) => readSetting(await settings.read({ team, scope: 'workspace', id: '' }), emoji) || undefined,
  }
}
