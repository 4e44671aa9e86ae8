import { z } from 'zod'
import { DAY_MS } from '../core/clock.ts'
import type { Setting } from './setting.ts'
import { readSetting } from './setting.ts'
import type { SettingsStore } from './settings-store.ts'
import { settingsTextIn } from './text/settings-text.ts'

const noticeLevels = ['everything', 'concerns', 'nothing'] as const
/** How much a person or a channel is notified about. */
export type NoticeLevel = (typeof noticeLevels)[number]

const HOUR_MS = 3_600_000
const REMINDER_DELAYS = { '30m': HOUR_MS / 2, '1h': HOUR_MS, '4h': 4 * HOUR_MS, '1d': DAY_MS } as const
const reminderDelays = ['30m', '1h', '4h', '1d'] as const

/** Sunday is 0, as in JavaScript's dates. */
const weekdaySchema = z.number().int().min(0).max(6)
const timeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const hoursSchema = z
  .object({ from: timeSchema, to: timeSchema })
  // A shift may end on the next day.
  .refine(({ from, to }) => from !== to)

const personNotices: Setting<NoticeLevel> = {
  group: 'notifications',
  scope: 'person',
  name: 'notices',
  schema: z.enum(noticeLevels),
  fallback: 'concerns',
  mayChange: 'self',
  control: { kind: 'choice', choices: noticeLevels },
  text: (language) => settingsTextIn(language).personNotices,
}
const channelNotices: Setting<NoticeLevel> = {
  ...personNotices,
  scope: 'channel',
  mayChange: 'workspace.administer',
  text: (language) => settingsTextIn(language).channelNotices,
}
const workingDays: Setting<number[]> = {
  group: 'hours',
  scope: 'person',
  name: 'workingDays',
  schema: z.array(weekdaySchema).min(1),
  fallback: [1, 2, 3, 4, 5],
  mayChange: 'self',
  control: { kind: 'weekdays' },
  text: (language) => settingsTextIn(language).workingDays,
}
const workingHours: Setting<{ from: string; to: string }> = {
  group: 'hours',
  scope: 'person',
  name: 'workingHours',
  schema: hoursSchema,
  fallback: { from: '09:00', to: '17:00' },
  mayChange: 'self',
  control: { kind: 'timeRange' },
  text: (language) => settingsTextIn(language).workingHours,
}
const reminders: Setting<boolean> = {
  group: 'reminders',
  scope: 'person',
  name: 'reminders',
  schema: z.boolean(),
  fallback: true,
  mayChange: 'self',
  control: { kind: 'switch' },
  text: (language) => settingsTextIn(language).reminders,
}
const reminderDelay: Setting<(typeof reminderDelays)[number]> = {
  group: 'reminders',
  scope: 'person',
  name: 'reminderDelay',
  schema: z.enum(reminderDelays),
  fallback: '4h',
  mayChange: 'self',
  control: { kind: 'choice', choices: reminderDelays },
  text: (language) => settingsTextIn(language).reminderDelay,
}

/** Settings that every notifying slice obeys. */
export const noticeSettings: Setting[] = [personNotices, channelNotices]

export const workingTimeSettings: Setting[] = [workingDays, workingHours]

/** A person's reminders of email that needs their reply. */
export const ownReminderSettings: Setting[] = [reminders, reminderDelay]

export interface PersonalNotices {
  level: NoticeLevel
  /** In the person's time zone; if `to` is before `from`, it is on the next day. */
  working: { days: number[]; from: string; to: string }
  reminders: { isOn: boolean; afterMs: number }
}

/** Reads a person's notice level, working hours and reminders, with defaults. */
export async function readPersonalNotices(
  settings: Pick<SettingsStore, 'read'>,
  team: string,
  user: string,
): Promise<PersonalNotices> {
  const saved = await settings.read({ team, scope: 'person', id: user })
  return {
    level: readSetting(saved, personNotices),
    working: { days: readSetting(saved, workingDays), ...readSetting(saved, workingHours) },
    reminders: {
      isOn: readSetting(saved, reminders),
      afterMs: REMINDER_DELAYS[readSetting(saved, reminderDelay)],
    },
  }
}

/** Reads who may be mentioned in a channel. */
export async function readChannelNotices(
  settings: Pick<SettingsStore, 'read'>,
  team: string,
  channel: string,
): Promise<NoticeLevel> {
  return readSetting(await settings.read({ team, scope: 'channel', id: channel }), channelNotices)
}
