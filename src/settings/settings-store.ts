import { z } from 'zod'
import type { Clock } from '../core/clock.ts'
import type { Json } from '../core/json.ts'
import type { KeyedHash } from '../store/keyed-hash.ts'
import type { Store } from '../store/store.ts'
import { createTable } from '../store/typed-table.ts'

/** For whom or what a setting applies. */
export type SettingScope = 'person' | 'channel' | 'inbox' | 'project' | 'workspace'

/** `id`: a person's or channel's id, an inbox's id, a project's name; empty for the workspace. */
export interface SettingsTarget {
  team: string
  scope: SettingScope
  id: string
  /** What a person has chosen for one inbox only. */
  inbox?: string
}

const changeSchema = z.object({ by: z.string(), at: z.number() })
/** Who changed something, and when. */
export type SettingChange = z.infer<typeof changeSchema>

/** What has been set for one target. `version` is 0 while nobody has set anything. */
export interface SavedSettings {
  values: Record<string, Json | undefined>
  /** Who changed each value last. */
  changes: Record<string, SettingChange>
  version: number
}

/** What people have set, one record for each target. */
export interface SettingsStore {
  read(this: void, target: SettingsTarget): Promise<SavedSettings>
  /** Replaces the values that are named, and takes away those that are undefined. False if somebody else saved since `version` was read. */
  write(
    this: void,
    target: SettingsTarget,
    change: { version: number; values: SavedSettings['values']; by: string },
  ): Promise<boolean>
  /** Every target of this scope that has a record. */
  list(this: void, team: string, scope: SettingScope): AsyncGenerator<SavedSettings>
}

/** Frozen. */
const PARTITIONS: Record<SettingScope, string> = {
  person: 'settings-person',
  channel: 'settings-channel',
  inbox: 'settings-inbox',
  project: 'settings-project',
  workspace: 'settings-team',
}

const changesSchema = z.record(z.string(), changeSchema)
export const savedSettingsSchema = z.object({ changes: changesSchema }).catchall(z.json())

/** The settings in one partition for each scope. Inboxes and projects are named by a hash, because a key must not contain an address. */
export function createSettingsStore(options: { store: Store; clock: Clock; keyedHash: KeyedHash }): SettingsStore {
  const { store, clock, keyedHash } = options
  const table = (team: string, scope: SettingScope) =>
    createTable<Record<string, Json | undefined>>(store, {
      partition: `${team}/${PARTITIONS[scope]}`,
      schema: savedSettingsSchema,
    })
  function keyOf({ scope, id, inbox }: SettingsTarget): string {
    if (scope === 'workspace') return 'team'
    if (inbox !== undefined) return `${id}.${keyedHash('settings-person-inbox', inbox.toLowerCase())}`
    return scope === 'inbox' || scope === 'project' ? keyedHash(`settings-${scope}`, id.toLowerCase()) : id
  }
  function toSaved(row: { value: Record<string, Json | undefined>; version: number } | undefined): SavedSettings {
    const { changes, ...values } = row?.value ?? {}
    return {
      values,
      changes: changesSchema.safeParse(changes).data ?? {},
      version: row?.version ?? 0,
    }
  }
  return {
    read: async (target) => toSaved(await table(target.team, target.scope).get(keyOf(target))),
    async write(target, { version, values, by }) {
      const records = table(target.team, target.scope)
      const key = keyOf(target)
      const row = await records.get(key)
      if ((row?.version ?? 0) !== version) return false
      const at = clock.now()
      const changes = {
        ...toSaved(row).changes,
        ...Object.fromEntries(Object.keys(values).map((name) => [name, { by, at }])),
      }
      const next = { ...row?.value, ...values, changes }
      return (await records.put(key, next, version)) !== undefined
    },
    async *list(team, scope) {
      for await (const row of table(team, scope).all()) yield toSaved(row)
    },
  }
}
