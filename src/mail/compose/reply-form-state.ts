import type { OpenView } from '../../slack/inbound/listeners.ts'
import type { RichTextBlock } from '../../slack/blocks/slack-message.ts'
import { actionIds } from '../action-ids.ts'
import { readRichText } from '../content/slack-to-mail.ts'
import { type Address, parseTypedAddresses, uniqueAddresses } from '../model/address.ts'
import { formTexts } from '../text/en-forms.ts'

/** Block ids of the reply form; frozen, since forms stay open over an upgrade. */
export const blockIds = {
  to: 'to',
  cc: 'cc',
  bcc: 'bcc',
  text: 'text',
  kept: 'kept',
  without: 'without',
  files: 'files',
} as const
/** Action ids of the fields that are only read when the form is sent. */
export const fieldIds = {
  text: 'mail.text',
  kept: 'mail.kept',
  without: 'mail.without',
  files: 'mail.files',
} as const

/** What an open form remembers until it is submitted: ids and keyed hashes only. Its field names are frozen. */
export interface ReplyFormState {
  thread: string
  mail: string
  /** The newest mail of the thread that this person has been shown. */
  newest: string
  /** Hash of the new recipients that this person has been warned about. */
  warned: string
  /** The newest reply of a colleague that this person has been warned about. */
  colleague?: string
  /** The reply that this one replaces. */
  instead?: string
  /** The files of that reply that Slack no longer gives. */
  gone?: string[]
  /** It answers everyone. */
  all?: boolean
  /** Hash of the recipients that this person has been shown as a list. */
  shown?: string
  /** Where the form was opened. */
  place?: FormPlace
}

/** A channel, or a thread in it. */
export interface FormPlace {
  channel: string
  threadTs?: string
}

/** A file that goes along with a reply. */
export interface ReplyFile {
  id: string
  name: string
  size?: number
}

/** Who gets a mail. */
export interface RecipientLists {
  to: Address[]
  cc: Address[]
  bcc: Address[]
}

/** Everyone who gets the mail. */
export const listRecipients = ({ to, cc, bcc }: RecipientLists): Address[] => [...to, ...cc, ...bcc]

/** What an open form remembers; undefined when it is not a reply form of this app. */
export function readFormState({ privateMetadata }: OpenView): ReplyFormState | undefined {
  try {
    const state: Partial<ReplyFormState> = JSON.parse(privateMetadata)
    const { thread, mail, newest = '', warned = '', colleague, instead, gone, all, shown, place } = state
    if (!thread || !mail) return undefined
    return {
      thread,
      mail,
      newest,
      warned,
      ...(colleague && { colleague }),
      ...(instead && { instead }),
      ...(Array.isArray(gone) && { gone }),
      ...(all && { all }),
      ...(shown && { shown }),
      ...(place?.channel && { place }),
    }
  } catch {
    return undefined
  }
}

/** The recipients as typed so far, and an error for each field that cannot be read. */
export function readTypedRecipients(view: OpenView): RecipientLists & { unreadable: Record<string, string> } {
  const read = (id: 'to' | 'cc' | 'bcc') =>
    parseTypedAddresses(view.values[id]?.[`${actionIds.recipients}:${id}`]?.value ?? '')
  const found = { to: read('to'), cc: read('cc'), bcc: read('bcc') }
  const unreadable = Object.entries(found).flatMap(([id, { unreadable: parts }]) =>
    parts.length > 0 ? [[id, formTexts.notAddress(parts)] as const] : [],
  )
  return {
    to: found.to.addresses,
    cc: found.cc.addresses,
    bcc: found.bcc.addresses,
    unreadable: Object.fromEntries(unreadable),
  }
}

/** The text as typed so far; undefined without words. */
export const readTypedText = (view: OpenView): RichTextBlock | undefined =>
  readRichText(view.values[blockIds.text]?.[fieldIds.text]?.rich_text_value)

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
