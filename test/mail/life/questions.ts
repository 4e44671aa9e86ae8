import type { SentMail } from '../../../sandbox/control-types.ts'
import { lookAround } from '../../support/until.ts'
import { canRead, channelOf, type Conversation, countNews, findCard, type Life, observe, type Version } from './life.ts'
import { type ActName, listNext, type Question, type State } from './mail-life.ts'
import { findMarkers, type Sighting } from './witness.ts'
import { type InboxName, INBOXES } from './world.ts'

const HOUR_MS = 60 * 60_000

const complain = (life: Life, question: Question, what: string): void => void life.violations.push({ question, what })

/** Takes down where everybody was before an act. */
export const noteStates = ({ versions }: Life): Map<Version, State | 'none'> =>
  new Map(versions.map((version) => [version, version.state]))

/** Asks all questions after an act. `act`: the acts of the table that it may be, if any. */
export async function askQuestions(life: Life, before: Map<Version, State | 'none'>, act: ActName[]): Promise<void> {
  await judgeSentMails(life)
  observe(life)
  judgeSightings(life)
  judgeSteps(life, before, act)
  life.caughtUp.clear()
  for (const failure of life.witness.takeFailures()) complain(life, 'alive', failure)
}

function judgeSteps(life: Life, before: Map<Version, State | 'none'>, acts: ActName[]): void {
  for (const [version, state] of before) {
    if (state === 'none' || version.state === 'none' || life.caughtUp.has(version.conversation.channel)) continue
    const allowed = new Set([state, ...acts.flatMap((act) => listNext(act, state)), ...listNext('mailbox', state)])
    if (!allowed.has(version.state))
      complain(
        life,
        'table',
        `${version.marker} goes from ${state} to ${version.state} by ${acts.join(' and ') || 'nothing'}`,
      )
  }
}

/** Judges what the mailbox has accepted since the last act. */
async function judgeSentMails(life: Life): Promise<void> {
  if (!life.witness.takeMailCalls()) return
  const all = await lookAround(() => life.world.app.mail.sent())
  const fresh = all.slice(life.judgedMails)
  life.judgedMails = all.length
  for (const mail of fresh) judgeSentMail(life, mail)
}

const bodyOf = ({ text, html, subject }: SentMail): string => `${subject} ${text} ${html}`

function judgeSentMail(life: Life, mail: SentMail): void {
  // The words of the writer come first, then what is quoted.
  const [own] = findMarkers(mail.text ?? '').filter((one) => one.startsWith('v'))
  const version = life.versions.find(({ marker }) => marker === own)
  if (!version) return complain(life, 'meant', `a mail was sent that nobody wrote: ${mail.text?.slice(0, 80)}`)
  judgeIntention(life, version)
  judgeApproval(life, version)
  judgeFiles(life, version, mail)
  if (!mail.to.some((one) => one.includes(version.to)))
    complain(life, 'content', `${version.marker} was sent to ${mail.to.join(', ')} instead of ${version.to}`)
  judgeQuotation(life, version, mail)
  version.copies += 1
  version.conversation.threadId ??= mail.thread_id
  deliverInside(life, version, mail)
}

function judgeIntention(life: Life, { marker, isWithdrawn, copies, copiesAllowed }: Version): void {
  if (isWithdrawn) complain(life, 'meant', `${marker} was sent, although it was taken back, declined or replaced`)
  if (copies >= copiesAllowed) complain(life, 'meant', `${marker} was sent ${copies + 1} times`)
}

function judgeApproval(life: Life, version: Version): void {
  const { marker, conversation, approvals, authors, isTimed, seen } = version
  const news = countNews(conversation)
  const needed = life.approvers[conversation.inbox] !== undefined
  if (!needed) {
    if (isTimed && seen < news)
      complain(life, 'seen', `${marker} was sent at its time, and nobody who decided had seen the newest email`)
    return
  }
  const byOthers = approvals.filter(({ by }) => !authors.has(by))
  if (approvals.length === 0) return complain(life, 'approved', `${marker} was sent without an approval`)
  if (byOthers.length === 0)
    return complain(
      life,
      'approved',
      `${marker} was approved only by ${approvals.map(({ by }) => by).join(', ')}, who wrote a version of it`,
    )
  if (byOthers.every((one) => one.seen < news) && seen < news)
    complain(
      life,
      'seen',
      `${marker} was approved and sent, and neither its approver nor its writer had seen the newest email`,
    )
}

function judgeFiles(life: Life, { marker, file, conversation }: Version, mail: SentMail): void {
  if (!file || life.approvers[conversation.inbox] === undefined) return
  const sent = mail.attachments.map(({ content }) => Buffer.from(content ?? '', 'base64').toString())
  if (!sent.includes(file.asked))
    complain(life, 'bytes', `${marker} was sent with “${sent.join()}”, and what was approved is ${file.asked}`)
}

/** A mail quotes no version that was never sent. */
function judgeQuotation(life: Life, version: Version, mail: SentMail): void {
  const foreign = findMarkers(bodyOf(mail)).filter((one) => one.startsWith('v') && one !== version.marker)
  for (const one of foreign) {
    const quoted = life.versions.find(({ marker }) => marker === one)
    if (quoted && quoted.copies === 0) complain(life, 'quoted', `${version.marker} quotes ${one}, which was never sent`)
  }
}

/** A mail to the other inbox of the workspace arrives there: everybody who reads that inbox may see it, and has to. */
function deliverInside(life: Life, version: Version, mail: SentMail): void {
  const inbox = INBOXES.find((one) => version.to === life.world.inboxes[one])
  if (!inbox) return
  const { origin } = version.conversation
  const copy: Conversation = {
    inbox,
    // An answer returns to the thread in which its mail was written.
    channel: origin?.channel ?? channelOf(life, inbox),
    subject: version.conversation.subject,
    address: life.world.inboxes[otherThan(inbox)],
    incoming: [{ marker: version.marker, isAutomatic: false }],
    origin: version.conversation,
  }
  life.conversations.push(copy)
  const all = `${bodyOf(mail)} ${JSON.stringify(mail.attachments.map(({ filename }) => filename))}`
  for (const marker of findMarkers(all)) life.owners.get(marker)?.add(copy)
}

const otherThan = (inbox: InboxName): InboxName => (inbox === 'support' ? 'billing' : 'support')

/** Judges what came onto screens since the last act. */
function judgeSightings(life: Life): void {
  for (const sighting of life.witness.takeFresh()) {
    if (sighting.channel !== undefined) judgeInChannel(life, sighting, sighting.channel)
    else if (sighting.user !== undefined) judgeForPerson(life, sighting, sighting.user)
  }
}

const nameChannel = ({ world }: Life, id: string): string =>
  `#${Object.entries(world.ids).find(([, one]) => one === id)?.[0] ?? id}`

function judgeInChannel(life: Life, { markers, how, text }: Sighting, channel: string): void {
  const known = life.sightedIn.get(channel) ?? new Set()
  life.sightedIn.set(channel, known)
  const before = life.shared.get(channel)
  for (const marker of markers) {
    const homes = [...(life.owners.get(marker) ?? [])]
    if (!homes.some((one) => one.channel === channel))
      complain(
        life,
        'audience',
        `${marker} was shown in ${nameChannel(life, channel)} by ${how}, where its mail is not: ${text.slice(0, 200)}`,
      )
    if (before && !before.has(marker) && !marker.startsWith('s'))
      complain(
        life,
        'audience',
        `${marker} was shown in ${nameChannel(life, channel)} by ${how}, which another organization reads`,
      )
    known.add(marker)
  }
}

/** Whether the authors of a version wrote this word: in its text, or in the subject of a new mail. */
const isWordOf = ({ kind, marker, conversation }: Version, word: string): boolean =>
  marker === word || (kind === 'new' && conversation.subject === word)

function judgeForPerson(life: Life, { markers, how, text }: Sighting, user: string): void {
  const person = life.nameOf(user)
  for (const marker of markers) {
    const homes = [...(life.owners.get(marker) ?? [])]
    const isOwn = person !== undefined && life.versions.some((one) => one.authors.has(person) && isWordOf(one, marker))
    const mayRead =
      person !== undefined && !life.guests.has(person) && homes.some(({ channel }) => canRead(life, person, channel))
    if (!isOwn && !mayRead)
      complain(
        life,
        'audience',
        `${person ?? user} saw ${marker} in ${how}, and may not read its channel: ${text.slice(0, 300)}`,
      )
  }
}

/** Waits until everything has ended, and asks whether all that was promised is done or said. */
export async function askAtTheEnd(life: Life): Promise<void> {
  const { world } = life
  world.sandbox.server.faults.remove()
  for (const ms of [HOUR_MS, 25 * HOUR_MS, 25 * HOUR_MS]) {
    const before = noteStates(life)
    await world.pass(ms)
    await askQuestions(life, before, ['pass'])
  }
  for (const version of life.versions) judgePromise(life, version)
  for (const conversation of life.conversations) judgeIncoming(life, conversation)
}

function judgePromise(life: Life, version: Version): void {
  const { marker, state, copies, conversation, isWithdrawn } = version
  const posts = [...life.witness.posts.values()]
  // No card shows a reply in a shared channel. The message to an admin about the mail of a writer who is gone has none of its words, and neither has
  // the question about one that news has paused.
  const isTold =
    posts.some(({ markers }) => markers.includes(marker)) ||
    (life.wasShared && posts.some(({ content }) => /wasn’t sent|it’s paused/.test(content)))
  if (!isTold && copies === 0 && !isWithdrawn)
    complain(life, 'promised', `the form with ${marker} was taken; it was not sent, and nobody was told`)
  const card = findCard(life, version)
  if (!card || life.shared.has(conversation.channel)) return
  if (state === 'sent' && copies === 0)
    complain(life, 'promised', `the card of ${marker} shows that it was sent, and it was not`)
  if (state === 'stopped' && copies > 0 && !card.content.includes('Sent'))
    complain(life, 'promised', `the card of ${marker} shows that it was not sent, and it was`)
  if (['held', 'trying', 'scheduled', 'awaiting'].includes(state))
    complain(life, 'promised', `two days later, ${marker} is still ${state}`)
}

function judgeIncoming(life: Life, { incoming, channel, inbox }: Conversation): void {
  // Mail that came while another organization could read along waits until an admin decides.
  if (life.wasShared && channel === channelOf(life, 'billing')) return
  for (const { marker } of incoming)
    if (!life.sightedIn.get(channel)?.has(marker))
      complain(life, 'promised', `${marker} arrived in ${inbox}@ and was never shown in ${nameChannel(life, channel)}`)
}
