import { z } from 'zod'
import { DAY_MS } from '../../core/clock.ts'
import type { WorkingTime } from '../../core/zoned-time.ts'
import { readSetting, type Setting } from '../../settings/setting.ts'
import type { SettingsStore } from '../../settings/settings-store.ts'
import { mailTextIn } from '../text/mail-text.ts'

const HOUR_MS = 3_600_000
const UNCLAIMED = { off: undefined, '1h': HOUR_MS, '4h': 4 * HOUR_MS, '1d': DAY_MS } as const
const WAITING = { off: undefined, '1d': DAY_MS, '3d': 3 * DAY_MS, '7d': 7 * DAY_MS } as const
const unclaimedDelays = ['off', '1h', '4h', '1d'] as const
const waitingDelays = ['off', '1d', '3d', '7d'] as const
const SAME = 'same'

/** Time zones of most people, from west to east; a choice has room for a hundred. */
const timeZones = [
  'Pacific/Honolulu', 'America/Anchorage', 'America/Los_Angeles', 'America/Denver', 'America/Phoenix', 'America/Chicago',
  'America/Mexico_City', 'America/Bogota', 'America/Lima', 'America/New_York', 'America/Toronto', 'America/Halifax',
  'America/Santiago', 'America/Sao_Paulo', 'America/Argentina/Buenos_Aires', 'UTC', 'Europe/London', 'Europe/Dublin', 'Europe/Lisbon',
  'Africa/Lagos', 'Africa/Casablanca', 'Europe/Berlin', 'Europe/Vienna', 'Europe/Zurich', 'Europe/Amsterdam', 'Europe/Brussels',
  'Europe/Paris', 'Europe/Madrid', 'Europe/Rome', 'Europe/Stockholm', 'Europe/Oslo', 'Europe/Copenhagen', 'Europe/Prague',
  'Europe/Warsaw', 'Europe/Budapest', 'Europe/Athens', 'Europe/Bucharest', 'Europe/Helsinki', 'Europe/Kyiv', 'Europe/Istanbul',
  'Africa/Cairo', 'Africa/Johannesburg', 'Africa/Nairobi', 'Asia/Jerusalem', 'Asia/Riyadh', 'Asia/Dubai', 'Asia/Karachi',
  'Asia/Kolkata', 'Asia/Dhaka', 'Asia/Bangkok', 'Asia/Jakarta', 'Asia/Singapore', 'Asia/Hong_Kong', 'Asia/Shanghai', 'Asia/Taipei',
  'Australia/Perth', 'Asia/Tokyo', 'Asia/Seoul', 'Australia/Brisbane', 'Australia/Sydney', 'Pacific/Auckland',
] as const // prettier-ignore

const zoneNames: Record<string, string> = Object.fromEntries(timeZones.map((zone) => [zone, zone.replaceAll('_', ' ')]))

const inboxUnclaimed: Setting<(typeof unclaimedDelays)[number]> = {
  group: 'reminders',
  scope: 'inbox',
  name: 'unclaimedAfter',
  schema: z.enum(unclaimedDelays),
  fallback: 'off',
  mayChange: 'mail.administer',
  control: { kind: 'choice', choices: unclaimedDelays },
  text: (language) => mailTextIn(language).settings.unclaimedAfter,
}
const inboxWaiting: Setting<(typeof waitingDelays)[number]> = {
  group: 'reminders',
  scope: 'inbox',
  name: 'waitingAfter',
  schema: z.enum(waitingDelays),
  fallback: 'off',
  mayChange: 'mail.administer',
  control: { kind: 'choice', choices: waitingDelays },
  text: (language) => mailTextIn(language).settings.waitingAfter,
}
const channelUnclaimed: Setting<(typeof unclaimedDelays)[number] | typeof SAME> = {
  group: 'reminders',
  scope: 'channel',
  name: 'unclaimedAfter',
  schema: z.enum([SAME, ...unclaimedDelays]),
  fallback: SAME,
  mayChange: 'workspace.administer',
  control: { kind: 'choice', choices: [SAME, ...unclaimedDelays] },
  text: (language) => mailTextIn(language).settings.channelUnclaimedAfter,
}
const channelWaiting: Setting<(typeof waitingDelays)[number] | typeof SAME> = {
  group: 'reminders',
  scope: 'channel',
  name: 'waitingAfter',
  schema: z.enum([SAME, ...waitingDelays]),
  fallback: SAME,
  mayChange: 'workspace.administer',
  control: { kind: 'choice', choices: [SAME, ...waitingDelays] },
  text: (language) => mailTextIn(language).settings.channelWaitingAfter,
}
const reminderDays: Setting<number[]> = {
  group: 'reminders',
  scope: 'channel',
  name: 'reminderDays',
  schema: z.array(z.number().int().min(0).max(6)).min(1),
  fallback: [1, 2, 3, 4, 5],
  mayChange: 'workspace.administer',
  control: { kind: 'weekdays' },
  text: (language) => mailTextIn(language).settings.reminderDays,
}
const timeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const reminderHours: Setting<{ from: string; to: string }> = {
  group: 'reminders',
  scope: 'channel',
  name: 'reminderHours',
  schema: z.object({ from: timeSchema, to: timeSchema }).refine(({ from, to }) => from !== to),
  fallback: { from: '09:00', to: '17:00' },
  mayChange: 'workspace.administer',
  control: { kind: 'timeRange' },
  text: (language) => mailTextIn(language).settings.reminderHours,
}
const timeZone: Setting<(typeof timeZones)[number]> = {
  group: 'reminders',
  scope: 'workspace',
  name: 'timeZone',
  schema: z.enum(timeZones),
  fallback: 'UTC',
  mayChange: 'workspace.administer',
  control: { kind: 'choice', choices: timeZones },
  text: (language) => ({ ...mailTextIn(language).settings.timeZone, choices: zoneNames }),
}

/** Settings for reminders in a channel or for an inbox. */
export const reminderSettings: Setting[] = [
  inboxUnclaimed,
  inboxWaiting,
  channelUnclaimed,
  channelWaiting,
  reminderDays,
  reminderHours,
  timeZone,
]

/** Reads how long mail of an inbox may wait in a channel before the channel is reminded, in milliseconds; undefined for no reminder. */
export async function readReminderDelays(
  settings: Pick<SettingsStore, 'read'>,
  team: string,
  { channel, inboxId }: { channel: string; inboxId: string },
): Promise<{ unclaimed: number | undefined; waiting: number | undefined }> {
  const here = await settings.read({ team, scope: 'channel', id: channel })
  const inbox = await settings.read({ team, scope: 'inbox', id: inboxId })
  const [unclaimed, waiting] = [readSetting(here, channelUnclaimed), readSetting(here, channelWaiting)]
  return {
    unclaimed: UNCLAIMED[unclaimed === SAME ? readSetting(inbox, inboxUnclaimed) : unclaimed],
    waiting: WAITING[waiting === SAME ? readSetting(inbox, inboxWaiting) : waiting],
  }
}

/** Reads when a channel may be reminded. */
export async function readReminderTimes(
  settings: Pick<SettingsStore, 'read'>,
  team: string,
  channel: string,
): Promise<{ working: WorkingTime; timeZone: string }> {
  const here = await settings.read({ team, scope: 'channel', id: channel })
  return {
    working: { days: readSetting(here, reminderDays), ...readSetting(here, reminderHours) },
    timeZone: await readWorkspaceZone(settings, team),
  }
}

/** Reads the time zone for people whose own zone Slack does not report. */
export const readWorkspaceZone = async (settings: Pick<SettingsStore, 'read'>, team: string): Promise<string> =>
  readSetting(await settings.read({ team, scope: 'workspace', id: '' }), timeZone)
