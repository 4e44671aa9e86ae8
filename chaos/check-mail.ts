import { ordered, type Case, type Timed } from './violations.ts'
import type { ReportedMail, Shown } from './final-state.ts'
import { cannotTell, hasEnded, isMailCard, isReplyCard, mailText, replyText } from './card-parser.ts'

const threadOf = ({ channel, ts, threadTs }: Shown): string => `${channel}:${threadTs ?? ts}`

/** Each accepted mail stands once, in the one Slack thread of its mail thread, in the order in which mails came. */
export function judgeMails({ scene, stands, verdict, accepted, deeds }: Case): void {
  const cards = stands.posts.filter(isMailCard)
  const places = new Map<string, string>()
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
    for (const thread of threads) {
      const other = places.get(thread)
      if (other !== undefined) verdict.lost.push(`the mail threads ${of} and ${other} share one thread in Slack`)
      places.set(thread, of)
    }
    if (threads.size > 1) verdict.doubled.push(`the mail thread ${of} has ${threads.size} threads in Slack`)
    ordered(timed, `mails of ${of}`, verdict)
  }
}

/** The mailbox's thread behind each thread in Slack. */
function mailThreads({ stands, deeds }: Case): Map<string, string> {
  const cards = stands.posts.filter(isMailCard)
  const found = deeds('mail').flatMap(({ marker, mailThread }): [string, string][] => {
    const card = cards.find(({ words }) => words.includes(mailText(marker)))
    return card && mailThread !== undefined ? [[threadOf(card), mailThread]] : []
  })
  return new Map(found)
}

/** What became of a mail, each with its words on the card and the name of the call to its writer. */
const outcomes = [
  { event: 'delivered', words: 'Delivered' },
  { event: 'bounced', words: 'Not delivered', call: 'bounced' },
  { event: 'complained', words: 'marked this as spam', call: 'complained' },
]

/** Each accepted reply left once, in the right thread, and its card says how it ended. */
export function judgeReplies(trial: Case): void {
  const { scene, stands, verdict, accepted, deeds } = trial
  const cards = stands.posts.filter(isReplyCard)
  const threads = mailThreads(trial)
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
    if (scene.seen.posts.get(`${card.channel}:${card.ts}`)?.fellBack)
      verdict.disorder.push(`the card of the reply ${marker} had ended and then not`)
    if (deed.thread !== undefined && threadOf(card) !== deed.thread)
      verdict.lost.push(`the card of the reply ${marker} stands in another thread`)
    for (const mail of left) {
      if (mail.thread_id !== threads.get(deed.thread ?? ''))
        verdict.lost.push(`the reply ${marker} left in another mail thread`)
      judgeOutcome(trial, deed.marker, card, mail)
    }
  }
}

function judgeOutcome({ stands, verdict }: Case, marker: string, card: Shown, { events }: ReportedMail): void {
  const became = new Set(events.map(({ event }) => event))
  const id = card.opId.split(':')[2] ?? ''
  for (const { event, words, call } of outcomes) {
    // A bounce for good outweighs a delivery.
    if (!became.has(event) || (event === 'delivered' && became.has('bounced'))) continue
    if (!card.words.includes(words)) verdict.stuck.push(`the reply ${marker} ${event}, which its card does not say`)
    const calls = stands.posts.filter(({ opId }) => call !== undefined && opId.startsWith(`mail.loud:${id}:${call}:`))
    if (call !== undefined && calls.length === 0) verdict.lost.push(`nobody was told that the reply ${marker} ${event}`)
    if (calls.length > 1) verdict.doubled.push(`it was told ${calls.length} times that the reply ${marker} ${event}`)
  }
}
