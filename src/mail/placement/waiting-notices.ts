import { isolateDirection } from '../../core/isolate-direction.ts'
import { actionsBlock, contextBlock } from '../../slack/blocks/block-builders.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { mentionMessage } from '../../slack/blocks/text-message.ts'
import { buildReadButton } from '../cards/action-buttons.ts'
import { nameRule } from '../cards/rule-name.ts'
import { withThreadLink } from '../notify/thread-link.ts'
import type { Mail } from '../records/mail/mail.ts'
import { type BroughtIn, findBroughtBy, type PlacedThread } from '../records/mail/mail-thread.ts'
import type { RuleMark } from '../records/rule-conditions.ts'
import { type WaitingNotice, withoutWaitingNotices } from '../records/mail/thread-changes.ts'
import { nameBroughtIn } from '../text/name-people.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'
import type { PlacementScope } from './placement-scope.ts'

/**
 * Why a person is notified of a new mail. `role`: the person claimed the thread, or wrote there last; absent if they snoozed it. `after`: the mail came
 * after a reply that was sent, of the writer's own if they are notified as its writer; as an answer to their forward; or not.
 */
export interface NewMailReason {
  role?: 'owner' | 'writer'
  after: 'reply' | 'forward' | 'other'
  /** Set if the mail ended the person's snooze. */
  endsSnooze?: boolean
}

/** Names the notice of a new mail. Frozen: direct messages with it are edited later. */
const newMailOpId = (key: string): string => `mail.news:${key}`

/** Names the notice to a second person: the one who snoozed the thread is also notified of the mail. Frozen. */
const secondNewsOpId = (key: string): string => `mail.news:${key}:second`

/** Names the notice to the writer of the answered mail, if others are notified as well. Frozen. */
const answeredNewsOpId = (key: string): string => `mail.news:${key}:answered`

/** Names the notice of a thread that a rule assigned. Frozen: direct messages with it are edited later. */
export const findAssignmentOpId = (thread: string): string => `mail.assigned:${thread}`

/** Names a notice of a new mail. */
export function findNewsOpId(
  key: string,
  { isSecond = false, isAnswered = false }: { isSecond?: boolean | undefined; isAnswered?: boolean | undefined },
): string {
  if (isAnswered) return answeredNewsOpId(key)
  return isSecond ? secondNewsOpId(key) : newMailOpId(key)
}

/** The line of the notice. `by`: how the sender was brought into the thread, if only our own mail did that. */
export function describeNewMail(
  text: MailText,
  { from, subject }: Mail,
  reason: NewMailReason,
  by: BroughtIn | undefined,
): string {
  return text.work.news({
    from: from.address || text.noSender,
    subject: isolateDirection(subject || text.noSubject),
    how: nameNews(reason, by),
    about: nameConcern(reason),
  })
}

function nameNews({ role, after }: NewMailReason, by: BroughtIn | undefined) {
  if (after === 'forward') return 'toYourForward'
  if (after === 'reply' && role !== undefined) return role === 'writer' ? 'toYou' : 'reply'
  return nameBroughtIn(by)
}

function nameConcern({ role, endsSnooze = false }: NewMailReason) {
  if (role === 'owner') return endsSnooze ? 'both' : 'owner'
  return endsSnooze ? 'snoozer' : 'other'
}

/** The notice of a mail that no channel shows, with a button that opens it; `isWaiting` also names that as the reason. */
export function buildHiddenNews(
  text: MailText,
  {
    user,
    key,
    mail,
    reason,
    by,
    isWaiting,
  }: {
    user: string
    key: string
    mail: Mail
    reason: NewMailReason
    by: BroughtIn | undefined
    isWaiting: boolean
  },
): Message {
  const read = actionsBlock(buildReadButton(text, { thread: mail.thread, mail: key }))
  return mentionMessage(user, describeNewMail(text, mail, reason, by), [
    ...(isWaiting ? contextBlock(text.work.waits) : []),
    ...read,
  ])
}

/** The notice of a mail that a rule assigned. `isWaiting`: no channel shows it, and a button opens it. */
export function buildAssignmentNotice(
  text: MailText,
  { user, rule, key, mail }: { user: string; rule: RuleMark; key: string; mail: Mail },
  where: 'shown' | 'hidden' | 'waiting',
): Message {
  const { from, subject } = mail
  const words = text.rules.assigned({
    name: nameRule(text, rule),
    from: from.address || text.noSender,
    subject: isolateDirection(subject || text.noSubject),
  })
  if (where === 'shown') return mentionMessage(user, words)
  return mentionMessage(user, words, [
    ...(where === 'waiting' ? contextBlock(text.work.waits) : []),
    ...actionsBlock(buildReadButton(text, { thread: mail.thread, mail: key })),
  ])
}

/** The reason that a stored notice names; one of a later version counts as none. */
const readReason = ({ role, after, endsSnooze = role === undefined }: WaitingNotice): NewMailReason => ({
  ...((role === 'owner' || role === 'writer') && { role }),
  after: after === 'reply' || after === 'forward' ? after : 'other',
  endsSnooze,
})

/**
 * Edits the direct messages that show a mail as waiting, once its thread has a channel: they have a link for the people who may read it there. Safe to
 * repeat.
 */
export async function closeWaitingNotices(scope: PlacementScope, id: string, thread: PlacedThread): Promise<void> {
  const { team, access, languages, mailStore, outbox } = scope
  const { waitingNotices = [], placement } = thread
  if (waitingNotices.length === 0) return
  for (const notice of waitingNotices) {
    const { mail: key, user } = notice
    const mail = await mailStore.findMail(key)
    if (!mail) continue
    const text = mailTextIn(await languages.ofPerson(team, user))
    const mayRead = await access.mayRead(team, user, placement.channel)
    const news = buildShownNotice(text, thread, { key, mail, notice })
    const message = mayRead ? await withThreadLink(scope, text, id, news) : news
    const opId = notice.rule ? findAssignmentOpId(id) : findNewsOpId(key, notice)
    await outbox.replace({ team, opId: `${opId}:direct`, message })
  }
  await mailStore.threads.update(id, (now) => now && withoutWaitingNotices(now, waitingNotices))
}

/** A notice as it stands once its thread has a channel. */
function buildShownNotice(
  text: MailText,
  thread: PlacedThread,
  { key, mail, notice }: { key: string; mail: Mail; notice: WaitingNotice },
): Message {
  const { user, rule } = notice
  if (rule) return buildAssignmentNotice(text, { user, rule, key, mail }, 'hidden')
  const by = findBroughtBy(thread, key)
  return buildHiddenNews(text, { user, key, mail, reason: readReason(notice), by, isWaiting: false })
}
