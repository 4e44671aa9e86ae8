import { z } from 'zod'
import type { Clock } from '../core/clock.ts'
import { openEnum } from '../store/open-enum.ts'
import type { Store } from '../store/store.ts'
import { createTable } from '../store/typed-table.ts'

/** Where a person is notified about the end of a job. */
export const noticeSchema = openEnum(['thread', 'direct', 'silent'])
/** Which replies in a job's thread are follow-ups. */
export const followUpSchema = openEnum(['mention', 'any'])
const changed = { changedBy: z.string().optional(), changedAt: z.number().optional() }

export const channelSettingsSchema = z.object({
  project: z.string().optional(),
  followUp: followUpSchema.optional(),
  holdSeconds: z.number().optional(),
  ...changed,
})
export const personSettingsSchema = z.object({
  project: z.string().optional(),
  success: noticeSchema.optional(),
  failure: noticeSchema.optional(),
  ...changed,
})
export const teamSettingsSchema = z.object({ emoji: z.string().optional(), ...changed })

export type ChannelSettings = z.infer<typeof channelSettingsSchema>
export type PersonSettings = z.infer<typeof personSettingsSchema>
export type TeamSettings = z.infer<typeof teamSettingsSchema>

/** What people have set for a channel, for themselves and for the workspace. An absent field means the default. Each record names its last editor. */
export interface SettingsStore {
  channel: (team: string, channel: string) => Promise<ChannelSettings>
  person: (team: string, user: string) => Promise<PersonSettings>
  team: (team: string) => Promise<TeamSettings>
  setChannel: (team: string, channel: string, value: ChannelSettings, by: string) => Promise<void>
  setPerson: (team: string, user: string, value: PersonSettings) => Promise<void>
  setTeam: (team: string, value: TeamSettings, by: string) => Promise<void>
}

/** The settings in three partitions of the store. */
export function createSettingsStore(store: Store, clock: Clock): SettingsStore {
  const channels = (team: string) =>
    createTable<ChannelSettings>(store, { partition: `${team}/settings-channel`, schema: channelSettingsSchema })
  const people = (team: string) =>
    createTable<PersonSettings>(store, { partition: `${team}/settings-person`, schema: personSettingsSchema })
  const teams = (team: string) =>
    createTable<TeamSettings>(store, { partition: `${team}/settings-team`, schema: teamSettingsSchema })
  const stamp = (by: string) => ({ changedBy: by, changedAt: clock.now() })

  return {
    channel: async (team, channel) => (await channels(team).get(channel))?.value ?? {},
    person: async (team, user) => (await people(team).get(user))?.value ?? {},
    team: async (team) => (await teams(team).get('team'))?.value ?? {},
    setChannel: async (team, channel, value, by) =>
      void (await channels(team).update(channel, () => ({ ...value, ...stamp(by) }))),
    setPerson: async (team, user, value) =>
      void (await people(team).update(user, () => ({ ...value, ...stamp(user) }))),
    setTeam: async (team, value, by) => void (await teams(team).update('team', () => ({ ...value, ...stamp(by) }))),
  }
}
