import { actionsBlock, button } from '../../../../slack/blocks/block-builders.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import { mailActionIds } from '../../../action-ids.ts'
import { type Address, isSameAddress, uniqueAddresses } from '../../../records/address.ts'
import type { Mail } from '../../../records/mail/mail.ts'
import { nameRecipients } from '../../../text/name-people.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { MailText } from '../../../text/mail-text.ts'
import type { FormNews } from './form-content.ts'
import { findFormContext } from '../fields/form-context.ts'
import type { FormReader } from '../fields/form-reader.ts'
import { findFormRecipients, hashRecipients, readFormRecipients } from './form-recipients.ts'
import { listRecipients, type OpenForm, type RecipientLists, type ReplyFormState } from '../fields/reply-form-state.ts'
import { replyRecipients } from '../fields/reply-recipients.ts'

const isIn = (list: Address[], { address }: Address): boolean => list.some((one) => isSameAddress(one.address, address))

/** The button that switches between an answer to the sender and one to everyone; none if both have the same recipients. */
export function buildReplySwitch(
  { compose }: MailText,
  { kind, instead, all = false }: ReplyFormState,
  mail: Mail | undefined,
): MessageBlock[] {
  if (!mail || kind || instead !== undefined) return []
  const lists = [false, true].map((isToAll) => listRecipients({ ...replyRecipients(mail, isToAll), bcc: [] }))
  if (lists[0]?.length === lists[1]?.length) return []
  const label = all ? compose.replyInstead : compose.replyAllInstead
  return actionsBlock(button({ actionId: mailActionIds.switchReply, text: label }))
}

/**
 * Switches between an answer to the sender and one to everyone. The person's changes to the recipients stay, and the form names added or removed
 * people.
 */
export async function switchReply(
  scope: OutboundScope,
  reader: FormReader,
  form: OpenForm,
): Promise<FormNews | undefined> {
  const { text } = reader
  const { state } = form
  const all = !state.all
  const context = await findFormContext(scope, state)
  if (!context?.answered || state.kind || state.instead !== undefined) return undefined
  const { mail } = context.answered
  const { unreadable, ...shown } = await readFormRecipients(scope, reader, context, form)
  // Refilled fields would lose text that cannot be read.
  if (Object.keys(unreadable).length > 0) return { warnings: [text.compose.unreadableFirst] }
  const [now, next] = await Promise.all([
    findFormRecipients(scope, mail, state),
    findFormRecipients(scope, mail, { ...state, all }),
  ])
  const isEdited = shown.isEditing && hashRecipients(scope, shown) !== hashRecipients(scope, now)
  if (!isEdited) return { memory: { all }, recipients: { ...next, isEditing: shown.isEditing || next.isEditing } }
  const lists = all ? addRecipients(shown, next) : removeRecipients(shown, now, next)
  const moved = all ? without(listRecipients(lists), shown) : without(listRecipients(shown), lists)
  const words = all ? text.compose.recipientsAdded : text.compose.recipientsRemoved
  return {
    memory: { all },
    recipients: { ...shown, ...lists },
    ...(moved.length > 0 && { warnings: [words({ addresses: nameRecipients(text, moved) })] }),
  }
}

const without = (list: Address[], lists: RecipientLists): Address[] =>
  list.filter((one) => !isIn(listRecipients(lists), one))

const addRecipients = (shown: RecipientLists, next: RecipientLists): RecipientLists => ({
  to: uniqueAddresses([...shown.to, ...without(next.to, shown)]),
  cc: uniqueAddresses([...shown.cc, ...without(next.cc, shown)]),
  bcc: shown.bcc,
})

/** Removes recipients added only by Reply all; keeps someone in To. */
function removeRecipients(shown: RecipientLists, now: RecipientLists, next: RecipientLists): RecipientLists {
  const isTakenOut = (one: Address) => isIn(listRecipients(now), one) && !isIn(listRecipients(next), one)
  const [to, cc] = [shown.to, shown.cc].map((list) => list.filter((one) => !isTakenOut(one)))
  return { to: to && to.length > 0 ? to : next.to, cc: cc ?? [], bcc: shown.bcc }
}

/** Makes the form answer this newer mail of its thread. Recipients that the person has changed stay; the others follow from the newer mail. */
export async function answerNewest(
  scope: OutboundScope,
  reader: FormReader,
  form: OpenForm,
  newest: string | undefined,
): Promise<FormNews | undefined> {
  const { state } = form
  const [before, context] = await Promise.all([
    findFormContext(scope, state),
    newest === undefined ? undefined : findFormContext(scope, { ...state, mail: newest }),
  ])
  if (newest === undefined || !before?.answered || !context?.answered || state.kind) return undefined
  const { unreadable, ...shown } = await readFormRecipients(scope, reader, before, form)
  const [now, next] = await Promise.all([
    findFormRecipients(scope, before.answered.mail, state),
    findFormRecipients(scope, context.answered.mail, state),
  ])
  const isEdited =
    Object.keys(unreadable).length > 0 ||
    (shown.isEditing && hashRecipients(scope, shown) !== hashRecipients(scope, now))
  return {
    memory: { mail: newest },
    ...(!isEdited && { recipients: { ...next, isEditing: shown.isEditing || next.isEditing } }),
  }
}
