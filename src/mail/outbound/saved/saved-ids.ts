import { z } from 'zod'
import { parseJson } from '../../../core/json.ts'
import type { OpenView } from '../../../slack/inbound/listeners.ts'
import { isSameStack } from '../../../slack/inbound/view-state.ts'

/** Action ids of the saved replies. Frozen: open lists and forms carry them. */
export const savedActionIds = {
  add: 'mail.saved.add',
  addHere: 'mail.saved.add_here',
  edit: 'mail.saved.edit',
  delete: 'mail.saved.delete',
  use: 'mail.saved.use',
  /** Prefix. */
  page: 'mail.saved.page',
  /** The menu in the form for mail. */
  insert: 'mail.saved.insert',
} as const

/** Callback ids; frozen. The list has nothing to submit. */
export const savedCallbackIds = { list: 'mail.saved', form: 'mail.saved_form' } as const
/** Block ids of the form, which are also its action ids. */
export const savedFields = { name: 'mail.saved_name', text: 'mail.saved_text' } as const

const listMeta = z.object({ channel: z.string().catch(''), page: z.number().int().min(0).catch(0) })
/** The channel in which a list was opened, and its page. Returned by the client. */
export type SavedListMeta = z.infer<typeof listMeta>

const formMeta = z.object({
  scope: z.string().min(1),
  /** The edited reply, and its revision as shown. */
  id: z.string().exactOptional(),
  seen: z.number().exactOptional(),
  list: z.object({ view: z.string(), channel: z.string(), page: z.number().int().min(0) }).exactOptional(),
})
/** The saved reply of a form. Returned by the client. */
export type SavedFormMeta = z.infer<typeof formMeta>

/** Reads the state of an open list. */
export const readSavedList = (metadata: string): SavedListMeta =>
  listMeta.safeParse(parseJson(metadata)).data ?? { channel: '', page: 0 }
/** Returns undefined for invalid metadata. Keeps the list only if this person has it open below the form. */
export function readSavedForm(form: OpenView): SavedFormMeta | undefined {
  const meta = formMeta.safeParse(parseJson(form.privateMetadata)).data
  if (!meta?.list || isSameStack(form, meta.list.view)) return meta
  const { list: _, ...others } = meta
  return others
}

/** The value of a button or a choice: the owner and the id. Frozen. */
export const formatSaved = ({ scope, id }: { scope: string; id: string }): string => `${scope}:${id}`

/** Reads the output of `formatSaved`; undefined for another person's scope. */
export function parseSaved(value: string | undefined, user: string): { scope: string; id: string } | undefined {
  const [scope = '', id = ''] = (value ?? '').split(':', 2)
  return id !== '' && isOwnScope(scope, user) ? { scope, id } : undefined
}

/** Whether a scope is this person, or a channel, whose access has yet to be checked. */
export const isOwnScope = (scope: string, user: string): boolean => scope === user || /^[CG][A-Z0-9]+$/.test(scope)
