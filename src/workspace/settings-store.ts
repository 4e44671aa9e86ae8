import { z } from 'zod'
import type { Clock } from '../core/clock.ts'
import type { Store } from '../store/store.ts'
import { createTable } from '../store/typed-table.ts'

export const noticeSchema = z.enum(['thread', 'direct', 'silent'])
const changed = { changedBy: z.string().optional(), changedAt: z.number().optional() }

const channelSchema = z.object({
  project: z.string().optional(),
  followUp: z.enum(['mention', 'any']).optional(),
  holdSeconds: z.number().optional(),
  ...changed,
})
const personSchema = z.object({
  project: z.string().optional(),
  success: noticeSchema.optional(),
  failure: noticeSchema.optional(),
  ...changed,
})
const teamSchema = z.object({ emoji: z.string().optional(), ...changed })

export type ChannelSettings = z.infer<typeof channelSchema>
export type PersonSettings = z.infer<typeof personSchema>
export type TeamSettings = z.infer<typeof teamSchema>

/** What people have set, per channel, person and workspace; absent means the default. Each record says who changed it last. */
export interface SettingsStore {
  channel: (team: string, channel: string) => Promise<ChannelSettings>
  person: (team: string, user: string) => Promise<PersonSettings>
  team: (team: string) => Promise<TeamSettings>
  setChannel: (team: string, channel: string, value: ChannelSettings, by: string) => Promise<void>
  setPerson: (team: string, user: string, value: PersonSettings) => Promise<void>
  setTeam: (team: string, value: TeamSettings, by: string) => Promise<void>
}

export function createSettingsStore(store: Store, clock: Clock): SettingsStore {
  const channels = (team: string) =>
    createTable<ChannelSettings>(store, { partition: `${team}/settings-channel`, schema: channelSchema })
  const people = (team: string) =>
    createTable<PersonSettings>(store, { partition: `${team}/settings-person`, schema: personSchema })
  const teams = (team: string) =>
    createTable<TeamSettings>(store, { partition: `${team}/settings-team`, schema: teamSchema })
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
