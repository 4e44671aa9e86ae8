import { actionsBlock, contextBlock, plainText, quoteBlock, section } from '../../../slack/blocks/block-builders.ts'
import { escapeMrkdwn, formatMoment, mrkdwnLink, truncate } from '../../../slack/blocks/mrkdwn.ts'
import { splitIntoChunks } from '../../../slack/blocks/form-fields.ts'
import type { Message, MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { editAfterFailure, replyActions, situationOf } from '../../records/reply-actions.ts'
import { buildAwaiting } from './awaiting-blocks.ts'
import { describeApproval, describeChange, describeDecision, describeStop } from './describe-approval.ts'
import { describeFates } from './describe-fates.ts'
import { describeScheduled } from './describe-scheduled.ts'
import { describeFix, describeMailProblem, findSaid } from '../describe-problem.ts'
import {
  type DeliveryReport,
  type DeliveryStatus,
  deriveDeliveryStatus,
  describeBounce,
} from '../../records/replies/delivery-status.ts'
import { awaitsDecisionSince } from '../../records/replies/can-look-up.ts'
import { hasEndedUnapproved } from '../../records/replies/reply-approval.ts'
import { needsAdmin, type Reply, waitsSince } from '../../records/replies/reply.ts'
import {
  describeBounced,
  describeDelayed,
  describeDelivered,
  describeFailure,
  describeRejection,
} from '../../text/delivery-sentences.ts'
import { describeFiles } from '../../text/file-sentences.ts'
import type { MailText } from '../../text/mail-text.ts'
import { nameTenAddresses } from '../../text/name-people.ts'
import { buildActionButton, buildAllowedButtons } from '../action-buttons.ts'

/** The reply that replaces another one; the name is ready for mrkdwn. */
export interface NewerReply {
  reply: Reply
  by: string
  link?: string | undefined
}

/** Facts that a card shows besides the records; names are ready for mrkdwn. */
export interface ReplyCardOptions {
  canLookUp: boolean
  /** The people who can approve the reply now; empty if nobody can, absent if approval is turned off. */
  approvers?: string[]
  /** The person who approved, declined or edited the reply. */
  decider?: string | undefined
  /** The person who set the time of the reply, took it back, stopped its attempts or dismissed it. */
  actor?: string | undefined
  /** Whether mail from the inbox must be approved now. */
  needsApproval?: boolean
  newer?: NewerReply
}

const QUOTE_CHARS = 600
const LINE_CHARS = 300
/** Room for ten names of a hundred characters, with sizes. */
const FILES_CHARS = 1300
const MAX_FILE_LINES = 4

/** Builds a reply as one message, which is edited in place. */
export function buildReplyCard(
  text: MailText,
  reply: Reply,
  id: string,
  report: DeliveryReport,
  options: ReplyCardOptions,
): Message {
  const status = deriveDeliveryStatus(reply, report)
  const line = sayWhoWrote(text, reply, status)
  return {
    text: escapeMrkdwn(truncate(line, LINE_CHARS)),
    blocks: [
      section(plainText(line)),
      quoteBlock(truncate(reply.text, QUOTE_CHARS)),
      ...nameReplyFiles(text, reply),
      ...buildReplyState(text, { id, reply, report }, options),
    ],
  }
}

/** Names the writer and the recipients, and reports whether the mail was sent. */
export function sayWhoWrote(text: MailText, reply: Reply, { state }: DeliveryStatus): string {
  const { replyCard, people, formats } = text
  const { kind = 'reply', userName, to, cc, bcc } = reply
  const nameAll = (list: { address: string }[]) =>
    nameTenAddresses(
      text,
      list.map(({ address }) => address),
    )
  const hasLeft = state.is === 'sent' || state.is === 'delivered'
  const what = kind === 'forward' || kind === 'new' ? kind : 'reply'
  const line = replyCard.line({ what, hasLeft, writer: userName, recipients: nameAll(to) })
  const copies = [
    cc.length > 0 && people.cc({ people: nameAll(cc) }),
    bcc.length > 0 && people.bcc({ people: nameAll(bcc) }),
  ]
  return formats.list([line, ...copies.filter((part) => part !== false)], 'comma')
}

/** Names all attached files, with their sizes if they are known. */
export function nameReplyFiles(text: MailText, { files, mailFiles = [], links = [] }: Reply): MessageBlock[] {
  const all: { name: string; size?: number | undefined }[] = [...mailFiles, ...files, ...links]
  return all.length > 0
    ? splitIntoChunks(describeFiles(text, all), FILES_CHARS)
        .slice(0, MAX_FILE_LINES)
        .flatMap((part) => contextBlock(plainText(part, FILES_CHARS)))
    : []
}

/** Shows the state in words, its buttons and the problems. */
export function buildReplyState(
  text: MailText,
  { id, reply, report }: { id: string; reply: Reply; report: DeliveryReport },
  options: ReplyCardOptions,
): MessageBlock[] {
  const status = deriveDeliveryStatus(reply, report)
  const situation = situationOf(reply, status, { canLookUp: options.canLookUp, successor: options.newer?.reply })
  return [
    ...buildState(text, reply, status, options),
    ...contextBlock(reply.closes && closingStates.has(status.state.is) && text.replyCard.closes),
    ...actionsBlock(...buildAllowedButtons(text, replyActions, situation, id)),
    ...buildDeliveryProblems(text, status),
    ...(editAfterFailure.isAllowed(situation) ? actionsBlock(buildActionButton(text, editAfterFailure, id)) : []),
  ]
}

/** The states before a reply is sent, after which it may mark its thread as done. */
const closingStates = new Set<DeliveryStatus['state']['is']>(['awaiting', 'scheduled', 'paused', 'held', 'retrying'])

/** Names the person who replaced the reply, with a link. `wasSent`: the reply itself was sent, or people tried to send it. */
function describeNewer(
  { replyCard: words }: MailText,
  newer: NewerReply | undefined,
  { wasSent = false }: { wasSent?: boolean } = {},
): string {
  if (!newer) return words.newVersionBelow
  const { reply, by, link } = newer
  const sentence = wasSent && reply.state === 'sent' ? words.sentAgain({ name: by }) : words.newVersion({ name: by })
  return link === undefined ? sentence : `${sentence} ${mrkdwnLink(link, words.goToNewVersion)}`
}

/** Shows the state in words; nothing for a state of a later version. */
function buildState(
  text: MailText,
  reply: Reply,
  { state }: DeliveryStatus,
  { canLookUp, approvers, decider, actor, needsApproval, newer }: ReplyCardOptions,
): MessageBlock[] {
  const texts = text.replyCard
  const { trouble, again } = reply
  const problem = trouble && describeMailProblem(text, trouble)
  const sentAgain = again ? contextBlock(describeNewer(text, newer, { wasSent: true })) : []
  const decided = describeDecision(text, reply, actor)
  const approved = reply.approval?.decided?.verdict === 'approved' && describeApproval(text, reply, decider)
  const stopped = describeStop(text, reply, actor)
  switch (state.is) {
    case 'awaiting':
      return [...buildAwaiting(text, reply, approvers), ...contextBlock(decided)]
    case 'scheduled':
    case 'paused':
      return contextBlock(
        describeScheduled(text, reply),
        state.is === 'scheduled' && decided,
        reply.approval && describeApproval(text, reply, decider),
        describeChange(text, reply, needsApproval),
      )
    case 'held':
      return contextBlock(
        reply.sendAt !== undefined && reply.sendAt <= waitsSince(reply) && text.schedule.lateNow,
        texts.held({ seconds: Math.max(1, Math.round((reply.dueAt - waitsSince(reply)) / 1000)) }),
        decided,
        reply.approval && describeApproval(text, reply, decider),
      )
    case 'sending':
      return contextBlock(texts.sending)
    case 'retrying':
    case 'checking':
      return contextBlock(
        texts[state.is],
        problem && plainText(problem, LINE_CHARS),
        reply.lastTriedAt !== undefined && texts.lastTry({ time: formatMoment(reply.lastTriedAt) }),
        needsAdmin(reply) && texts.adminCan,
      )
    case 'sent':
      return [
        ...contextBlock(texts.sent({ time: formatMoment(reply.sentAt ?? reply.at) }), decided, approved),
        ...sentAgain,
      ]
    case 'delivered':
      return [...contextBlock(describeDelivered(text, formatMoment(state.at), state), decided, approved), ...sentAgain]
    case 'failed':
      return [...buildSendProblem(text, reply), ...contextBlock(stopped), ...sentAgain]
    case 'rejected':
      return [section(plainText(describeRejection(text, state.reason))), ...sentAgain]
    case 'cancelled':
      if (hasEndedUnapproved(reply))
        return [...contextBlock(describeApproval(text, reply, decider)), ...buildReason(text, reply), ...sentAgain]
      if (again) return contextBlock(`${texts.notSent} ${describeNewer(text, newer)}`)
      return contextBlock(actor === undefined ? texts.cancelled : texts.cancelledBy({ name: actor }))
    case 'dropped':
      return again ? sentAgain : contextBlock(actor ? texts.droppedBy({ name: actor }) : texts.dropped)
    case 'unknown':
      return [
        section(plainText(texts.unknown)),
        ...contextBlock(
          stopped,
          problem && plainText(problem, LINE_CHARS),
          canLookUp ? texts.unknownFor : !awaitsDecisionSince(reply) && texts.tooLate,
        ),
      ]
    default:
      return []
  }
}

/** Shows the reason for a decline, which the next writer of the reply needs, unchanged. */
export const buildReason = ({ approval: words }: MailText, { approval }: Reply): MessageBlock[] => {
  const reason = approval?.decided?.reason
  return reason === undefined ? [] : [section(plainText(words.reason({ reason })))]
}

/** Shows why a send failed. The service's own words are outside text: plain, with links only if they are https. */
function buildSendProblem(text: MailText, reply: Reply): MessageBlock[] {
  const texts = text.replyCard
  if (!reply.trouble) return [section(plainText(texts.failedUnexplained))]
  const { docs, upgradeUrl } = reply.trouble
  const said = findSaid(reply.trouble)
  const fix = describeFix(text, reply.trouble)
  return [
    section(plainText(describeFailure(text, describeMailProblem(text, reply.trouble)))),
    ...contextBlock(said && plainText(said, 600)),
    ...contextBlock(
      fix && plainText(fix, 900),
      needsAdmin(reply) && texts.adminCan,
      docs && mrkdwnLink(docs, texts.docs),
      upgradeUrl && mrkdwnLink(upgradeUrl, texts.upgrade),
    ),
  ]
}

function buildDeliveryProblems(
  text: MailText,
  { bounced, delayed, complained, omitted }: DeliveryStatus,
): MessageBlock[] {
  const texts = text.replyCard
  const more = (count: number) => texts.moreAddresses({ count })
  const lines = [
    ...describeFates(text, bounced, omitted.bounced ?? 0, {
      fate: (recipients, one) => describeBounced(text, recipients, { status: one.status, kind: describeBounce(one) }),
      more,
    }),
    ...describeFates(text, complained, omitted.complained ?? 0, {
      fate: (recipients) => texts.complained({ recipients }),
      more,
    }),
  ]
  const delays = describeFates(text, delayed, omitted.delayed ?? 0, {
    fate: (recipients, one) => describeDelayed(text, recipients, one.status),
    more,
  })
  return [
    ...(lines.length > 0 ? [section(plainText(lines.join('\n')))] : []),
    ...(delays.length > 0 ? contextBlock(plainText(delays.join('\n'), 900)) : []),
  ]
}
