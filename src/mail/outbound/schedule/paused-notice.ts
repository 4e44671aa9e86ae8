import type { ScopedCardKind, ScopedFeature } from '../../../scoped-feature.ts'
import { withinDeadline } from '../../../core/question-time.ts'
import { actionsBlock, contextBlock, plainText } from '../../../slack/blocks/block-builders.ts'
import type { Message, MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { escapeMrkdwn, formatMoment } from '../../../slack/blocks/mrkdwn.ts'
import { mentionMessage, textMessage } from '../../../slack/blocks/text-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { MESSAGE_GONE, THREAD_GONE } from '../../../slack/api/slack-errors.ts'
import type { CardRef } from '../../../slack/outbox/cards.ts'
import { findThreadChannel } from '../../access/mail-acts.ts'
import { cardKinds } from '../../action-ids.ts'
import { displayAddress } from '../../records/address.ts'
import { stopsReplies } from '../../records/mail/mail.ts'
import { findBroughtBy } from '../../records/mail/mail-thread.ts'
import { replyActions, situationBeforeSent } from '../../records/reply-actions.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { describeChange } from '../../cards/replies/describe-approval.ts'
import { mayLackSender, type Reply } from '../../records/replies/reply.ts'
import { addressOthersOrBack, findDecisionPlace, findSuccessors } from '../../notify/gone-writer.ts'
import { describeNewest } from '../newer-mails.ts'
import { describePausedFate, othersQuestionOpId, pausedQuestionOpId } from '../../cards/replies/paused-question.ts'
import { findThreadAnchor } from '../../notify/thread-anchor.ts'
import { maySenderSend } from '../approval/approval-acts.ts'
import { withThreadLink } from '../../notify/thread-link.ts'
import { isMentioned } from '../../notify/writer-notice.ts'
import { findDecision } from '../../records/replies/reply-decision.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { nameAddresses, nameBroughtIn, nameRecipients } from '../../text/name-people.ts'
import { buildAllowedButtons } from '../../cards/action-buttons.ts'

const pausedNotice: ScopedCardKind<OutboundScope> = {
  kind: cardKinds.paused,
  render: async (scope, id, copy = '0') => {
    const reply = await scope.replyStore.findReply(id)
    if (!reply) return undefined
    const text = mailTextIn(await scope.languages.ofWorkspace(scope.team))
    if (copy.startsWith(OFFER)) return buildOffer(scope, text, { id, reply }, copy)
    const isForOthers = copy.startsWith(OTHERS)
    const schedule = isForOthers ? copy.slice(OTHERS.length) : copy
    return (isForOthers ? buildForOthers : buildPausedNotice)(scope, text, { id, reply }, schedule)
  },
  onLost: async (scope, id, { code, copy = '0' }) => {
    const wasShown = MESSAGE_GONE.has(code) && code !== THREAD_GONE
    // At its time, those who look after the thread are notified directly.
    if (!wasShown && !copy.startsWith(OFFER))
      await askDirectly(scope, id, copy.startsWith(OTHERS) ? copy.slice(OTHERS.length) : copy)
  },
}

/** Asks the writer of a paused reply what to do, because mail arrived. The question loses its buttons once it is answered. */
export const pausedNoticeFeature: ScopedFeature<OutboundScope> = { cards: [pausedNotice] }

/** Identifies the question; each set time is paused at most once. */
const pausedRef = (team: string, id: string, { schedules = 0 }: Reply): CardRef => ({
  team,
  kind: cardKinds.paused,
  id,
  ...(schedules > 0 && { copy: String(schedules) }),
})

/** Prefix for the copy that asks the others, because the writer is gone. */
const OTHERS = 'others-'
/** Prefix for the copy that offers a scheduled reply to the others before its time, because its sender may no longer send it. */
const OFFER = 'offer-'
/** Prefix for the copy that offers a reply that awaits approval to the others, for the same reason. */
const OFFER_AWAITING = `${OFFER}approval-`

/** Names the copy that offers a reply in its present state. */
const nameOffer = ({ state, schedules = 0 }: Reply): string =>
  `${state === 'awaiting' ? OFFER_AWAITING : OFFER}${schedules}`

/**
 * Asks in the thread, or by direct message if the channel's settings allow no mentions; once for each set time. If the writer is gone, asks the
 * channel, or the people who look after the thread if no channel shows it.
 */
export async function showPausedNotice(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const { anchor, isWriterGone } = await findDecisionPlace(scope, reply)
  if (anchor && isWriterGone) {
    const copy = `${OTHERS}${reply.schedules ?? 0}`
    return scope.cards.show({ team: scope.team, kind: cardKinds.paused, id, copy }, { ...anchor, isBroadcast: true })
  }
  if (anchor && (await isMentioned(scope, reply.user, anchor.channel)))
    return scope.cards.show(pausedRef(scope.team, id, reply), anchor)
  return askDirectly(scope, id, String(reply.schedules ?? 0))
}

/**
 * Offers a reply that is scheduled or awaits approval to the others in its channel if its sender left or lost the permission; once for each set time and
 * request.
 */
export async function offerToOthers(scope: OutboundScope, id: string): Promise<void> {
  const { team, cards, replyStore } = scope
  const reply = await replyStore.findReply(id)
  if (!reply || !mayLackSender(reply)) return
  // A sender who may send again takes it back.
  if (await maySenderSend(scope, { id, reply })) return cards.refresh({ team, kind: cardKinds.paused, id })
  const anchor = await findThreadAnchor(scope, reply.thread)
  const copy = nameOffer(reply)
  if (anchor) await cards.show({ team, kind: cardKinds.paused, id, copy }, { ...anchor, isBroadcast: true })
}

/** Asks the writer, or others if they are gone. */
async function askDirectly(scope: OutboundScope, id: string, schedule: string): Promise<void> {
  const reply = await scope.replyStore.findReply(id)
  if (!reply || !isStopped(reply, schedule)) return
  const { isWriterGone } = await findDecisionPlace(scope, reply)
  return isWriterGone ? askSuccessors(scope, id, schedule, reply) : askWriter(scope, id, schedule)
}

/** Recorded before the question is posted: the answer must find the question. */
async function askWriter(scope: OutboundScope, id: string, schedule: string): Promise<void> {
  const reply = await scope.replyStore.replies.update(id, (now) =>
    now && isStopped(now, schedule) ? { ...now, askedDirectly: Number(schedule) } : undefined,
  )
  if (!reply || !isStopped(reply, schedule)) return
  const { user } = reply
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const quote = await quoteStop(scope, text, user, reply)
  const message = await buildPausedNotice(scope, text, { id, reply, quote }, schedule)
  const linked = await withThreadLink(scope, text, reply.thread, message)
  await scope.outbox.postDirect({ team: scope.team, user, opId: pausedQuestionOpId(id, schedule), message: linked })
}

/** Recorded before the questions are posted, like the one to the writer. */
async function askSuccessors(scope: OutboundScope, id: string, schedule: string, { thread, user }: Reply) {
  const { team, replyStore, languages, outbox, log } = scope
  const people = await findSuccessors(scope, { thread, user })
  if (people.length === 0) log.error({ team, reply: id }, 'nobody to ask about a paused reply: its writer is gone')
  const reply = await replyStore.replies.update(id, (now) => {
    if (!now || !isStopped(now, schedule)) return undefined
    const asked = now.askedOthers?.schedule === Number(schedule) ? now.askedOthers.people : []
    return { ...now, askedOthers: { schedule: Number(schedule), people: [...new Set([...asked, ...people])] } }
  })
  if (!reply || !isStopped(reply, schedule)) return
  for (const one of people) {
    const text = mailTextIn(await languages.ofPerson(team, one))
    const quote = await quoteStop(scope, text, one, reply)
    const question = await buildForOthers(scope, text, { id, reply, quote }, schedule)
    const message = await withThreadLink(scope, text, thread, question)
    await outbox.postDirect({ team, user: one, opId: othersQuestionOpId(id, schedule, one), message })
  }
}

/** Quotes the beginning of the mail that paused a reply, for a person who may read its thread. */
async function quoteStop(
  scope: OutboundScope,
  text: MailText,
  reader: string,
  { pausedBy, refusedBy, thread }: Reply,
): Promise<MessageBlock[]> {
  const mail = refusedBy ? undefined : await scope.mailStore.findMail(pausedBy)
  const channel = await findThreadChannel(scope, thread)
  if (!mail || !stopsReplies(mail) || channel === undefined) return []
  if (!(await withinDeadline(scope.access.mayRead(scope.team, reader, channel)))) return []
  // No rich text: Slack refuses to remove it when the message loses its buttons.
  return contextBlock(plainText(describeNewest(text, mail)))
}

/** A paused reply, for the question about it. The quotation is for a direct message: in the thread, the mail is next to the question. */
interface PausedReply {
  id: string
  reply: Reply
  quote?: MessageBlock[]
}

/** Builds the question for others, because the writer is gone. */
async function buildForOthers(
  scope: OutboundScope,
  text: MailText,
  paused: PausedReply,
  schedule: string,
): Promise<Message> {
  const { reply } = paused
  const { user } = reply
  const writer = await readQuietName(text, scope.people, scope.team, user)
  const message = await buildPausedNotice(scope, text, { ...paused, writer }, schedule)
  return isStopped(reply, schedule) ? addressOthersOrBack(scope, text, { reply, message }) : message
}

/** Whether the reply is still paused at this schedule. */
const isStopped = ({ state, schedules = 0 }: Reply, schedule: string): boolean =>
  state === 'paused' && String(schedules) === schedule

/** Builds the offer of a reply whose sender may no longer send it, or what has become of the reply. */
async function buildOffer(
  scope: OutboundScope,
  text: MailText,
  { id, reply }: PausedReply,
  copy: string,
): Promise<Message> {
  const words = text.schedule.forOthers
  const { by, user, dueAt } = reply
  const waitsFor = copy.startsWith(OFFER_AWAITING) ? 'approval' : 'other'
  const to = escapeMrkdwn(nameRecipients(text, [...reply.to, ...reply.cc, ...reply.bcc]))
  const nameOf = (one: string) => readQuietName(text, scope.people, scope.team, one)
  const isStill = mayLackSender(reply) && nameOffer(reply) === copy
  if (isStill && !(await maySenderSend(scope, { id, reply }))) {
    const buttons = buildAllowedButtons(text, replyActions, situationBeforeSent(reply, false), id)
    return textMessage(
      words.offer({ writer: await nameOf(by ?? user), to, waitsFor, time: formatMoment(dueAt) }),
      actionsBlock(...buttons),
    )
  }
  const known = isStill ? (waitsFor === 'approval' ? 'awaiting' : 'again') : findOfferFate(reply)
  const fate = known
    ? text.schedule.offerFate({ fate: known })
    : escapeMrkdwn(await describePausedFate(scope, text, reply))
  // A person who takes it over is its sender from then on.
  return textMessage(words.offered({ writer: await nameOf(user), to, waitsFor, fate }))
}

/** Names the fate of an offered reply that no person decided; undefined if somebody did. */
function findOfferFate(reply: Reply): 'paused' | 'failed' | 'other' | undefined {
  const { state } = reply
  if (state === 'paused' || state === 'failed') return state
  return (state === 'held' || state === 'sending') && findDecision(reply) === undefined ? 'other' : undefined
}

function choosePausedSentence({ sendAt, isOverdue }: Reply): 'pausedDelayed' | 'pausedOverdue' | 'pausedNow' {
  if (sendAt === undefined) return 'pausedDelayed'
  return isOverdue ? 'pausedOverdue' : 'pausedNow'
}

/** Builds the question; `writer` names a writer who is gone, in mrkdwn, and the others are then asked. */
async function buildPausedNotice(
  scope: OutboundScope,
  text: MailText,
  { id, reply, quote = [], writer }: PausedReply & { writer?: string },
  schedule: string,
): Promise<Message> {
  const { team, mailStore, settings } = scope
  const { user, pausedBy } = reply
  const words = text.schedule
  if (!isStopped(reply, schedule)) {
    const who = nameRecipients(text, [...reply.to, ...reply.cc, ...reply.bcc])
    // The message begins with a mention of the writer, who is the reader that it addresses.
    const fate = await describePausedFate(scope, text, reply, writer === undefined ? user : undefined)
    return writer === undefined
      ? mentionMessage(user, words.pausedBefore({ to: who, fate }))
      : textMessage(words.forOthers.pausedBefore({ to: escapeMrkdwn(who), writer, fate: escapeMrkdwn(fate) }))
  }
  const mail = await mailStore.findMail(pausedBy)
  const from = mail?.from.address ? displayAddress(mail.from) : text.noSender
  const thread = await mailStore.findThread(reply.thread)
  const how = nameBroughtIn(thread && pausedBy !== undefined ? findBroughtBy(thread, pausedBy) : undefined)
  const buttons = buildAllowedButtons(text, replyActions, situationBeforeSent(reply, false), id)
  const refused = reply.refusedBy && nameAddresses(text, reply.refusedBy)
  const kind = refused === undefined ? choosePausedSentence(reply) : 'pausedRefused'
  const about = refused ?? from
  const hint = describeChange(text, reply, (await readApprovers(settings, team, reply.inboxId)) !== undefined)
  const below = [...quote, ...contextBlock(hint), ...actionsBlock(...buttons)]
  return writer === undefined
    ? mentionMessage(user, words[kind]({ who: about, how }), below)
    : textMessage(words.forOthers[kind]({ who: escapeMrkdwn(about), how, writer }), below)
}
