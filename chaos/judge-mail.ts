import { ordered, type Case, type Timed } from './case.ts'
import type { Shown } from './standing.ts'
import { cannotTell, hasEnded, isMailCard, isReplyCard, mailText, replyText } from './words.ts'

const threadOf = ({ channel, ts, threadTs }: Shown): string => `${channel}:${threadTs ?? ts}`

/** Each accepted mail stands once, in the one Slack thread of its mail thread, in the order in which mails came. */
export function judgeMails({ scene, stands, verdict, accepted, deeds }: Case): void {
  const cards = stands.posts.filter(isMailCard)
  for (const [of, mails] of Map.groupBy(deeds('mail'), (deed) => deed.of ?? deed.marker)) {
    const threads = new Set<string>()
    const timed: Timed[] = []
    for (const deed of mails) {
      const mine = cards.filter(({ words }) => words.includes(mailText(deed.marker)))
      if (mine.length > 1) verdict.doubled.push(`the mail ${deed.marker} stands ${mine.length} times`)
      const [card] = mine
      if (!card) {
        if (accepted(deed)) verdict.lost.push(`the mail ${deed.marker} (thread ${of}) was accepted and stands nowhere`)
        continue
      }
      threads.add(threadOf(card))
      const heard = deed.event === undefined ? undefined : scene.seen.mails.get(deed.event)
      if (heard?.acceptedAt === undefined) continue
      const place = cards.indexOf(card)
      timed.push({ deed, triedAt: heard.firstTriedAt, acceptedAt: heard.acceptedAt, place })
    }
    if (threads.size > 1) verdict.doubled.push(`the mail thread ${of} has ${threads.size} threads in Slack`)
    ordered(timed, `mails of ${of}`, verdict)
  }
}

/** Each accepted reply left once, and its card says how it ended. */
export function judgeReplies({ stands, verdict, accepted, deeds }: Case): void {
  const cards = stands.posts.filter(isReplyCard)
  for (const deed of deeds('reply')) {
    const { marker } = deed
    const mine = cards.filter(({ words }) => words.includes(replyText(marker)))
    const left = stands.sent.filter(({ text }) => text?.includes(replyText(marker)))
    if (left.length > 1) verdict.doubled.push(`the reply ${marker} left ${left.length} times`)
    if (mine.length > 1) verdict.doubled.push(`the reply ${marker} has ${mine.length} cards`)
    const [card] = mine
    if (!card) {
      if (accepted(deed) || left.length > 0) verdict.lost.push(`the reply ${marker} has no card, ${left.length} left`)
      continue
    }
    if (left.length === 0) verdict.lost.push(`the reply ${marker} never left: ${card.words.slice(0, 200)}`)
    else if (cannotTell(card.words)) verdict.stuck.push(`the reply ${marker} left, its card still asks`)
    else if (!hasEnded(card.words)) verdict.stuck.push(`the card of the reply ${marker} does not say how it ended`)
  }
}
