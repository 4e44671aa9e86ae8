import { z } from 'zod'
import type { Clock } from '../core/clock.ts'
import type { Json } from '../core/json.ts'
import type { KeyedHash } from '../store/keyed-hash.ts'
import type { Store } from '../store/store.ts'
import { createTable } from '../store/typed-table.ts'

export type SettingScope = 'person' | 'channel' | 'inbox' | 'project' | 'workspace'

/** `id` is a person's, channel's or inbox's id, or a project's name; empty for the workspace. */
export interface SettingsTarget {
  team: string
  scope: SettingScope
  id: string
  /** The inbox of a person's choice for one inbox only. */
  inbox?: string
}

const changeSchema = z.object({ by: z.string(), at: z.number() })
export type SettingChange = z.infer<typeof changeSchema>

/** The saved settings of one target. `version` is 0 if nothing was ever set. */
export interface SavedSettings {
  values: Record<string, Json | undefined>
  /** The last change of each value. */
  changes: Record<string, SettingChange>
  version: number
}

/** Stores settings, one record for each target. */
export interface SettingsStore {
  read(this: void, target: SettingsTarget): Promise<SavedSettings>
  /** Writes the given values, and removes those that are undefined. Returns false if another person saved since `version` was read. */
  write(
    this: void,
    target: SettingsTarget,
    change: { version: number; values: SavedSettings['values']; by: string },
  ): Promise<boolean>
  /** Returns every target of this scope that has a record. */
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

/** Stores the settings in one partition for each scope. Keys of inboxes and projects contain a hash, because a key must not contain an address. */
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
