import { z } from 'zod'
import { parseJson } from '../../../../core/json.ts'
import type { OpenView } from '../../../../slack/inbound/listeners.ts'
import type { RichTextBlock } from '../../../../slack/blocks/slack-message.ts'
import { mailActionIds } from '../../../action-ids.ts'
import { readRichText } from '../../../../mail-content/writing/slack-to-mail.ts'
import { type Address, formatForField, parseTypedAddresses, uniqueAddresses } from '../../../records/address.ts'
import { signatureNames } from '../../../records/writing-settings.ts'
import type { MailText } from '../../../text/mail-text.ts'

/** Block ids of the reply form; frozen, since forms stay open over an upgrade. */
export const blockIds = {
  inbox: 'inbox',
  to: 'to',
  cc: 'cc',
  bcc: 'bcc',
  subject: 'subject',
  labels: 'labels',
  replyTo: 'reply_to',
  headers: 'headers',
  text: 'text',
  kept: 'kept',
  without: 'without',
  files: 'files',
  threadFiles: 'thread_files',
  links: 'links',
  /** Prefix of the ticks before Send. */
  ticks: 'ticks',
} as const
/** Action ids of its fields; frozen, too. */
export const fieldIds = {
  subject: 'mail.subject',
  labels: 'mail.labels',
  replyTo: 'mail.reply_to',
  headers: 'mail.headers_typed',
  text: 'mail.text',
  kept: 'mail.kept',
  without: 'mail.without',
  files: 'mail.files',
  threadFiles: 'mail.thread_files',
  links: 'mail.links',
  ticks: 'mail.ticks',
} as const

const placeSchema = z.object({ channel: z.string().min(1), threadTs: z.string().exactOptional() })
/** A channel, or a thread in it. */
export type FormPlace = z.infer<typeof placeSchema>

/** How often the app has replaced what these fields contain. */
const generation = z.number().int().min(1).exactOptional()

/** It comes back from the client, which can send anything. */
const stateSchema = z.object({
  /** Absent: it answers a mail. */
  kind: z.enum(['forward', 'new']).exactOptional(),
  /** Empty for a new mail, as is `mail`. */
  thread: z.string(),
  mail: z.string(),
  /** The inbox that a new mail leaves from. */
  inboxId: z.string().min(1).exactOptional(),
  /** The ids of the notices that the form has shown. */
  seen: z.array(z.string()).exactOptional(),
  /** The reply that this one replaces. */
  instead: z.string().exactOptional(),
  /** That one was waiting for its time when the form opened. */
  takesBack: z.boolean().exactOptional(),
  /** It answers everyone. */
  all: z.boolean().exactOptional(),
  /** Where the form was opened. */
  place: placeSchema.exactOptional(),
  /** It shows the fields that are rarely used. */
  isMore: z.boolean().exactOptional(),
  /** A forward or a new mail shows the fields for Cc and Bcc. */
  hasCc: z.boolean().exactOptional(),
  /** Whose signature goes below the text, if the person has chosen. */
  signature: z.enum(signatureNames).exactOptional(),
  /** Names the text that it began with, if somebody gave it one: such a text has a draft of its own. */
  given: z.string().exactOptional(),
  /** The draft that it continues, and when that was last changed; empty: none any more. */
  draft: z.string().exactOptional(),
  draftAt: z.number().exactOptional(),
  /** The job whose pull request it sends. */
  job: z.string().exactOptional(),
  /** The placeholders that saved replies left open in its text. */
  placeholders: z.array(z.string()).exactOptional(),
  /** Slack keeps what a field contains as long as its block id is the same: a field that the app fills in again gets another one. */
  generations: z
    .object({ text: generation, people: generation, subject: generation, more: generation })
    .exactOptional(),
})

/** What an open form remembers until it is submitted: ids and keyed hashes only. Its field names are frozen. */
export type ReplyFormState = z.infer<typeof stateSchema>

/** A form as it is on a person's screen. */
export interface OpenForm {
  view: OpenView
  state: ReplyFormState
}

/** A file that goes along with a reply. */
export interface ReplyFile {
  id: string
  name: string
  size?: number
  /** Who attached it to the reply that this one replaces. */
  by?: string
}

/** Who gets a mail. */
export interface RecipientLists {
  to: Address[]
  cc: Address[]
  bcc: Address[]
}

/** Everyone who gets the mail. */
export const listRecipients = ({ to, cc, bcc }: RecipientLists): Address[] => [...to, ...cc, ...bcc]

/** What an open form remembers; undefined when it is not a form of this app. */
export function readFormState({ privateMetadata }: OpenView): ReplyFormState | undefined {
  const state = stateSchema.safeParse(parseJson(privateMetadata)).data
  const isComplete = state?.kind === 'new' ? state.inboxId !== undefined : state?.thread && state.mail
  return isComplete ? state : undefined
}

const generationOf = {
  ...({ text: 'text', subject: 'subject', to: 'people', cc: 'people', bcc: 'people' } as const),
  ...({ labels: 'more', replyTo: 'more', headers: 'more' } as const),
}

/** A field that the app can fill in again while the form is open. */
export type RefilledField = keyof typeof generationOf

/** The block id of a field now. */
export function blockIdOf({ generations }: Pick<ReplyFormState, 'generations'>, field: RefilledField): string {
  const generation = generations?.[generationOf[field]]
  return generation === undefined ? blockIds[field] : `${blockIds[field]}:${generation}`
}

/** The same form with fields whose content is replaced: without another block id, Slack keeps what was typed. */
export function refillFields<State extends Pick<ReplyFormState, 'generations'>>(
  state: State,
  ...fields: RefilledField[]
): State {
  if (fields.length === 0) return state
  const { generations = {} } = state
  const raised = [...new Set(fields.map((field) => generationOf[field]))].map((name) => [
    name,
    (generations[name] ?? 0) + 1,
  ])
  return { ...state, generations: { ...generations, ...Object.fromEntries(raised) } }
}

/** The recipients as typed so far, and an error for each field that cannot be read. */
export function readTypedRecipients(
  { forms, formats }: MailText,
  { view, state }: OpenForm,
): RecipientLists & { unreadable: Record<string, string> } {
  const read = (id: 'to' | 'cc' | 'bcc') =>
    parseTypedAddresses(view.values[blockIdOf(state, id)]?.[`${mailActionIds.recipients}:${id}`]?.value ?? '')
  const found = { to: read('to'), cc: read('cc'), bcc: read('bcc') }
  const unreadable = (['to', 'cc', 'bcc'] as const).flatMap((id) =>
    found[id].unreadable.length > 0
      ? [[blockIdOf(state, id), forms.notAddress({ words: formats.list(found[id].unreadable, 'comma') })] as const]
      : [],
  )
  return {
    to: found.to.addresses,
    cc: found.cc.addresses,
    bcc: found.bcc.addresses,
    unreadable: Object.fromEntries(unreadable),
  }
}

/** The recipients as their fields show them. */
export const formatRecipientFields = ({ to, cc, bcc }: RecipientLists): Record<'to' | 'cc' | 'bcc', string> => {
  const format = (list: Address[]): string => list.map(formatForField).join(', ')
  return { to: format(to), cc: format(cc), bcc: format(bcc) }
}

/** The text as typed so far; undefined without words. */
export const readTypedText = ({ view, state }: OpenForm): RichTextBlock | undefined =>
  readRichText(view.values[blockIdOf(state, 'text')]?.[fieldIds.text]?.rich_text_value)

/** The newly attached files. */
export const readTypedFiles = (view: OpenView): ReplyFile[] =>
  (view.values[blockIds.files]?.[fieldIds.files]?.files ?? []).map(({ id, name = id, size }) => ({
    id,
    name,
    ...(size !== undefined && { size }),
  }))

/** Nobody gets a mail twice: addresses in To are left out of Cc, and both out of Bcc. */
export function withoutRepeats({ to, cc, bcc }: RecipientLists): RecipientLists {
  const seen = new Set<string>()
  const fresh = (list: Address[]) =>
    uniqueAddresses(list).filter(({ address }) => !seen.has(address.toLowerCase()) && seen.add(address.toLowerCase()))
  return { to: fresh(to), cc: fresh(cc), bcc: fresh(bcc) }
}
