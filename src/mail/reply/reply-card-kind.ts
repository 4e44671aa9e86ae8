import type { CardKind } from '../../slack/outbox/cards.ts'
import type { Feature } from '../../slice.ts'
import { cardKinds } from '../action-ids.ts'
import { nameApproval } from '../access/find-approvers.ts'
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
      const language = await languages.ofWorkspace(team)
      const names = await nameApproval(services, team, reply, language)
      return buildReplyCard(mailTextIn(language), reply, id, report, { canLookUp: canLookUp(reply, clock), ...names })
    },
    onLost: async (team, id, lost) => {
      const reply = await replyStore.findReply(team, id)
      if (reply) await repostAfterLoss(services, team, reply.thread, { lost, unposted: { mails: [], replies: [id] } })
    },
  }
}
