import { z } from 'zod'
import { parseJson } from '../../../core/json.ts'
import type { OpenView } from '../../../slack/inbound/listeners.ts'
import { isSameStack } from '../../../slack/inbound/view-state.ts'

/** Action ids of the rules and their forms. Frozen: open views contain them. */
export const ruleActionIds = {
  open: 'mail.rules',
  /** Prefix. */
  page: 'mail.rules.page',
  add: 'mail.rules.add',
  edit: 'mail.rules.edit',
  up: 'mail.rules.up',
  down: 'mail.rules.down',
  delete: 'mail.rules.delete',
  try: 'mail.rules.try',
  tryForm: 'mail.rules.try_form',
  reopen: 'mail.rules.reopen',
  inboxes: 'mail.rules.inboxes',
  assign: 'mail.rules.assign',
} as const

/** Callback ids; frozen. The list of rules has nothing to submit. */
export const ruleCallbackIds = { list: 'mail.rules', form: 'mail.rule', tried: 'mail.rules.tried' } as const

const listMeta = z.object({ page: z.number().int().min(0).catch(0) })
const formMeta = z.object({
  /** The edited rule, and the revision that was seen. */
  rule: z.string().optional(),
  seen: z.number().optional(),
  /** The list that the form was opened from. */
  list: z.object({ view: z.string(), page: z.number().int().min(0) }).optional(),
  /** The position that the form showed first. */
  position: z.string().catch(''),
  /** Set once the person has been warned that the rule takes all mail. */
  isForAll: z.boolean().optional(),
  /** The person that the form has warned about: they may not answer mail that the rule assigns to them. */
  unable: z.string().optional(),
})
/** The metadata of a rule's form, which comes back from the client. */
export type RuleFormMeta = z.infer<typeof formMeta>

/** The page that an open list shows. */
export const readListPage = (metadata: string): number => listMeta.safeParse(parseJson(metadata)).data?.page ?? 0
/** The metadata of a list. */
export const formatListPage = (page: number): string => JSON.stringify({ page })
/** Reads the metadata of a form; undefined if it is of no form. A list counts only if this person has it open below the form. */
export function readFormMeta(form: OpenView): RuleFormMeta | undefined {
  const meta = formMeta.safeParse(parseJson(form.privateMetadata)).data
  if (!meta?.list || isSameStack(form, meta.list.view)) return meta
  const { list: _, ...others } = meta
  return others
}
/** The metadata of a form. */
export const formatFormMeta = (meta: RuleFormMeta): string => JSON.stringify(meta)
