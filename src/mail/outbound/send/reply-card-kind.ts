import type { ScopedCardKind, ScopedFeature } from '../../../scoped-feature.ts'
import { cardKinds } from '../../action-ids.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { repostAfterLoss } from '../../placement/threads/repost-thread.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { buildMovedCard } from '../../cards/moved-card.ts'
import { findReplyCardOptions } from '../../cards/replies/reply-card-options.ts'
import { buildReplyCard } from '../../cards/replies/reply-card.ts'

const replyCard: ScopedCardKind<OutboundScope> = {
  kind: cardKinds.reply,
  comesBack: () => true,
  render: async (scope, id, _copy, channel) => {
    const reply = await scope.replyStore.findReply(id)
    if (!reply) return undefined
    const language = await scope.languages.ofWorkspace(scope.team)
    const thread = await scope.mailStore.findThread(reply.thread)
    const moved = await buildMovedCard(scope, mailTextIn(language), { id: reply.thread, thread }, channel)
    if (moved) return moved
    const report = await scope.replyStore.readDeliveryReport(reply)
    const options = await findReplyCardOptions(scope, reply, language)
    return { ...buildReplyCard(mailTextIn(language), reply, id, report, options), state: reply.state }
  },
  onPosted: async (scope, id) => {
    const old = (await scope.replyStore.findReply(id))?.replaces
    // The earlier reply's card links to this one.
    if (old !== undefined) await refreshReplyCards(scope, old)
  },
  onLost: async (scope, id, lost) => {
    const reply = await scope.replyStore.findReply(id)
    if (reply) await repostAfterLoss(scope, reply.thread, { lost, unposted: { mails: [], replies: [id] } })
  },
}

/** Shows each reply in the thread of the mail that it answers. */
export const replyCardFeature: ScopedFeature<OutboundScope> = { cards: [replyCard] }
