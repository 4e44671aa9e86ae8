import type { ZodType } from 'zod'
import type { Json } from '../core/json.ts'
import type { Language } from '../core/language.ts'
import type { SavedSettings, SettingScope } from './settings-store.ts'

/** Groups of settings under one heading, in the order of the form. */
export const settingGroups = [
  'notifications',
  'jobs',
  'incoming',
  'outgoing',
  'reminders',
  'hours',
  'permissions',
] as const
export type SettingGroup = (typeof settingGroups)[number]

export type SettingControl =
  | { kind: 'choice'; choices: readonly string[] }
  | { kind: 'text'; maxLength: number; isMultiline?: true }
  | { kind: 'number' }
  | { kind: 'switch' }
  | { kind: 'channel' }
  /** A choice of the connected projects. */
  | { kind: 'project' }
  /** A choice of people, user groups, members of channels, and kinds of people. */
  | { kind: 'subjects' }
  | { kind: 'weekdays' }
  /** Two times of day: from and until. */
  | { kind: 'timeRange' }

/** The words of a setting in one language. */
export interface SettingText {
  readonly label: string
  readonly hint?: string | undefined
  /** The label of each value of a choice. */
  readonly choices?: Readonly<Record<string, string>> | undefined
  /** The label of the second of two fields. */
  readonly until?: string | undefined
  /** The text for an empty choice. */
  readonly none?: string | undefined
  /** Plain text for an empty field; defaults to `none`. */
  readonly placeholder?: string | undefined
  /** Explains, for this setting, that its channel is archived. */
  readonly whileArchived?: string | undefined
  /** The hint for an invalid value. */
  readonly error?: string | undefined
}

/** A value stored in another record than the settings' own, with its last change. */
export interface StoredElsewhere<T> {
  value: T | undefined
  changedBy?: string | undefined
  changedAt?: number | undefined
}

/** Storage for a value outside the settings' own record. */
export interface SettingStorage<T> {
  read(id: string): Promise<StoredElsewhere<T>>
  /** Writes a value. Returns false and writes nothing if the current value is not `before`, which the person saw. */
  write(id: string, change: { before: T; value: T; by: string; at: number }): Promise<boolean>
  /** Does what follows from a written value. Repeated after a crash, with the same `at`. */
  afterWrite?(id: string, change: { value: T; by: string; at: number }): Promise<void>
}

/** The person who enters a value, with their language. */
export interface SettingRequest {
  team: string
  user: string
  language: Language
}

/**
 * A setting. The form, the record, the audit and the documentation derive from this declaration. An empty text or list means unset; the default
 * applies.
 */
export interface Setting<T extends Json = Json> {
  scope: SettingScope
  group: SettingGroup
  /** Frozen: the field of the stored record. */
  name: string
  schema: ZodType<T>
  /** The value if none is set, or if a later version has set an unknown one. */
  fallback: T
  /** `self` is for each person's own setting; otherwise the action that the person needs, for the inbox if the setting belongs to one. */
  mayChange: 'self' | 'workspace.administer' | 'mail.administer'
  control: SettingControl
  /** Set for a setting of the whole workspace about mail: the form shows it for all inboxes. */
  isForAllInboxes?: true
  /** Set for a person's setting that can differ for each inbox; an inbox without a choice uses the general value. */
  isForEachInbox?: true
  text(this: void, language: Language): SettingText
  storage?: SettingStorage<T>
  /** Does what follows from a saved value in the settings' own record. Repeated after a crash, with the same `at`. */
  afterSave?(this: void, id: string, change: { value: T; at: number }): Promise<void>
  /** Returns a message if the value cannot be used. Called before saving. */
  findProblem?(this: void, value: T, request: SettingRequest): Promise<string | undefined>
}

/** The inboxes or projects that the form offers settings for. */
export interface SettingTargets {
  scope: 'inbox' | 'project'
  /** For a form: leaves out targets that are not known in time. */
  list(this: void): Promise<string[]>
  /** Whether a target with this name exists, checked before a setting is saved for it; by default from `list`. */
  has?(this: void, id: string): Promise<boolean>
  /** The name of a target in audit records, in place of an address. */
  formatAuditId?(this: void, id: string): string
}

/** Whether a value means unset; it is not stored. */
export const isUnset = (value: Json | undefined): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Returns the saved value, or the default. */
export function readSetting<T extends Json>(
  { values }: Pick<SavedSettings, 'values'>,
  { name, schema, fallback }: Pick<Setting<T>, 'name' | 'schema' | 'fallback'>,
): T {
  const saved = values[name]
  if (isUnset(saved)) return fallback
  const known = schema.safeParse(saved)
  return known.success ? known.data : fallback
}
