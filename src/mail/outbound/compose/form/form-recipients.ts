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

/** For To, Cc and Bcc together. The mailbox documents no limit; comparable services usually allow no more. */
export const MAX_RECIPIENTS = 50
/** Slack's limit for a field, minus room for the label of a list. */
const FIELD_CHARS = 2980

/** The recipients of a mail, as its form shows them. */
export interface FormRecipients extends RecipientLists {
  /** The fields as typed, if the form opens with a draft. */
  typed?: Record<'to' | 'cc' | 'bcc', string>
  /** Whether they are shown in fields; otherwise they are a list that follows from the records alone. */
  isEditing: boolean
  /** The number of recipients that the form has no room for. */
  leftOut: number
  /** Whether these are only some of the recipients of the replaced reply. */
  isPartOfEarlier: boolean
}

/** Returns the recipients of an open form, and an error for each field that cannot be read. */
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

/** The initial recipients: those of the answered mail, or of the replaced reply; none for a new mail and a forward. */
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

/** The recipients that fit in a field of the form, which takes 3,000 characters; no address is cut. */
export function fitInField(list: Address[]): Address[] {
  let left = FIELD_CHARS
  return list.filter((address) => {
    left -= formatAddress(address).length + 2
    return left >= 0
  })
}

/** The recipients of an earlier reply; after a bounce, only those that it did not reach. */
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
  // To needs a recipient. People in Bcc stay there: they must not see each other.
  return { ...(to.length > 0 ? { to, cc } : { to: cc, cc: [] }), bcc, isPart: lost.size > 0 }
}

/** Whether Cc or Bcc has content, even if it is not an address. */
export const hasCopies = ({ cc, bcc, typed }: FormRecipients): boolean =>
  typed ? Boolean(typed.cc.trim() || typed.bcc.trim()) : cc.length + bcc.length > 0

/** Hashes the recipients: a form remembers the list that it showed without any address in its metadata. */
export const hashRecipients = ({ keyedHash }: OutboundScope, { to, cc, bcc }: RecipientLists): string =>
  keyedHash('recipients', JSON.stringify([to, cc, bcc].map((list) => list.map(({ address }) => address.toLowerCase()))))

/** Describes the recipients before the person writes. */
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
