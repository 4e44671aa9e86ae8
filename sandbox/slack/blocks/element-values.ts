import { isBlockObject, toList, readMember } from './block-schema.ts'
import type { BlockObject } from './block-schema.ts'
import { DATE_FORMAT, isCalendarDate } from './calendar-date.ts'

/** The field of `view.state.values` and of actions in which each type of element keeps its value. */
export const STATE_FIELDS: Record<string, string> = {
  plain_text_input: 'value',
  email_text_input: 'value',
  url_text_input: 'value',
  number_input: 'value',
  rich_text_input: 'rich_text_value',
  static_select: 'selected_option',
  external_select: 'selected_option',
  radio_buttons: 'selected_option',
  overflow: 'selected_option',
  multi_static_select: 'selected_options',
  multi_external_select: 'selected_options',
  checkboxes: 'selected_options',
  users_select: 'selected_user',
  conversations_select: 'selected_conversation',
  channels_select: 'selected_channel',
  multi_users_select: 'selected_users',
  multi_conversations_select: 'selected_conversations',
  multi_channels_select: 'selected_channels',
  datepicker: 'selected_date',
  timepicker: 'selected_time',
  datetimepicker: 'selected_date_time',
  file_input: 'files',
}

const INITIAL_IN: Record<string, string> = {
  value: 'initial_value',
  rich_text_value: 'initial_value',
  selected_option: 'initial_option',
  selected_options: 'initial_options',
  selected_user: 'initial_user',
  selected_conversation: 'initial_conversation',
  selected_channel: 'initial_channel',
  selected_users: 'initial_users',
  selected_conversations: 'initial_conversations',
  selected_channels: 'initial_channels',
  selected_date: 'initial_date',
  selected_time: 'initial_time',
  selected_date_time: 'initial_date_time',
}

const isMany = (kept: string): boolean => kept.endsWith('s')

/** The value of an element before a person changes it. */
export function initialValue(element: BlockObject): unknown {
  const kept = STATE_FIELDS[String(element['type'])] ?? 'value'
  const initial = element[INITIAL_IN[kept] ?? '']
  return initial ?? (isMany(kept) ? [] : null)
}

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0) ||
  (readMember(value, 'type') === 'rich_text' && toList(readMember(value, 'elements')).length === 0)

/** A value that the client would not accept; the message says why. */
export class InvalidEntry extends Error {}

export interface FormClient {
  /** Stores an attached file and returns Slack's file object. */
  upload(file: unknown): BlockObject
}

export const listOptions = (element: BlockObject): BlockObject[] =>
  [
    ...toList(element['options']),
    ...toList(element['option_groups']).flatMap((group) => toList(readMember(group, 'options'))),
  ].filter(isBlockObject)

function option(element: BlockObject, value: unknown): BlockObject {
  if (isBlockObject(value)) return value
  if (typeof value !== 'string') throw new InvalidEntry('an option is chosen by its value, a string')
  if (String(element['type']).endsWith('external_select'))
    return { text: { type: 'plain_text', text: value, emoji: true }, value }
  const found = listOptions(element).find((entry) => entry['value'] === value)
  if (found) return found
  const there = listOptions(element).map((entry) => entry['value'])
  throw new InvalidEntry(`there is no option "${value}"; there are: ${there.join(', ')}`)
}

const richTextOf = (text: string): BlockObject => ({
  type: 'rich_text',
  elements: text === '' ? [] : [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
})

const PATTERNS: Record<string, { pattern: RegExp; words: string }> = {
  email_text_input: { pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, words: 'must be an email address' },
  url_text_input: { pattern: /^[a-z][a-z0-9+.-]*:\/\/\S+$/i, words: 'must be a URL' },
  number_input: { pattern: /^-?\d+(\.\d+)?$/, words: 'must be a number' },
  datepicker: { pattern: DATE_FORMAT, words: 'must be a date, YYYY-MM-DD' },
  timepicker: { pattern: /^([01]\d|2[0-3]):[0-5]\d$/, words: 'must be a time, HH:mm' },
}

function text(element: BlockObject, value: unknown): string {
  const type = String(element['type'])
  if (typeof value !== 'string' && typeof value !== 'number') throw new InvalidEntry(`a ${type} takes a string`)
  const given = String(value)
  if (given === '') return given
  const rule = PATTERNS[type]
  if (rule && !rule.pattern.test(given)) throw new InvalidEntry(rule.words)
  if (type === 'datepicker' && !isCalendarDate(given)) throw new InvalidEntry(`${given} is not a day in the calendar`)
  if (type === 'number_input') numberFits(element, given)
  if (type !== 'plain_text_input') return given
  const least = Number(element['min_length'] ?? 0)
  const most = Number(element['max_length'] ?? 3000)
  if (given.length < least) throw new InvalidEntry(`must be at least ${least} characters`)
  if (given.length > most) throw new InvalidEntry(`must be at most ${most} characters`)
  return given
}

function numberFits(element: BlockObject, given: string): void {
  if (element['is_decimal_allowed'] !== true && given.includes('.')) throw new InvalidEntry('must be a whole number')
  const least = Number(element['min_value'] ?? -Infinity)
  const most = Number(element['max_value'] ?? Infinity)
  if (Number(given) < least) throw new InvalidEntry(`must be at least ${least}`)
  if (Number(given) > most) throw new InvalidEntry(`must be at most ${most}`)
}

function several(element: BlockObject, value: unknown, client: FormClient): unknown[] {
  const type = String(element['type'])
  if (!Array.isArray(value)) throw new InvalidEntry(`a ${type} takes an array`)
  const most = Number(element['max_selected_items'] ?? element['max_files'] ?? (type === 'file_input' ? 10 : Infinity))
  if (value.length > most) throw new InvalidEntry(`takes at most ${most}`)
  if (type === 'file_input') return toList(value).map((file) => client.upload(file))
  if (STATE_FIELDS[type] === 'selected_options') return toList(value).map((entry) => option(element, entry))
  return toList(value).map((entry) => text({ type }, entry))
}

/** The value of an element when a person enters or picks `value`. Throws `InvalidEntry` if the client would not accept it. */
export function enterValue(element: BlockObject, value: unknown, client: FormClient): unknown {
  const type = String(element['type'])
  const kept = STATE_FIELDS[type]
  if (kept === undefined) throw new InvalidEntry(`a ${type} takes no value`)
  if (isBlockObject(value) && Object.hasOwn(value, kept)) return value[kept]
  if (isMany(kept)) return several(element, value ?? [], client)
  if (value === null || value === undefined || value === '') return null
  if (type === 'rich_text_input')
    return readMember(value, 'type') === 'rich_text' ? value : richTextOf(text({ type }, value))
  if (kept === 'selected_option') return option(element, value)
  if (kept !== 'selected_date_time') return text(element, value)
  const seconds = Number(value)
  if (!Number.isInteger(seconds) || seconds < 0) throw new InvalidEntry('must be a time in whole seconds since 1970')
  return seconds
}
