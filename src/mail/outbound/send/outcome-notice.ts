import { richText } from '../../../slack/blocks/block-builders.ts'
import { dateToken, escapeMrkdwn, userMention } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { mentionMessage } from '../../../slack/blocks/text-message.ts'
import { readChannelNotices } from '../../../settings/notice-settings.ts'
import { MESSAGE_GONE, THREAD_GONE } from '../../../slack/api/slack-errors.ts'
import type { CardKind, CardRef } from '../../../slack/outbox/cards.ts'
import type { Feature } from '../../../slice.ts'
import { cardKinds } from '../../action-ids.ts'
import { type DeliveryReport, deriveDeliveryStatus } from '../../records/replies/delivery-status.ts'
import { describeMailProblem } from '../../cards/describe-problem.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { addressOthers, isWriterGone } from '../../notify/gone-writer.ts'
import { findThreadAnchor } from '../../notify/thread-anchor.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'

/** The mentions that say that nobody knows whether a reply was sent: each is edited once something is found out. */
export const outcomeNoticeFeature = (services: OutboundServices): Feature => ({
  cards: [createOutcomeNotice(services)],
})

/** Each look-up that found nothing notifies anew. */
const outcomeRef = (team: string, id: string, { looks }: Reply): CardRef => ({
  team,
  kind: cardKinds.outcome,
  id,
  ...(looks > 0 && { copy: String(looks) }),
})

/** Notifies the writer that nobody knows whether their reply was sent, once per look-up. */
export async function showOutcomeNotice(
  services: OutboundServices,
  team: string,
  id: string,
  reply: Reply,
): Promise<void> {
  const anchor = await findThreadAnchor(services, team, reply.thread)
  const isGone = anchor !== undefined && (await isWriterGone(services, team, reply.user, anchor.channel))
  if (anchor && (isGone || (await readChannelNotices(services.settings, team, anchor.channel)) !== 'nothing'))
    return services.cards.show(outcomeRef(team, id, reply), { ...anchor, isBroadcast: isGone })
  return postDirectly(services, team, id, reply, String(reply.looks))
}

function createOutcomeNotice(services: OutboundServices): CardKind {
  const { replyStore } = services
  return {
    kind: cardKinds.outcome,
    render: async (team, id) => {
      const reply = await replyStore.findReply(team, id)
      if (!reply) return undefined
      const text = mailTextIn(await services.languages.ofWorkspace(team))
      const message = buildOutcomeNotice(text, reply, await replyStore.readDeliveryReport(team, reply))
      const { state, user, thread } = reply
      const channel = state === 'unknown' ? (await findThreadAnchor(services, team, thread))?.channel : undefined
      const isGone = channel !== undefined && (await isWriterGone(services, team, user, channel))
      return isGone ? addressOthers(services, text, team, { user, message }) : message
    },
    onLost: async (team, id, { code, copy = '0' }) => {
      const wasShown = MESSAGE_GONE.has(code) && code !== THREAD_GONE
      const reply = wasShown ? undefined : await replyStore.findReply(team, id)
      if (reply) await postDirectly(services, team, id, reply, copy)
    },
  }
}

/** A notice that no thread takes goes to the writer's direct messages. */
async function postDirectly(services: OutboundServices, team: string, id: string, reply: Reply, round: string) {
  const { user } = reply
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const message = buildOutcomeNotice(text, reply, await services.replyStore.readDeliveryReport(team, reply))
  await services.outbox.postDirect({ team, user, opId: `mail.stopped:${id}:unknown:${round}:direct`, message })
}

/** Rich text in every state: Slack does not let an edit replace it by anything else. */
function buildOutcomeNotice(text: MailText, reply: Reply, report: DeliveryReport): Message {
  const { user, kind, state, sentAt, at, trouble } = reply
  const texts = text.writerNotices
  const delivery = deriveDeliveryStatus(reply, report).state
  if (delivery.is === 'rejected') return mentionMessage(user, texts.foundRejected(kind, delivery.reason))
  if (state === 'sent') return buildFoundSent(text, reply, sentAt ?? at)
  return mentionMessage(
    user,
    texts.unknown(kind, state === 'unknown' && trouble ? describeMailProblem(text, trouble) : ''),
  )
}

function buildFoundSent({ writerNotices }: MailText, { user, kind }: Reply, sentAt: number): Message {
  const { before, after } = writerNotices.foundSent(kind)
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
