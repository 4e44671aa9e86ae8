import type { Setting } from '../../settings/setting.ts'
import type { OpenView } from '../../slack/inbound/listeners.ts'
import { isSameEntries, readEntries } from './controls.ts'
import type { FormPage } from './form-store.ts'
import { fieldBlockId } from './settings-modal.ts'

/** A field of a page as a person has filled it in. */
export interface EnteredField {
  setting: Setting
  blockId: string
  entries: string[]
  field: FormPage['fields'][string]
}

/** The fields that a page offers, with what they hold now. */
export const readFields = (page: FormPage, settings: readonly Setting[], values: OpenView['values']): EnteredField[] =>
  settings.flatMap((setting) => {
    const blockId = fieldBlockId(page.n, setting.name)
    const entries = readEntries(setting.control, values, blockId)
    const field = page.fields[setting.name]
    return entries && field ? [{ setting, blockId, entries, field }] : []
  })

/** Whether the person has entered something else than the page showed. */
export const isChanged = ({ setting, entries, field }: EnteredField): boolean =>
  !isSameEntries(setting.control, entries, field.plain)
