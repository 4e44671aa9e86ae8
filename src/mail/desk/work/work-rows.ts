import { withinDeadline } from '../../../core/question-time.ts'
import { contextBlock, divider, menuOption, overflow, section } from '../../../slack/blocks/block-builders.ts'
import { channelMention, escapeMrkdwn, keepLiteral, mrkdwnLink, truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { Button, MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { isolateDirection } from '../../../core/isolate-direction.ts'
import { mayWorkOn } from '../../access/may-work.ts'
import { sendCheckOwner } from '../../tasks/check-owner-task.ts'
import { formatMailTarget, mailActionIds, type MailTarget } from '../../action-ids.ts'
import { displayAddress } from '../../records/address.ts'
import { findMailToAnswer } from '../../records/mail/head-mail.ts'
import { isImitation, type Mail } from '../../records/mail/mail.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findChannel } from '../../records/mail/placement.ts'
import { excerptMail } from '../../records/mail/mail-preview.ts'
import { findAction } from '../../records/action-row.ts'
import { mailActions } from '../../records/mail-actions.ts'
import { findThreadAction } from '../../records/mail/thread-actions.ts'
import { buildActionButton, buildReadSafelyButton, buildThreadButtons } from '../../cards/action-buttons.ts'
import { nameSentBy } from '../../cards/mail-people.ts'
import { findThreadLinkInTime } from '../../notify/thread-link.ts'
import type { DeskScope } from '../desk-scope.ts'
import { nameBroughtIn } from '../../text/name-people.ts'
import type { MailText } from '../../text/mail-text.ts'
import { describeThreadProgress } from '../../cards/describe-progress.ts'
import { describeReplyTrouble, describeUnsentReply } from './unsent-reply.ts'
import type { ListedThread } from './work-page.ts'

const SUBJECT_CHARS = 150
const FROM_CHARS = 60
const FIRST_WORDS_CHARS = 60
const TROUBLE_CHARS = 150
/** The menu entry that opens the mail; frozen. */
export const OPEN_VERB = 'open'

/** A list, and how many threads it has. */
interface ListCount {
  source: ListedThread['source']
  count: number
  isMore: boolean
}

const isSame = (one: ListedThread['source'] | undefined, other: ListedThread['source']): boolean =>
  one?.scope === other.scope && one.list === other.list

/** Renders threads, each with its next act and its menu, and a heading where another list begins, with the number of its threads if it is given. */
export async function buildWorkRows(
  scope: DeskScope,
  text: MailText,
  user: string,
  threads: ListedThread[],
  counts: ListCount[] = [],
  { hasHeadings = true, isPosted = false }: { hasHeadings?: boolean; isPosted?: boolean } = {},
): Promise<MessageBlock[]> {
  const rows = await Promise.all(threads.map((one) => buildRow(scope, text, { user, isPosted }, one)))
  return rows.flatMap((row, index) => {
    const [source, before] = [threads[index]?.source, threads[index - 1]?.source]
    if (!source || !hasHeadings || isSame(before, source)) return row
    const counted = counts.find((one) => isSame(one.source, source))
    const number = counted && `${text.formats.number(counted.count)}${counted.isMore ? '+' : ''}`
    const heading = [`*${nameSource(text, source, user)}*`, number].filter(Boolean).join(' · ')
    return [...(before ? [divider()] : []), ...contextBlock(heading), ...row]
  })
}

function nameSource(
  { work: { list: words } }: MailText,
  { scope, list }: ListedThread['source'],
  user: string,
): string {
  return scope === user ? words.mine[list] : words.here[list]({ channel: channelMention(scope) })
}

/** Renders threads as one line each, for a message that is posted: the owner, and what has become of the mail. */
export async function buildWorkLines(
  scope: DeskScope,
  text: MailText,
  user: string,
  threads: ListedThread[],
): Promise<MessageBlock[]> {
  const rows = await Promise.all(threads.map((one) => describeRow(scope, text, { user, isPosted: true }, one)))
  return rows.flatMap(({ title, state }) => contextBlock(`${title} · ${state}`))
}

/** The person who reads a row, and whether the row is in a message that is posted, not in a window that somebody waits for. */
interface RowReader {
  user: string
  isPosted: boolean
}

async function buildRow(
  scope: DeskScope,
  text: MailText,
  reader: RowReader,
  listed: ListedThread,
): Promise<MessageBlock[]> {
  const { id, thread } = listed
  const { user } = reader
  const [{ title, excerpt, state, isAble, isDoubtful, seen, aside }, trouble] = await Promise.all([
    describeRow(scope, text, reader, listed),
    describeReplyTrouble(scope, text, thread),
  ])
  const shown = { thread: id, ...(aside !== undefined && { mail: aside }) }
  const act = isAble ? buildNextAct(text, { shown, thread, user, isDoubtful }) : undefined
  return [
    section(
      [title, trouble && keepLiteral(escapeMrkdwn(truncate(trouble, TROUBLE_CHARS))), excerpt]
        .filter(Boolean)
        .join('\n'),
      buildMenu(text, { shown, seen: { thread: id, ...(seen !== undefined && { mail: seen }) } }, thread, act),
    ),
    ...(act ? [section(state, act)] : contextBlock(state)),
  ]
}

async function describeRow(
  scope: DeskScope,
  text: MailText,
  { user, isPosted }: RowReader,
  { id, thread, source }: ListedThread,
) {
  const { team, mailStore, people } = scope
  const { owner } = thread
  const channel = findChannel(thread)
  const [first, answered, url, name, unsent, isAble] = await Promise.all([
    mailStore.findMail(thread.mails[0]),
    findMailToAnswer(mailStore, thread),
    findThreadLinkInTime(scope, id, { isPosted }),
    owner && owner.user !== user ? readQuietName(text, people, team, owner.user) : undefined,
    describeUnsentReply(scope, text, thread),
    mayStillWork(scope, user, id, thread),
  ])
  const subject = keepLiteral(isolateDirection(truncate(first?.subject || text.noSubject, SUBJECT_CHARS)))
  const from = keepLiteral(escapeMrkdwn(nameOtherSide(text, answered?.mail)))
  const words = text.work.list.state
  const yours = source.scope === user ? '' : words.yours
  const nobodys = thread.work === 'done' ? '' : words.unclaimed
  const whose = owner ? (name === undefined ? yours : words.owner({ name })) : nobodys
  const heading = mrkdwnLink(url, subject)
  const state = [
    describeThreadProgress(text, thread, whose, { mailAt: answered?.mail.at }),
    answered?.by !== undefined && text.headCard.broughtBy({ by: nameBroughtIn(answered.by) }),
    // The heading already names the channel.
    channel !== source.scope && channel && channelMention(channel),
    unsent,
    !isAble && text.work.list.unable,
  ]
  return {
    title: `*${from}* · *${heading}*`,
    excerpt: keepLiteral(escapeMrkdwn(answered ? excerptMail(answered.mail, FIRST_WORDS_CHARS) : '')),
    state: state.filter(Boolean).join(' · '),
    isAble,
    isDoubtful: answered !== undefined && isImitation(answered.mail),
    seen: answered?.seen,
    aside: answered?.by && answered.key,
  }
}

/** Whether a person may still answer the thread, unless another one owns it. A claim of a person who may not is checked. */
async function mayStillWork(scope: DeskScope, user: string, id: string, { owner, inboxId }: MailThread) {
  if (owner?.user !== user || (await withinDeadline(mayWorkOn(scope, user, inboxId))) !== false) return true
  await sendCheckOwner(scope.queue, { team: scope.team, user, thread: id }, `list-${owner.at}`)
  return false
}

/** Names the sender, or the recipients of a mail written in Slack. */
function nameOtherSide(text: MailText, mail: Mail | undefined): string {
  if (mail?.reply !== undefined)
    return truncate(`→ ${[...mail.to, ...mail.cc].map(displayAddress).join(', ')}`, FROM_CHARS)
  if (!mail) return text.noSender
  // An address that a name imitates is never cut.
  const name = nameSentBy(text, mail)
  return isImitation(mail) ? name : truncate(name, FROM_CHARS)
}

/** The act that comes next, as a button: Claim while nobody is responsible, Reply for the person who is. */
function buildNextAct(
  text: MailText,
  { shown, thread, user, isDoubtful }: { shown: MailTarget; thread: MailThread; user: string; isDoubtful: boolean },
): Button | undefined {
  if (thread.snooze || thread.work === 'waiting') return undefined
  if (!thread.owner) return buildThreadButtons(text, ['claim'], thread, shown.thread)[0]
  if (thread.owner.user !== user) return undefined
  // Nobody should answer an imitation in one click.
  if (isDoubtful) return buildReadSafelyButton(text, shown)
  return buildActionButton(text, replyAction, formatMailTarget(shown))
}

/** Without its color, because each row of a list may have this button. */
const { style: _, ...replyAction } = findAction(mailActions, 'reply')

/**
 * Builds the menu: Open, Reply, and the first acts that the thread's state allows, without the one next to it; Slack takes five entries. `shown`: the
 * thread, and its mail if the row shows another one than the card.
 */
function buildMenu(
  text: MailText,
  { shown, seen }: { shown: MailTarget; seen: MailTarget },
  thread: MailThread,
  next: Button | undefined,
) {
  const acts = ['wake', 'claim', 'done', 'snooze', 'hand_over', 'release'].flatMap(
    (verb) => findThreadAction(verb) ?? [],
  )
  const offered = acts.filter((act) => act.isAllowed(thread) && (!next || act.actionId !== next.action_id))
  return overflow(mailActionIds.listed, [
    menuOption(text.work.list.open, `${OPEN_VERB}:${formatMailTarget(shown)}`),
    ...(next?.action_id === replyAction.actionId
      ? []
      : [menuOption(text.reply, `${replyAction.verb}:${formatMailTarget(shown)}`)]),
    ...offered.map(({ verb, label }) => menuOption(label(text), `${verb}:${formatMailTarget(seen)}`)),
  ])
}
