import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { describeThreadProgress } from '../../cards/describe-progress.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import type { MailText } from '../../text/mail-text.ts'
import type { DeskScope } from '../desk-scope.ts'

/** Describes for one reader who takes care of a thread, and its progress. Returns undefined for mail from programs alone that nobody has acted on. */
export async function describeThreadState(
  { team, people }: DeskScope,
  text: MailText,
  user: string,
  thread: MailThread,
): Promise<string | undefined> {
  const { work, workAt, owner, snooze, muted } = thread
  const words = text.work.list.state
  if (workAt === undefined && !owner && !snooze) return muted && words.muted
  if (!owner) return describeThreadProgress(text, thread, work === 'done' ? '' : words.unclaimed)
  const name = owner.user === user ? undefined : await readQuietName(text, people, team, owner.user)
  return describeThreadProgress(text, thread, name === undefined ? words.yours : words.owner({ name }))
}
