import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../core/json.ts'
import { isUnset, readSetting, type Setting } from '../../settings/setting.ts'
import type { SettingChange, SettingsStore, SettingsTarget } from '../../settings/settings-store.ts'

/** The current values for one target, and their last changes. */
export interface SettingValues {
  values: Record<string, Json>
  changes: Record<string, SettingChange | undefined>
  last: SettingChange | undefined
  /** The version of the settings' own record. */
  version: number
}

/** A value to save, and the value that the person saw. */
export interface WantedChange {
  name: string
  before: Json
  value: Json
}

/** Reads the settings of one target from wherever each is stored. */
export async function readSettingValues(
  store: SettingsStore,
  target: SettingsTarget,
  settings: Setting[],
): Promise<SettingValues> {
  const saved = await store.read(target)
  const found = await Promise.all(
    settings.map(async (setting) => {
      const { name, storage } = setting
      if (!storage) return { name, value: readSetting(saved, setting), change: saved.changes[name] }
      const { value, changedBy, changedAt } = await storage.read(target.id)
      return {
        name,
        value: readSetting({ values: { [name]: value } }, setting),
        change: changedBy === undefined || changedAt === undefined ? undefined : { by: changedBy, at: changedAt },
      }
    }),
  )
  const known = found.flatMap(({ change }) => (change ? [change] : []))
  const [last] = known.toSorted((one, other) => other.at - one.at)
  return {
    values: Object.fromEntries(found.map(({ name, value }) => [name, value])),
    changes: Object.fromEntries(found.map(({ name, change }) => [name, change])),
    last,
    version: saved.version,
  }
}

/** Whether two values are the same; the order of a list does not matter. */
export function isSameValue(one: Json | undefined, other: Json | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return isDeepStrictEqual(one.map(String).toSorted(), other.map(String).toSorted())
  return isDeepStrictEqual(one, other)
}

/** Whether this value applies now; an empty one stands for the default. */
export const isInForce = (
  { name, fallback }: Pick<Setting, 'name' | 'fallback'>,
  value: Json,
  { values }: Pick<SettingValues, 'values'>,
): boolean => isSameValue(values[name], isUnset(value) ? fallback : value)

/**
 * Returns the changes that would overwrite another person's change that the writer has not seen. The writer's own later change and an identical
 * choice are no conflicts.
 */
export const findConflicts = (
  changes: WantedChange[],
  settings: Setting[],
  now: SettingValues,
  by: string,
): WantedChange[] =>
  changes.filter(({ name, before, value }) => {
    const setting = settings.find((one) => one.name === name)
    const isOther = now.changes[name]?.by !== by && !isSameValue(now.values[name], before)
    return isOther && !(setting && isInForce(setting, value, now))
  })

/** Whether a value was set by this person's save, or by a later one of theirs. */
export const isMadeBy = (change: SettingChange | undefined, { by, at }: SettingChange): boolean =>
  change?.by === by && change.at >= at

interface WrittenChanges {
  saved: WantedChange[]
  lost: WantedChange[]
}

/**
 * Writes all changes, or none if one would overwrite another person's change; `lost` are those. If another person's write comes between the records
 * of a page, `saved` are the changes before it. Every change of settings passes here. Repeated after a crash, finds its own values.
 */
export async function writeSettingValues(
  store: SettingsStore,
  target: SettingsTarget,
  settings: Setting[],
  { changes, by, at }: { changes: WantedChange[]; by: string; at: number },
): Promise<WrittenChanges> {
  const settingOf = (name: string) => settings.find((setting) => setting.name === name)
  // A setting that is stored elsewhere may be part of the settings' own record, whose version it then raises.
  const stored: WantedChange[] = []
  for (;;) {
    const now = await readSettingValues(store, target, settings)
    const rest = changes.filter((change) => !stored.includes(change))
    const conflicts = findConflicts(rest, settings, now, by)
    const isOpen = ({ name, value }: WantedChange): boolean => {
      const setting = settingOf(name)
      return setting !== undefined && !isInForce(setting, value, now)
    }
    // Written by an earlier run; not if the value was there before.
    const isWritten = (change: WantedChange): boolean => {
      const made = now.changes[change.name]
      return !isOpen(change) && (made ? isMadeBy(made, { by, at }) : !isSameValue(change.before, change.value))
    }
    const written = [...stored, ...rest.filter(isWritten)]
    if (conflicts.length > 0) return { saved: written, lost: conflicts }
    const open = rest.filter(isOpen)
    // The values of the settings' own record come last, and together: another person's write before them leaves them all unsaved.
    for (const change of open) {
      const { name, value } = change
      const storage = settingOf(name)?.storage
      if (!storage) continue
      const before = now.values[name] ?? change.before
      if (!(await storage.write(target.id, { before, value, by, at }))) return { saved: written, lost: [change] }
      stored.push(change)
      written.push(change)
    }
    const own = open.filter(({ name }) => !settingOf(name)?.storage)
    const values = Object.fromEntries(own.map(({ name, value }) => [name, isUnset(value) ? undefined : value]))
    // Another writer of the record may have changed another setting: try again.
    if (own.length > 0 && !(await store.write(target, { version: now.version, values, by }))) continue
    return { saved: [...written, ...own], lost: [] }
  }
}

/** Does what follows from saved changes, such as posting email that waited for a channel. Repeated after a crash, does it again. */
export async function followChanges(
  { id }: SettingsTarget,
  settings: Setting[],
  saved: WantedChange[],
  made: SettingChange,
): Promise<void> {
  for (const { name, value } of saved) {
    const setting = settings.find((one) => one.name === name)
    await setting?.storage?.afterWrite?.(id, { value, ...made })
    await setting?.afterSave?.(id, { value, at: made.at })
  }
}
