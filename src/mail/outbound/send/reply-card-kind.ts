import type { CardKind } from '../../../slack/outbox/cards.ts'
import type { Feature } from '../../../slice.ts'
import { cardKinds } from '../../action-ids.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { repostAfterLoss } from '../../placement/threads/repost-thread.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { findReplyCardOptions } from '../../cards/replies/reply-card-options.ts'
import { buildReplyCard } from '../../cards/replies/reply-card.ts'

/** Shows each reply in the thread of the mail that it answers. */
export const replyCardFeature = (services: OutboundServices): Feature => ({ cards: [createReplyCard(services)] })

function createReplyCard(services: OutboundServices): CardKind {
  const { replyStore, languages } = services
  return {
    kind: cardKinds.reply,
    render: async (team, id) => {
      const reply = await replyStore.findReply(team, id)
      if (!reply) return undefined
      const report = await replyStore.readDeliveryReport(team, reply)
      const language = await languages.ofWorkspace(team)
      const options = await findReplyCardOptions(services, team, reply, language)
      return { ...buildReplyCard(mailTextIn(language), reply, id, report, options), state: reply.state }
    },
    onPosted: async (team, id) => {
      const old = (await replyStore.findReply(team, id))?.replaces
      // It leads to this card.
      if (old !== undefined) await refreshReplyCards(services, team, old)
    },
    onLost: async (team, id, lost) => {
      const reply = await replyStore.findReply(team, id)
      if (reply) await repostAfterLoss(services, team, reply.thread, { lost, unposted: { mails: [], replies: [id] } })
    },
  }
}
