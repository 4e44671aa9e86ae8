import { plainText, section } from '../../../../slack/blocks/block-builders.ts'
import { checkboxes, checkboxRow } from '../../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import type { OpenView } from '../../../../slack/inbound/listeners.ts'
import { type Address, domainOf, isSameAddress } from '../../../records/address.ts'
import {
  describeNewDomains,
  labelSuppressedTick,
  nameAllAddresses,
} from '../../../text/outbound/recipient-sentences.ts'
import { isUnsent } from '../../../records/mail/mail.ts'
import { isNeverSent, mayHaveLeft } from '../../../records/replies/reply.ts'
import { isOftenRefused } from '../../files/file-types.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { describeSuppressed } from '../../suppression/describe-reason.ts'
import { findSuppressed } from '../../suppression/find-suppressed.ts'
import type { MailText } from '../../../text/mail-text.ts'
import type { AnsweredMail, FormContext } from './form-context.ts'
import type { FormReader } from './form-reader.ts'
import { addressNoticeId, type FormNotice } from './form-notice.ts'
import { blockIds, fieldIds, listRecipients, type RecipientLists, type ReplyFormState } from './reply-form-state.ts'

const MANY_RECIPIENTS = 10
/** The newest mails and replies of a thread that are read for its domains. */
const RECENT = 20

/** A mail ready to be sent. */
export interface TickedMail {
  context: FormContext
  kind: ReplyFormState['kind']
  recipients: RecipientLists
  /** The names of its attachments. */
  fileNames: string[]
  /** Addresses that this person has confirmed, in the version that this one replaces. */
  confirmed: Address[]
}

/** Lists the boxes to tick before this mail is sent. Each finder adds its own. */
export async function listRequiredTicks(
  scope: OutboundScope,
  reader: FormReader,
  sending: TickedMail,
): Promise<FormNotice[]> {
  const asked = findSuppressedRecipients(scope, reader, sending)
  const found = [
    findManyRecipients(scope, reader, sending),
    await findNewDomains(scope, reader, sending),
    await findRefusedFiles(scope, reader, sending),
    await asked,
  ]
  return found.filter((one) => one !== undefined)
}

/** Requires a tick for files that mail servers refuse by name. Known harmful files can only be in a forward of a whole mail. */
async function findRefusedFiles(
  scope: OutboundScope,
  { text }: FormReader,
  { fileNames, kind, context: { answered } }: TickedMail,
): Promise<FormNotice | undefined> {
  const harmful = kind === 'forward' && answered ? await findHarmfulFiles(scope, answered) : []
  const refused = fileNames.filter((name) => isOftenRefused(name) || harmful.includes(name))
  if (refused.length === 0) return undefined
  const { oftenRefused, tickRefused } = text.outgoing
  return {
    id: addressNoticeId(scope, 'refused', refused),
    sentence: oftenRefused({ files: text.formats.list(refused) }),
    needsTick: { label: tickRefused },
  }
}

/** The names of files that were requested in Slack, and stayed in the mailbox because they are unsafe. */
async function findHarmfulFiles({ mailStore }: OutboundScope, { key, mail }: AnsweredMail): Promise<string[]> {
  const files = (await mailStore.sharedFiles.get(key))?.value.files ?? {}
  return mail.attachments.flatMap(({ name }, index) => (files[index]?.reason === 'unsafe' ? [name] : []))
}

function findManyRecipients(
  scope: OutboundScope,
  { text }: FormReader,
  { recipients }: TickedMail,
): FormNotice | undefined {
  const addresses = listRecipients(recipients).map(({ address }) => address)
  const people = addresses.length
  if (people <= MANY_RECIPIENTS) return undefined
  return {
    id: addressNoticeId(scope, 'many', addresses),
    sentence: text.compose.manyRecipients({ people, addresses: nameAllAddresses(text, addresses) }),
    needsTick: { label: text.compose.tickMany({ people }) },
  }
}

/**
 * Requires a tick for people who are new to a thread, because an added recipient reads it. A forward is for somebody new: only addresses that the
 * inbox has never exchanged mail with need one. A new mail has no thread.
 */
async function findNewDomains(
  scope: OutboundScope,
  { text }: FormReader,
  { context: { answered, inboxId }, kind, recipients, confirmed }: TickedMail,
): Promise<FormNotice | undefined> {
  if (!answered) return undefined
  const known = await findThreadDomains(scope, answered)
  const outsiders = listRecipients(recipients).filter(
    (one) =>
      domainOf(one.address) !== domainOf(inboxId) &&
      !known.has(domainOf(one.address)) &&
      !confirmed.some((other) => isSameAddress(other.address, one.address)),
  )
  const { contacts } = scope.records
  const strangers =
    kind === 'forward' ? await contacts.findNewRecipients(inboxId, outsiders) : outsiders.map(({ address }) => address)
  if (strangers.length === 0) return undefined
  const companies = new Set(strangers.map(domainOf)).size
  const { sentence, tick } = describeNewDomains(text, { companies, addresses: strangers })
  return {
    id: addressNoticeId(scope, 'domains', strangers),
    ...(sentence !== undefined && { sentence }),
    needsTick: { ...tick, covers: strangers },
  }
}

/** Requires a tick for addresses that bounced, complained or are blocked. A new reason needs a new tick. */
async function findSuppressedRecipients(
  scope: OutboundScope,
  { text }: FormReader,
  { context: { inboxId }, recipients }: TickedMail,
): Promise<FormNotice | undefined> {
  const suppressed = await findSuppressed(scope, inboxId, listRecipients(recipients))
  if (suppressed.length === 0) return undefined
  const named = suppressed.map(({ address, because }) => [address, ...because.map(({ reason }) => reason)].join(' '))
  const addresses = suppressed.map(({ address }) => address)
  return {
    id: addressNoticeId(scope, 'suppressed', named),
    sentence: text.suppression.notice({ count: suppressed.length }),
    needsTick: { details: describeSuppressed(text, suppressed), label: labelSuppressedTick(text, addresses) },
  }
}

/** The domains of all people in recent mail of a thread. */
async function findThreadDomains(
  { mailStore, replyStore }: OutboundScope,
  { thread, key, mail }: AnsweredMail,
): Promise<Set<string>> {
  const others = thread.mails.slice(-RECENT).filter((one) => one !== key)
  const found = await Promise.all(others.map((one) => mailStore.findMail(one)))
  const mails = found.filter((one) => one && !isUnsent(one))
  const replies = await Promise.all(thread.replies.slice(-RECENT).map(({ id }) => replyStore.findReply(id)))
  const people: Address[] = [
    ...[mail, ...mails].flatMap((one) => (one ? [one.from, ...one.replyTo, ...one.to, ...one.cc] : [])),
    ...replies.flatMap((one) => (one && mayHaveLeft(one) && !isNeverSent(one) ? listRecipients(one) : [])),
  ]
  if (mail.own !== undefined) people.push({ address: mail.own })
  return new Set(people.map(({ address }) => domainOf(address)).filter((domain) => domain !== ''))
}

/** The block id names the ticks: Slack then keeps no tick for other addresses. */
const ticksBlockId = (ids: string[]): string => [blockIds.ticks, ...ids].join(':')

/**
 * Renders the boxes with their ticks, not as an input block: a required one would block Send after the person has removed the address in question,
 * and Slack marks every other one as optional.
 */
export function buildTicks({ compose }: MailText, notices: FormNotice[], ticked: string[]): MessageBlock[] {
  const list = notices.flatMap(({ id, sentence, needsTick }) => (needsTick ? [{ id, sentence, ...needsTick }] : []))
  if (list.length === 0) return []
  const choices = list.map(({ id, label, description }) => ({ text: label, value: id, description }))
  return [
    section(compose.ticks),
    ...list.flatMap(({ sentence, details = [] }) => [
      ...(sentence === undefined ? [] : [section(plainText(sentence))]),
      ...details,
    ]),
    checkboxRow(ticksBlockId(list.map(({ id }) => id)), checkboxes(fieldIds.ticks, choices, ticked)),
  ]
}

/** The ids of the ticked boxes in a form. */
export const readTicks = ({ values }: OpenView): string[] =>
  Object.entries(values)
    .filter(([block]) => block.startsWith(`${blockIds.ticks}:`))
    .flatMap(([, fields]) => fields[fieldIds.ticks]?.selected_options?.map(({ value }) => value) ?? [])

/** The addresses that no tick covers. */
export const withoutCovered = (addresses: string[], notices: FormNotice[]): string[] =>
  addresses.filter(
    (address) => !notices.some(({ needsTick }) => needsTick?.covers?.some((one) => isSameAddress(one, address))),
  )
