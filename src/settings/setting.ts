import type { ZodType } from 'zod'
import type { Json } from '../core/json.ts'
import type { Language } from '../core/language.ts'
import type { SavedSettings, SettingScope } from './settings-store.ts'

/** How a setting is shown in the form. */
export type SettingControl =
  | { kind: 'choice'; choices: readonly string[] }
  | { kind: 'text'; maxLength: number; isMultiline?: true }
  | { kind: 'number' }
  | { kind: 'switch' }
  | { kind: 'channel' }
  /** One of the projects that are connected. */
  | { kind: 'project' }
  /** People, user groups, members of channels, and kinds of people. */
  | { kind: 'subjects' }
  | { kind: 'weekdays' }
  /** A time of day from which, and one until which. */
  | { kind: 'timeRange' }

/** The words of a setting in one language. */
export interface SettingText {
  readonly label: string
  readonly hint?: string | undefined
  /** By value, for a choice. */
  readonly choices?: Readonly<Record<string, string>> | undefined
  /** The label of the second of two fields. */
  readonly until?: string | undefined
  /** What it means that nothing is chosen. */
  readonly none?: string | undefined
  /** The same as plain text, for a field that is empty; by default the text above. */
  readonly placeholder?: string | undefined
  /** What to enter instead of a value that is not possible. */
  readonly error?: string | undefined
}

/** A value that is stored in another record than the settings' own, with who set it and when. */
export interface StoredElsewhere<T> {
  value: T | undefined
  changedBy?: string | undefined
  changedAt?: number | undefined
}

/** Where a value is kept if it is not in the settings' own record. */
export interface SettingStorage<T> {
  read(id: string): Promise<StoredElsewhere<T>>
  /** `before`: what the person saw. False, and nothing written, if it is something else by now. */
  write(id: string, change: { before: T; value: T; by: string; at: number }): Promise<boolean>
}

/** Who asks for a value, and how to tell them. */
export interface SettingRequest {
  team: string
  user: string
  language: Language
}

/**
 * One setting, declared once: the form, the record, the audit and the documentation follow from it. An empty text or list means that nothing is
 * set; the default applies then.
 */
export interface Setting<T extends Json = Json> {
  scope: SettingScope
  /** The field of the stored record; frozen. */
  name: string
  schema: ZodType<T>
  /** The value while nobody has set it, or a later version has set something unknown. */
  fallback: T
  /** `self`: each person for themselves. Otherwise whoever may do this action, for the inbox if it is one's. */
  mayChange: 'self' | 'workspace.administer' | 'mail.administer'
  control: SettingControl
  /** Of the whole workspace, but about mail: the form shows it for all inboxes. */
  isForAllInboxes?: true
  /** Of a person, who can choose something else for each inbox; an inbox without a choice has that for everywhere. */
  isForEachInbox?: true
  text(this: void, language: Language): SettingText
  storage?: SettingStorage<T>
  /** Why a value cannot be used, in words; undefined if it can. Asked before it is saved. */
  findProblem?(this: void, value: T, request: SettingRequest): Promise<string | undefined>
}

/** What settings can be made for, if the form has to offer it: the inboxes, the projects. */
export interface SettingTargets {
  scope: 'inbox' | 'project'
  /** For a form: what is not known in time is left out. */
  list(this: void): Promise<string[]>
  /** Whether there is one of this name, asked before something is saved for it; without it, `list` says so. */
  has?(this: void, id: string): Promise<boolean>
  /** What records of the audit call one of them in place of an address. */
  formatAuditId?(this: void, id: string): string
}

/** Whether a value means that nothing is set; it is not stored. */
export const isUnset = (value: Json | undefined): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The value that applies: what was saved, or the default. */
export function readSetting<T extends Json>(
  { values }: Pick<SavedSettings, 'values'>,
  { name, schema, fallback }: Pick<Setting<T>, 'name' | 'schema' | 'fallback'>,
): T {
  const saved = values[name]
  if (isUnset(saved)) return fallback
  const known = schema.safeParse(saved)
  return known.success ? known.data : fallback
}
