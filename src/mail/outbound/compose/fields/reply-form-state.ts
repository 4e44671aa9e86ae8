import { z } from 'zod'
import { parseJson } from '../../../../core/json.ts'
import type { OpenView } from '../../../../slack/inbound/listeners.ts'
import type { RichTextBlock } from '../../../../slack/blocks/slack-message.ts'
import { mailActionIds } from '../../../action-ids.ts'
import { readRichText } from '../../../../mail-content/writing/slack-to-mail.ts'
import { type Address, formatForField, parseTypedAddresses, uniqueAddresses } from '../../../records/address.ts'
import { signatureNames } from '../../../records/writing-settings.ts'
import type { MailText } from '../../../text/mail-text.ts'

/** Block ids of the reply form; frozen, because forms stay open over an upgrade. */
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
/** Action ids of the fields; also frozen. */
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

/** How often the app has replaced the content of these fields. */
const generation = z.number().int().min(1).exactOptional()

/** Validated, because the client returns the state and can send anything. */
const stateSchema = z.object({
  /** Absent if the form answers a mail. */
  kind: z.enum(['forward', 'new']).exactOptional(),
  /** Empty for a new mail, as is `mail`. */
  thread: z.string(),
  mail: z.string(),
  /** The inbox to send a new mail from. */
  inboxId: z.string().min(1).exactOptional(),
  /** The ids of the notices that the form has shown. */
  seen: z.array(z.string()).exactOptional(),
  /** When the form was opened, or its draft was last changed before. */
  openedAt: z.number().exactOptional(),
  /** The reply that this one replaces. */
  instead: z.string().exactOptional(),
  /** Whether the replaced reply was scheduled when the form opened. */
  takesBack: z.boolean().exactOptional(),
  /** Whether the form answers everyone. */
  all: z.boolean().exactOptional(),
  /** Where the form was opened. */
  place: placeSchema.exactOptional(),
  /** Whether the rarely used fields are shown. */
  isMore: z.boolean().exactOptional(),
  /** Whether a forward or a new mail shows the fields for Cc and Bcc. */
  hasCc: z.boolean().exactOptional(),
  /** The signature below the text, if the person has chosen one. */
  signature: z.enum(signatureNames).exactOptional(),
  /** Identifies the initial text, if the form was given one; a given text has a draft of its own. */
  given: z.string().exactOptional(),
  /** Set if the form answers somebody brought in by us alone: it has a draft of its own, and begins without text. */
  isAside: z.literal(true).exactOptional(),
  /** Set if the text was typed as a message in the Slack thread, perhaps for another person than the customer. */
  isFromThread: z.literal(true).exactOptional(),
  /** The draft that the form continues, and the time of its last change; empty once it was discarded. */
  draft: z.string().exactOptional(),
  draftAt: z.number().exactOptional(),
  /** The job whose pull request the form sends. */
  job: z.string().exactOptional(),
  /** The placeholders that saved replies did not fill. */
  placeholders: z.array(z.string()).exactOptional(),
  /** Slack keeps the content of a field while its block id stays the same; a field that the app fills in again gets a new id. */
  generations: z
    .object({ text: generation, people: generation, subject: generation, more: generation })
    .exactOptional(),
})

/** The state of an open form until it is submitted: ids and keyed hashes only. Its field names are frozen. */
export type ReplyFormState = z.infer<typeof stateSchema>

/** A form on a person's screen. */
export interface OpenForm {
  view: OpenView
  state: ReplyFormState
}

/** A file attached to a reply. */
export interface ReplyFile {
  id: string
  name: string
  size?: number
  /** The person who attached the file to the replaced reply. */
  by?: string
}

export interface RecipientLists {
  to: Address[]
  cc: Address[]
  bcc: Address[]
}

export const listRecipients = ({ to, cc, bcc }: RecipientLists): Address[] => [...to, ...cc, ...bcc]

/** Reads the state of an open form; undefined if it is not a form of this app. */
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

/** The current block id of a field. */
export function blockIdOf({ generations }: Pick<ReplyFormState, 'generations'>, field: RefilledField): string {
  const generation = generations?.[generationOf[field]]
  return generation === undefined ? blockIds[field] : `${blockIds[field]}:${generation}`
}

/** The same form with new block ids for fields whose content is replaced; otherwise Slack keeps the typed content. */
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

/** Returns the recipients typed so far, and an error for each field that cannot be read. */
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

export const formatRecipientFields = ({ to, cc, bcc }: RecipientLists): Record<'to' | 'cc' | 'bcc', string> => {
  const format = (list: Address[]): string => list.map(formatForField).join(', ')
  return { to: format(to), cc: format(cc), bcc: format(bcc) }
}

/** The text typed so far; undefined if it has no words. */
export const readTypedText = ({ view, state }: OpenForm): RichTextBlock | undefined =>
  readRichText(view.values[blockIdOf(state, 'text')]?.[fieldIds.text]?.rich_text_value)

/** The files attached in this form. */
export const readTypedFiles = (view: OpenView): ReplyFile[] =>
  (view.values[blockIds.files]?.[fieldIds.files]?.files ?? []).map(({ id, name = id, size }) => ({
    id,
    name,
    ...(size !== undefined && { size }),
  }))

/** Removes repeated addresses: those in To from Cc, and those in either from Bcc. */
export function withoutRepeats({ to, cc, bcc }: RecipientLists): RecipientLists {
  const seen = new Set<string>()
  const fresh = (list: Address[]) =>
    uniqueAddresses(list).filter(({ address }) => !seen.has(address.toLowerCase()) && seen.add(address.toLowerCase()))
  return { to: fresh(to), cc: fresh(cc), bcc: fresh(bcc) }
}
