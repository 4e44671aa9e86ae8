import { type Address, formatAddress, isSameAddress } from '../../../records/address.ts'
import { deriveDeliveryStatus } from '../../../records/replies/delivery-status.ts'
import type { Mail } from '../../../records/mail/mail.ts'
import { nameRecipients } from '../../../text/name-people.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { MailText } from '../../../text/mail-text.ts'
import type { FormContext } from '../fields/form-context.ts'
import { findReplacedReply } from '../drafts/kept-files.ts'
import {
  blockIdOf,
  listRecipients,
  type OpenForm,
  readTypedRecipients,
  type RecipientLists,
  type ReplyFormState,
} from '../fields/reply-form-state.ts'
import { replyRecipients } from '../fields/reply-recipients.ts'

/** For To, Cc and Bcc together. The mailbox documents no limit; senders of its kind usually take no more. */
export const MAX_RECIPIENTS = 50
/** Slack's limit for a field, and room for the label of a list. */
const FIELD_CHARS = 2980

/** Who gets a mail, as its form shows it. */
export interface FormRecipients extends RecipientLists {
  /** The fields as they were typed, if the form opens with a draft. */
  typed?: Record<'to' | 'cc' | 'bcc', string>
  /** They are shown in fields; otherwise as a list, and then they follow from the records alone. */
  isEditing: boolean
  /** How many recipients the form has no room for. */
  leftOut: number
  /** Only some of the recipients of the reply that this one replaces. */
  isPartOfEarlier: boolean
}

/** The recipients of an open form, and an error for each field that cannot be read. */
export async function readFormRecipients(
  scope: OutboundScope,
  { text }: { text: MailText },
  { answered }: FormContext,
  form: OpenForm,
): Promise<FormRecipients & { unreadable: Record<string, string> }> {
  const { view, state } = form
  if (view.values[blockIdOf(state, 'to')] === undefined)
    return { ...(await findFormRecipients(scope, answered?.mail, state)), unreadable: {} }
  return { ...readTypedRecipients(text, form), isEditing: true, leftOut: 0, isPartOfEarlier: false }
}

/** Whom a mail goes to before somebody edits that: the answered mail says so, or the reply that this one replaces; a new mail and a forward go to nobody yet. */
export async function findFormRecipients(
  scope: OutboundScope,
  mail: Mail | undefined,
  state: Pick<ReplyFormState, 'kind' | 'thread' | 'instead' | 'all'>,
): Promise<FormRecipients> {
  const { kind, all = false } = state
  const earlier = await findUnreached(scope, state)
  const answers = mail && !kind ? replyRecipients(mail, all) : { to: [], cc: [] }
  const lists = earlier ?? { ...answers, bcc: [] }
  const shown = { to: fitInField(lists.to), cc: fitInField(lists.cc), bcc: fitInField(lists.bcc) }
  const unread = earlier || !all ? 0 : (mail?.leftOut ?? 0)
  return {
    ...shown,
    // Slack requires an address in To.
    isEditing: shown.to.length === 0,
    leftOut: unread + listRecipients(lists).length - listRecipients(shown).length,
    isPartOfEarlier: earlier?.isPart ?? false,
  }
}

/** The recipients that a field of the form has room for: it takes 3,000 characters, and no address is cut. */
export function fitInField(list: Address[]): Address[] {
  let left = FIELD_CHARS
  return list.filter((address) => {
    left -= formatAddress(address).length + 2
    return left >= 0
  })
}

/** The recipients of an earlier reply; after a bounce only those that it did not reach. */
async function findUnreached(
  scope: OutboundScope,
  state: Pick<ReplyFormState, 'kind' | 'thread' | 'instead'>,
): Promise<(RecipientLists & { isPart: boolean }) | undefined> {
  const { replyStore } = scope
  const reply = await findReplacedReply(scope, state)
  if (!reply) return undefined
  const { bounced } = deriveDeliveryStatus(reply, await replyStore.readDeliveryReport(reply))
  const lost = new Set(bounced.map(({ address }) => address.toLowerCase()))
  const unreached = (list: Address[]) =>
    lost.size > 0 ? list.filter(({ address }) => lost.has(address.toLowerCase())) : list
  const [to, cc, bcc] = [unreached(reply.to), unreached(reply.cc), unreached(reply.bcc)]
  // Somebody has to be in To. People in Bcc stay there: they must not see each other.
  return { ...(to.length > 0 ? { to, cc } : { to: cc, cc: [] }), bcc, isPart: lost.size > 0 }
}

/** Whether there is anything in Cc or Bcc, also something that is no address. */
export const hasCopies = ({ cc, bcc, typed }: FormRecipients): boolean =>
  typed ? Boolean(typed.cc.trim() || typed.bcc.trim()) : cc.length + bcc.length > 0

/** Names who gets a mail, so that a form remembers what it showed without any address in its metadata. */
export const hashRecipients = ({ keyedHash }: OutboundScope, { to, cc, bcc }: RecipientLists): string =>
  keyedHash('recipients', JSON.stringify([to, cc, bcc].map((list) => list.map(({ address }) => address.toLowerCase()))))

/** What a person should know about the recipients before they write. */
export function describeRecipients(text: MailText, recipients: FormRecipients, mail: Mail | undefined): string[] {
  const { forms, compose } = text
  const { leftOut, isPartOfEarlier } = recipients
  const people = listRecipients(recipients).length
  return [
    ...(mail ? describeAnswered(text, mail, recipients) : []),
    ...(isPartOfEarlier ? [forms.onlyBounced] : []),
    ...(leftOut > 0 ? [forms.leftOut({ count: leftOut })] : []),
    ...(people > MAX_RECIPIENTS
      ? [compose.atMost({ most: MAX_RECIPIENTS, people, surplus: people - MAX_RECIPIENTS })]
      : []),
  ]
}

function describeAnswered(text: MailText, { from, replyTo }: Mail, { to }: FormRecipients): string[] {
  const isIn = (list: Address[], address: string) => list.some((one) => isSameAddress(one.address, address))
  const elsewhere = to.filter(({ address }) => isIn(replyTo, address))
  const isElsewhere = from.address !== '' && elsewhere.length > 0 && !isIn(to, from.address)
  return [
    ...(from.address === '' && to.length === 0 ? [text.forms.unknownSender] : []),
    ...(isElsewhere
      ? [text.forms.goesElsewhere({ addresses: nameRecipients(text, elsewhere), sender: from.address })]
      : []),
  ]
}
