import type { ScopedCardKind, ScopedFeature } from '../../../scoped-feature.ts'
import { richText } from '../../../slack/blocks/block-builders.ts'
import { dateToken, escapeMrkdwn, userMention } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { mentionMessage } from '../../../slack/blocks/text-message.ts'
import { MESSAGE_GONE, THREAD_GONE } from '../../../slack/api/slack-errors.ts'
import type { CardRef } from '../../../slack/outbox/cards.ts'
import { cardKinds } from '../../action-ids.ts'
import { type DeliveryReport, deriveDeliveryStatus } from '../../records/replies/delivery-status.ts'
import { describeMailProblem } from '../../cards/describe-problem.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { identifyReply } from '../../notify/identify-reply.ts'
import { addressOthers, findWriterPlace, notifySuccessors } from '../../notify/gone-writer.ts'
import { isMentioned } from '../../notify/writer-notice.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { writeFoundRejectedNotice, writeUnknownNotice, splitFoundSent } from '../../text/notice-sentences.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'

const outcomeNotice: ScopedCardKind<OutboundScope> = {
  kind: cardKinds.outcome,
  render: async (scope, id) => {
    const reply = await scope.replyStore.findReply(id)
    if (!reply) return undefined
    const text = mailTextIn(await scope.languages.ofWorkspace(scope.team))
    const message = buildOutcomeNotice(text, reply, await scope.replyStore.readDeliveryReport(reply))
    const { state, user } = reply
    const isForOthers = state === 'unknown' && (await findWriterPlace(scope, reply)).isWriterGone
    return isForOthers ? addressOthers(scope, text, { user, message }) : message
  },
  onLost: async (scope, id, { code, copy = '0' }) => {
    const wasShown = MESSAGE_GONE.has(code) && code !== THREAD_GONE
    const reply = wasShown ? undefined : await scope.replyStore.findReply(id)
    if (reply) await postDirectly(scope, id, reply, copy)
  },
}

/** Notices about replies with an unknown outcome; each is edited once the outcome is found. */
export const outcomeNoticeFeature: ScopedFeature<OutboundScope> = {
  cards: [outcomeNotice],
}

/** Each look-up that found nothing notifies again. */
const outcomeRef = (team: string, id: string, { looks }: Reply): CardRef => ({
  team,
  kind: cardKinds.outcome,
  id,
  ...(looks > 0 && { copy: String(looks) }),
})

/** Notifies the writer, once per look-up, that the outcome of their reply is unknown. */
export async function showOutcomeNotice(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const { anchor, isWriterGone } = await findWriterPlace(scope, reply)
  if (anchor && (isWriterGone || (await isMentioned(scope, reply.user, anchor.channel))))
    return scope.cards.show(outcomeRef(scope.team, id, reply), { ...anchor, isBroadcast: isWriterGone })
  return postDirectly(scope, id, reply, String(reply.looks))
}

/** Posts the notice by direct message if no thread takes it, to others if the writer is gone. */
async function postDirectly(scope: OutboundScope, id: string, reply: Reply, round: string): Promise<void> {
  const { user } = reply
  const report = await scope.replyStore.readDeliveryReport(reply)
  const opId = `mail.stopped:${id}:unknown:${round}:direct`
  if ((await findWriterPlace(scope, reply)).isWriterGone) {
    const build = (text: MailText) =>
      addressOthers(scope, text, { user, message: buildOutcomeNotice(text, reply, report) })
    return notifySuccessors(scope, reply, { opId, build, reply: id })
  }
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const message = await identifyReply(scope, text, { reader: user, id }, buildOutcomeNotice(text, reply, report))
  return scope.outbox.postDirect({ team: scope.team, user, opId, message })
}

/** Builds rich text in every state, because Slack does not let an edit replace it by anything else. */
function buildOutcomeNotice(text: MailText, reply: Reply, report: DeliveryReport): Message {
  const { user, kind, state, sentAt, at, trouble } = reply
  const isAnswer = kind === undefined
  const delivery = deriveDeliveryStatus(reply, report).state
  if (delivery.is === 'rejected') return mentionMessage(user, writeFoundRejectedNotice(text, isAnswer, delivery.reason))
  if (state === 'sent') return buildFoundSent(text, reply, sentAt ?? at)
  return mentionMessage(
    user,
    writeUnknownNotice(text, isAnswer, state === 'unknown' && trouble ? describeMailProblem(text, trouble) : ''),
  )
}

function buildFoundSent(text: MailText, { user, kind }: Reply, sentAt: number): Message {
  const { before, after } = splitFoundSent(text, kind === undefined)
  return {
    text: `${userMention(user)}${escapeMrkdwn(before)}${dateToken(sentAt)}${escapeMrkdwn(after)}`,
    blocks: [
      richText([
        {
          type: 'rich_text_section',
          elements: [
            { type: 'user', user_id: user },
            { type: 'text', text: before },
            { type: 'date', timestamp: Math.floor(sentAt / 1000), format: '{time}' },
            { type: 'text', text: after },
          ],
        },
      ]),
    ],
  }
}
