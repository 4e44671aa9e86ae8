import { withinQuestionTime } from '../../../core/question-time.ts'
import { contextBlock, divider, menuOption, overflow, section } from '../../../slack/blocks/block-builders.ts'
import { channelMention, escapeMrkdwn, mrkdwnLink, truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { isolateDirection } from '../../../core/isolate-direction.ts'
import { mailActionIds } from '../../action-ids.ts'
import { displayAddress } from '../../records/address.ts'
import type { Mail } from '../../records/mail/mail.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findChannel } from '../../records/mail/placement.ts'
import { listMenuActions, threadActions } from '../../records/mail/thread-actions.ts'
import { findThreadLink } from '../../notify/thread-link.ts'
import type { DeskScope } from '../desk-scope.ts'
import type { MailText } from '../../text/mail-text.ts'
import { describeThreadProgress } from '../../cards/describe-progress.ts'
import { describeUnsentReply } from './unsent-reply.ts'
import type { ListedThread } from './work-page.ts'

/** The list cannot wait longer: a link that takes longer is left out. */
const LINK_TIMEOUT_MS = 700
const SUBJECT_CHARS = 150
const FROM_CHARS = 100
/** The menu entry that opens the mail; frozen. */
export const OPEN_VERB = 'open'

/** Renders threads, each with its menu, and a heading where another list begins. */
export async function buildWorkRows(
  scope: DeskScope,
  text: MailText,
  user: string,
  threads: ListedThread[],
): Promise<MessageBlock[]> {
  const rows = await Promise.all(threads.map((one) => buildRow(scope, text, user, one)))
  return rows.flatMap((row, index) => {
    const [source, before] = [threads[index]?.source, threads[index - 1]?.source]
    const isNew = source && (source.scope !== before?.scope || source.list !== before.list)
    if (!isNew) return row
    return [...(before ? [divider()] : []), ...contextBlock(`*${nameSource(text, source, user)}*`), ...row]
  })
}

function nameSource(
  { work: { list: words } }: MailText,
  { scope, list }: ListedThread['source'],
  user: string,
): string {
  return scope === user ? words.mine[list] : words.here[list]({ channel: channelMention(scope) })
}

async function buildRow(
  scope: DeskScope,
  text: MailText,
  user: string,
  { id, thread, source }: ListedThread,
): Promise<MessageBlock[]> {
  const { team, mailStore, people } = scope
  const { owner } = thread
  const channel = findChannel(thread)
  const [mail, url, name, unsent] = await Promise.all([
    mailStore.findMail(thread.mails[0]),
    withinQuestionTime(LINK_TIMEOUT_MS, findThreadLink(scope, id)),
    owner && owner.user !== user ? readQuietName(text, people, team, owner.user) : undefined,
    describeUnsentReply(scope, text, thread),
  ])
  const subject = isolateDirection(truncate(mail?.subject || text.noSubject, SUBJECT_CHARS)).replaceAll('*', '∗')
  const from = escapeMrkdwn(truncate(nameOtherSide(text, mail), FROM_CHARS))
  const words = text.work.list.state
  const yours = source.scope === user ? '' : words.yours
  const whose = owner ? (name === undefined ? yours : words.owner({ name })) : words.unclaimed
  const heading = url === undefined ? escapeMrkdwn(subject) : mrkdwnLink(url, subject)
  const progress = [describeThreadProgress(text, thread, whose), unsent].filter(Boolean).join('\n')
  return [
    section(`✉️ *${heading}*\n${progress}`, buildMenu(text, id, thread)),
    // The heading already names the channel.
    ...contextBlock([channel !== source.scope && channel && channelMention(channel), from].filter(Boolean).join(' · ')),
  ]
}

/** Names the sender, or the recipients of a mail written in Slack. */
function nameOtherSide(text: MailText, mail: Mail | undefined): string {
  if (mail?.reply !== undefined) return `→ ${[...mail.to, ...mail.cc].map(displayAddress).join(', ')}`
  return mail?.from.address ? displayAddress(mail.from) : text.noSender
}

/** Builds the menu: Open, and the acts that the thread's state allows. Slack takes five entries. */
function buildMenu(text: MailText, id: string, thread: MailThread) {
  const claim = threadActions.filter(({ verb, isAllowed }) => verb === 'claim' && isAllowed(thread))
  const done = threadActions.filter(({ verb, isAllowed }) => verb === 'done' && isAllowed(thread))
  const others = listMenuActions(thread).filter(({ verb }) => !['done', 'mute', 'unmute'].includes(verb))
  return overflow(mailActionIds.listed, [
    menuOption(text.work.list.open, `${OPEN_VERB}:${id}`),
    ...[...claim, ...done, ...others].map(({ verb, label }) => menuOption(label(text), `${verb}:${id}`)),
  ])
}
