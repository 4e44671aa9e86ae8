import { checkOrder, type CheckContext, type OrderedEvent } from './violations.ts'
import type { FinalPost, FinalState, ReportedMail } from './final-state.ts'
import type { Operation } from './fixture.ts'
import { listVersions } from './check-sends.ts'
import { listAddresses } from './sent-content.ts'
import {
  asksWhetherSent,
  findCrossing,
  findMarkers,
  saysUnsent,
  showsNewerVersion,
  showsOutcome,
  showsReply,
  isMailCard,
  isReplyCard,
  isSendCard,
  writeMailText,
  writeReplyText,
} from './card-parser.ts'

/** The characters at the end of a card that show its state. */
const CARD_END = 900

const slackThreadOf = ({ channel, ts, threadTs }: FinalPost): string => `${channel}:${threadTs ?? ts}`

/** A mail of the inbox, not one that another inbox sent to it, which may contain a forwarded mail of this one. */
const isOwnMailCard = (post: FinalPost): boolean => isMailCard(post) && findCrossing(post) === undefined

/** The messages of a mail of its own: the head of a thread shows the newest mail, which also stands below it. */
function dropRepeatingHeads(posts: FinalPost[]): FinalPost[] {
  const below = posts.filter(({ threadTs }) => threadTs !== undefined)
  return below.length > 0 ? below : posts
}

/**
 * Whether the head of this thread shows a later mail, of whichever inbox, and counts the first one among the earlier ones, which has no card of its own.
 * The first one to arrive names the subject: it may answer one that was delivered later.
 */
function isFirstBehindHead(posts: FinalPost[], parent: string): boolean {
  const subject = new RegExp(`"text":"(?:Re: )?${parent}[ "]`)
  return posts
    .filter(isMailCard)
    .some(
      ({ threadTs, content }) => threadTs === undefined && / earlier emails?/.test(content) && subject.test(content),
    )
}

/** The cards that show any of these mails, for the person who looks into a violation. */
const describeThread = (cards: FinalPost[], mails: { marker: string }[]): string =>
  cards
    .filter(({ content }) => mails.some(({ marker }) => content.includes(marker)))
    .map(({ opId, content }) => `${opId}: ${content.slice(0, CARD_END)}`)
    .join('\n')

/** The attempts to deliver a mail that is not shown, and the messages that name it nevertheless. */
function describeLost({ deliveries, posts }: FinalState, { event, marker }: Operation): string {
  const attempts = deliveries
    .filter(({ event_id: id }) => id === event)
    .flatMap((delivery) => delivery.attempts.map(({ at, status }) => `${at}: ${status}`))
  const naming = posts
    .filter(({ content }) => content.includes(marker))
    .map(({ opId, content }) => `${opId}: ${content}`)
  return `its webhook was sent ${attempts.join(', ')}; named by ${naming.join('\n') || 'nothing'}`
}

/** Each accepted mail is shown once, in the one Slack thread of its mail thread, in the order of arrival. */
export function checkMails({ run, finalState, violations, isAccepted, operationsOf }: CheckContext): void {
  const cards = finalState.posts.filter(isOwnMailCard)
  const threadOwners = new Map<string, string>()
  for (const [parent, mails] of Map.groupBy(
    operationsOf('mail'),
    (operation) => operation.parent ?? operation.marker,
  )) {
    const threads = new Set<string>()
    const timed: OrderedEvent[] = []
    let canBeBehindHead = isFirstBehindHead(finalState.posts, parent)
    for (const operation of mails) {
      const mine = dropRepeatingHeads(cards.filter(({ content }) => content.includes(writeMailText(operation.marker))))
      if (mine.length > 1) violations.duplicated.push(`the mail ${operation.marker} is shown ${mine.length} times`)
      const [card] = mine
      if (!card) {
        if (!isAccepted(operation)) continue
        if (!canBeBehindHead)
          violations.lost.push(
            `the mail ${operation.marker} (thread ${parent}) was accepted and is not shown; ${describeLost(finalState, operation)}; its thread shows ${describeThread(finalState.posts, mails)}`,
          )
        canBeBehindHead = false
        continue
      }
      threads.add(slackThreadOf(card))
      const delivery = operation.event === undefined ? undefined : run.history.mails.get(operation.event)
      if (delivery?.acceptedAt === undefined) continue
      const position = cards.indexOf(card)
      timed.push({ operation, triedAt: delivery.firstTriedAt, acceptedAt: delivery.acceptedAt, position })
    }
    for (const thread of threads) {
      const other = threadOwners.get(thread)
      if (other !== undefined) violations.lost.push(`the mail threads ${parent} and ${other} share one thread in Slack`)
      threadOwners.set(thread, parent)
    }
    if (threads.size > 1) violations.duplicated.push(`the mail thread ${parent} has ${threads.size} threads in Slack`)
    checkOrder(timed, `mails of ${parent}`, violations)
  }
}

/** Each mail from one inbox to another is shown once where it arrived, as the mail of that inbox. A mail that bounced did not arrive. */
export function checkCrossings({ run: { inboxes = [] }, finalState, violations }: CheckContext): void {
  const crossings = finalState.posts.flatMap((post) => ({ ...post, marker: findCrossing(post) }))
  for (const { inbox_id: from, to, cc, text, events } of finalState.sent) {
    if (events.some(({ event }) => event === 'bounced')) continue
    const [marker] = findMarkers(text ?? '')
    const recipients = listAddresses([...to, ...cc].join())
    for (const { id, channel } of inboxes) {
      if (id === from || !recipients.includes(id)) continue
      const shown = dropRepeatingHeads(crossings.filter((one) => one.marker === marker && one.channel === channel))
      if (shown.length === 0) violations.lost.push(`the mail ${marker} to ${id} is not shown there`)
      if (shown.length > 1)
        violations.duplicated.push(`the mail ${marker} to ${id} is shown ${shown.length} times there`)
    }
  }
}

/** The mailbox's thread behind each thread in Slack. */
function findMailThreads({ finalState, operationsOf }: CheckContext): Map<string, string> {
  const cards = finalState.posts.filter(isOwnMailCard)
  const found = operationsOf('mail').flatMap(({ marker, mailThread }): [string, string][] => {
    const card = cards.find(({ content }) => content.includes(writeMailText(marker)))
    return card && mailThread !== undefined ? [[slackThreadOf(card), mailThread]] : []
  })
  for (const { marker } of operationsOf('reply').filter(({ sends }) => sends === 'new')) {
    const head = cards.find((card) => showsReply(marker, true, card))
    const sent = finalState.sent.find(({ text }) => text?.startsWith(writeReplyText(marker)))
    if (head && sent) found.push([slackThreadOf(head), sent.thread_id])
  }
  return new Map(found)
}

/** Answers to a mail that began in Slack are below it. */
function checkAnswers({ finalState, violations, operationsOf }: CheckContext, marker: string, head: FinalPost): void {
  for (const answer of operationsOf('mail').filter(({ parent }) => parent === marker)) {
    const card = finalState.posts.find(
      (post) => isOwnMailCard(post) && post.content.includes(writeMailText(answer.marker)),
    )
    if (card && slackThreadOf(card) !== slackThreadOf(head))
      violations.lost.push(
        `the answer ${answer.marker} (${card.opId} at ${slackThreadOf(card)}, mail thread ${answer.mailThread}) is not in the thread of the new mail ${marker} (${head.opId} at ${slackThreadOf(head)})`,
      )
  }
}

/** The outcomes of a sent mail: the words on its card, and the name of the alert to its writer. */
const OUTCOMES = [
  { event: 'delivered', words: 'Delivered' },
  { event: 'bounced', words: 'Not delivered', alert: 'bounced' },
  { event: 'complained', words: 'marked this as spam', alert: 'complained' },
]

/** Each accepted reply was sent once, in the right thread, and its card shows the outcome. */
export function checkReplies(context: CheckContext): void {
  const { run, finalState, violations, isAccepted, operationsOf } = context
  const cards = finalState.posts.filter(isSendCard)
  const threads = findMailThreads(context)
  const versions = listVersions(context)
  // A thread that began with a mail from another inbox: the run doesn't see its id at the mailbox.
  const begunElsewhere = new Set(finalState.posts.filter((post) => findCrossing(post)).map(slackThreadOf))
  for (const operation of operationsOf('reply')) {
    const { marker } = operation
    const all = cards.filter((card) => showsReply(marker, operation.sends === 'new', card))
    // A reply that was given up and sent again has another card. Of a new mail, what was sent again is also shown on the head once it was sent.
    const current = all.filter(({ content }) => !showsNewerVersion(content))
    const isLaterNew = operation.sends === 'new' && (operation.root !== undefined || current.some(isReplyCard))
    const heads = isLaterNew ? current.filter(isMailCard) : []
    const mine = isLaterNew ? current.filter(isReplyCard) : current
    const sent = finalState.sent.filter(({ text }) => text?.startsWith(writeReplyText(marker)))
    if (sent.length > 1) violations.duplicated.push(`the reply ${marker} was sent ${sent.length} times`)
    if (mine.length > 1 || heads.length > 1)
      violations.duplicated.push(`the reply ${marker} has ${mine.length + heads.length} cards`)
    const [card = heads[0] ?? all[0]] = mine
    for (const head of heads) {
      if (card && slackThreadOf(head) !== slackThreadOf(card))
        violations.lost.push(`the reply ${marker} is shown on the head of another thread`)
      if (!showsOutcome(head.content))
        violations.stuck.push(`the head with the reply ${marker} does not show its outcome`)
    }
    const others = (versions.get(operation.root ?? marker) ?? []).filter((one) => one !== operation)
    if (
      sent.length === 0 &&
      others.some((one) => finalState.sent.some(({ text }) => text?.startsWith(writeReplyText(one.marker))))
    ) {
      if (card && !saysUnsent(card.content) && !showsNewerVersion(card.content))
        violations.stuck.push(`the card of the reply ${marker} does not say that another version left instead of it`)
      continue
    }
    if (!card) {
      if (isAccepted(operation) || sent.length > 0)
        violations.lost.push(`the reply ${marker} has no card; it was sent ${sent.length} times`)
      continue
    }
    if (sent.length === 0) violations.lost.push(`the reply ${marker} was never sent: ${card.content.slice(-CARD_END)}`)
    else if (asksWhetherSent(card.content))
      violations.stuck.push(`the reply ${marker} was sent, but its card still asks`)
    else if (saysUnsent(card.content)) violations.stuck.push(`the reply ${marker} was sent, but its card denies it`)
    else if (!showsOutcome(card.content))
      violations.stuck.push(`the card of the reply ${marker} does not show its outcome`)
    if (run.history.posts.get(`${card.channel}:${card.ts}`)?.wasReopened)
      violations.outOfOrder.push(`the card of the reply ${marker} left its final state`)
    if (operation.sends === 'new') checkAnswers(context, marker, card)
    if (operation.thread !== undefined && slackThreadOf(card) !== operation.thread)
      violations.lost.push(`the card of the reply ${marker} is in another thread`)
    for (const mail of sent) {
      const { sends, thread = '' } = operation
      const isKnown = threads.has(thread) || !begunElsewhere.has(thread)
      if (sends !== 'new' && isKnown && mail.thread_id !== threads.get(thread))
        violations.lost.push(`the reply ${marker} was sent in another mail thread`)
      checkReplyOutcome(context, operation.marker, card, mail)
    }
  }
}

function checkReplyOutcome(
  { finalState, violations }: CheckContext,
  marker: string,
  card: FinalPost,
  { events, to, cc, idempotency_key: key }: ReportedMail,
): void {
  const reported = new Set(events.map(({ event }) => event))
  // The head of a thread is named by its thread.
  const id = isReplyCard(card) ? (card.opId.split(':')[2] ?? '') : (key?.replace('bellhop-reply-', '') ?? '')
  for (const { event, words, alert } of OUTCOMES) {
    // A permanent bounce outweighs a delivery. A complaint implies a delivery.
    const isImplied = event === 'delivered' && reported.has('complained')
    if (!reported.has(event) && !isImplied && card.content.includes(words))
      violations.stuck.push(`the card of the reply ${marker} shows ${words}, which the mailbox never said`)
    if (!reported.has(event) || (event === 'delivered' && reported.has('bounced'))) continue
    if (!card.content.includes(words))
      violations.stuck.push(`the reply ${marker} ${event}, but its card does not show it`)
    const alerts = finalState.posts.filter(
      ({ opId }) => alert !== undefined && opId.startsWith(`mail.loud:${id}:${alert}:`),
    )
    if (alert !== undefined && alerts.length === 0)
      violations.lost.push(`nobody was alerted that the reply ${marker} ${event}`)
    // Each recipient's complaint is an alert of its own. An alert may be a post in the thread or a direct message, never both.
    const most = event === 'complained' ? to.length + cc.length : 1
    const subjects = new Set(alerts.map(({ opId }) => opId.replace(/:direct$/, '')))
    if (alerts.length > Math.min(most, subjects.size))
      violations.duplicated.push(
        `there are ${alerts.length} alerts that the reply ${marker} ${event}: ${alerts.map(({ opId }) => opId).join(', ')}`,
      )
  }
}
