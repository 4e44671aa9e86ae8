import { isolateDirection } from '../../../core/isolate-direction.ts'
import { actionsBlock } from '../../../slack/blocks/block-builders.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { formatMailTarget } from '../../action-ids.ts'
import { buildThreadButtons } from '../../cards/action-buttons.ts'
import { nameSentBy } from '../../cards/mail-people.ts'
import { findHeadMail, type HeadMail } from '../../records/mail/head-mail.ts'
import { excerptMail } from '../../records/mail/mail-preview.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { hasWrittenSince } from '../../records/mail/thread-changes.ts'
import type { DeskScope } from '../desk-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import type { ThreadAct } from './thread-act-task.ts'

/** The acts after which nobody needs to read the thread. */
const puttingAside: ReadonlySet<string> = new Set(['done', 'snooze'] satisfies ThreadAct['verb'][])

const EXCERPT_CHARS = 150

/** Why an act is left undone, and the answer to the person. */
interface UnseenNews {
  outcome: 'newer' | 'claimed'
  answer: string | Message
}

/**
 * Finds what the person had not seen when they acted: a newer mail, if they were done with the thread or snoozed it; or another person's claim, if they
 * acted on several threads. An act whose button or form is of an earlier version says nothing about what was seen, so nothing is found.
 */
export async function findUnseen(
  scope: DeskScope,
  act: ThreadAct,
  thread: MailThread,
): Promise<UnseenNews | undefined> {
  const { user, verb, seenAt } = act
  const { owner } = thread
  if (seenAt !== undefined && owner && owner.user !== user && owner.at > seenAt)
    return { outcome: 'claimed', answer: '' }
  if (!puttingAside.has(verb)) return undefined
  if (seenAt !== undefined) return hasWrittenSince(thread, seenAt) ? { outcome: 'newer', answer: '' } : undefined
  const newer = await findNewer(scope, act, thread)
  if (!newer) return undefined
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  return { outcome: 'newer', answer: buildAnswer(text, act, thread, newer) }
}

/** The newest mail that the head names now, if it came after the one that the person saw. */
async function findNewer(
  { mailStore }: DeskScope,
  { seen }: ThreadAct,
  thread: MailThread,
): Promise<HeadMail | undefined> {
  if (seen === undefined) return undefined
  const head = await findHeadMail(mailStore, thread)
  if (!head || thread.mails.lastIndexOf(head.seen) <= thread.mails.lastIndexOf(seen)) return undefined
  const mail = head.seen === head.key ? head.mail : await mailStore.findMail(head.seen)
  return mail && { key: head.seen, mail, seen: head.seen }
}

/** Quotes the newer mail, with the button for the same act. */
function buildAnswer(
  text: MailText,
  { thread: id, verb }: ThreadAct,
  thread: MailThread,
  { key, mail }: HeadMail,
): Message {
  const sentence = text.work.newer({
    verb: verb === 'snooze' ? 'snooze' : 'other',
    from: nameSentBy(text, mail),
    words: isolateDirection(excerptMail(mail, EXCERPT_CHARS)),
  })
  const message = plainTextMessage(sentence)
  const value = formatMailTarget({ thread: id, mail: key })
  return {
    ...message,
    blocks: [...message.blocks, ...actionsBlock(...buildThreadButtons(text, [verb], thread, value))],
  }
}
