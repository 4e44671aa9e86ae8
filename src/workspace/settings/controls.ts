import type { Json } from '../../core/json.ts'
import { createFormats } from '../../core/formats.ts'
import type { Language } from '../../core/language.ts'
import type { SettingControl } from '../../settings/setting.ts'
import type { OpenView } from '../../slack/inbound/listeners.ts'
import { selectedValues } from '../../slack/inbound/view-state.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'

const OPTION_VALUE_MAX = 75
/** Slack's limit of choices. A forged request with more would look up all of them. */
const CHOICES_MAX = 100

/** The value for no project; a menu entry needs one. */
export const NO_PROJECT = '-'

/** The days of the week, from Monday. */
export const WEEK_ORDER = [1, 2, 3, 4, 5, 6, 0] as const

/** The block id of the end of a time range. */
export const untilBlock = (blockId: string): string => `${blockId}.to`

/** Cuts a text to the length of a menu entry's value. */
export const toOptionValue = (name: string): string => truncate(name, OPTION_VALUE_MAX)

/** Converts a value to a field's content: one text for each thing entered or chosen. */
export function toEntries(control: SettingControl, value: Json): string[] {
  switch (control.kind) {
    case 'switch':
      return [value === true ? 'on' : 'off']
    case 'project':
      return [typeof value === 'string' && value !== '' ? toOptionValue(value) : NO_PROJECT]
    case 'timeRange':
      return [readTime(value, 'from'), readTime(value, 'to')]
    case 'weekdays':
      return toList(value).toSorted()
    case 'subjects':
      return toList(value)
    case 'choice':
    case 'text':
    case 'number':
    case 'channel':
      return value === '' || (typeof value !== 'string' && typeof value !== 'number') ? [] : [String(value)]
  }
}

const toList = (value: Json): string[] => (Array.isArray(value) ? value.map(String) : [])

function readTime(value: Json, side: 'from' | 'to'): string {
  const time = typeof value === 'object' && value !== null && !Array.isArray(value) ? value[side] : undefined
  return typeof time === 'string' ? time : ''
}

/** Returns the state of a field, the only element of its block. */
const readState = (values: OpenView['values'], blockId: string) => Object.values(values[blockId] ?? {})[0]

/** Reads the entered or chosen texts; undefined if the form does not have the field. */
export function readEntries(
  control: SettingControl,
  values: OpenView['values'],
  blockId: string,
): string[] | undefined {
  const state = readState(values, blockId)
  if (!state) return undefined
  switch (control.kind) {
    case 'choice':
    case 'switch':
    case 'project':
      return state.selected_option ? [state.selected_option.value] : []
    case 'subjects':
      return [...new Set(selectedValues(state) ?? [])].slice(0, CHOICES_MAX)
    case 'weekdays':
      return (selectedValues(state) ?? []).toSorted()
    case 'channel':
      return state.selected_conversation ? [state.selected_conversation] : []
    case 'text':
    case 'number':
      return state.value?.trim() ? [state.value.trim()] : []
    case 'timeRange': {
      const until = untilBlock(blockId)
      return [state.selected_time ?? '', readState(values, until)?.selected_time ?? '']
    }
  }
}

/** Parses the entered value, which the setting's schema then checks; undefined if there is none. */
export function parseEntries(control: SettingControl, entries: string[], projects: string[]): Json | undefined {
  const [first = ''] = entries
  switch (control.kind) {
    case 'switch':
      return first === 'on' || first === 'off' ? first === 'on' : undefined
    case 'project':
      return first === NO_PROJECT ? '' : projects.find((name) => toOptionValue(name) === first)
    case 'number':
      return /^\d{1,6}$/.test(first) ? Number(first) : undefined
    case 'weekdays':
      return [...new Set(entries.map(Number))]
    case 'subjects':
      return [...new Set(entries)]
    case 'timeRange':
      return { from: first, to: entries[1] ?? '' }
    case 'choice':
    case 'text':
    case 'channel':
      return first
  }
}

/** Whether two lists of entries are the same choice. */
export const isSameEntries = (control: SettingControl, one: string[], other: string[]): boolean => {
  const sorted = (entries: string[]) => (control.kind === 'timeRange' ? entries : entries.toSorted()).join('\n')
  return sorted(one) === sorted(other)
}

export const listWeekdays = (language: Language): { text: string; value: string }[] => {
  const { weekday } = createFormats(language)
  return WEEK_ORDER.map((day) => ({ text: weekday(day), value: String(day) }))
}
