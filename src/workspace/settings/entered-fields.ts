import type { Setting } from '../../settings/setting.ts'
import type { OpenView } from '../../slack/inbound/listeners.ts'
import { isSameEntries, readEntries } from './controls.ts'
import type { FormPage } from './form-store.ts'
import { fieldBlockId } from './settings-modal.ts'

/** A field of a page with the person's entries. */
export interface EnteredField {
  setting: Setting
  blockId: string
  entries: string[]
  field: FormPage['fields'][string]
}

/** Reads the fields of a page with their current entries. */
export const readFields = (page: FormPage, settings: readonly Setting[], values: OpenView['values']): EnteredField[] =>
  settings.flatMap((setting) => {
    const blockId = fieldBlockId(page.n, setting.name)
    const entries = readEntries(setting.control, values, blockId)
    const field = page.fields[setting.name]
    return entries && field ? [{ setting, blockId, entries, field }] : []
  })

/** Whether the field has to be saved: the person has changed it, or an earlier submission of the page did. */
export const isUnsaved = (page: FormPage, entered: EnteredField): boolean =>
  isChanged(entered) || wasSubmitted(page, entered)

export const wasSubmitted = ({ submitted }: FormPage, { setting }: EnteredField): boolean =>
  submitted?.names.includes(setting.name) ?? false

/** Whether the field differs from what the page showed. */
export const isChanged = ({ setting, entries, field }: EnteredField): boolean =>
  !isSameEntries(setting.control, entries, field.plain)
