import type { CardKind } from '../../slack/outbox/cards.ts'
import type { Feature } from '../../slice.ts'
import { cardKinds } from '../action-ids.ts'
import type { MailServices } from '../services.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { repostAfterLoss } from '../thread/repost-thread.ts'
import { canLookUp } from '../model/can-look-up.ts'
import { buildReplyCard } from '../thread/reply-card.ts'

/** Shows each reply in the thread of the mail that it answers. */
export const replyCardFeature = (services: MailServices): Feature => ({ cards: [createReplyCard(services)] })

function createReplyCard(services: MailServices): CardKind {
  const { replyStore, clock, languages } = services
  return {
    kind: cardKinds.reply,
    render: async (team, id) => {
      const reply = await replyStore.findReply(team, id)
      if (!reply) return undefined
      const report = await replyStore.readDeliveryReport(team, reply)
      const text = mailTextIn(await languages.ofWorkspace(team))
      return buildReplyCard(text, reply, id, report, { canLookUp: canLookUp(reply, clock) })
    },
    onLost: async (team, id, lost) => {
      const reply = await replyStore.findReply(team, id)
      if (reply) await repostAfterLoss(services, team, reply.thread, { lost, unposted: { mails: [], replies: [id] } })
    },
  }
}
