import { isolateDirection } from '../../../core/isolate-direction.ts'
import { escapeMrkdwn, keepLiteral, truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { plainTextMessage, textMessage } from '../../../slack/blocks/text-message.ts'
import { readPlainName } from '../../../slack/directory/quiet-name.ts'
import { describeThreadProgress } from '../../cards/describe-progress.ts'
import { withThreadLink } from '../../notify/thread-link.ts'
import type { Mail } from '../../records/mail/mail.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import type { MailText } from '../../text/mail-text.ts'
import type { DeskScope } from '../desk-scope.ts'
import type { ThreadAct } from './thread-act-task.ts'

const SUBJECT_CHARS = 80

/** Explains why a click changed nothing. A message in the channel has the link to the thread, which may be far above it. */
export async function describeMissed(
  scope: DeskScope,
  text: MailText,
  { user, thread: id, verb, view, isHome }: ThreadAct,
  { thread, mail }: { thread: MailThread | undefined; mail: Mail | undefined },
): Promise<string | Message> {
  if (!thread) return text.forms.gone
  const message = await describeOthersAct(scope, text, { user, verb, thread, subject: mail?.subject || text.noSubject })
  return view || isHome ? message : withThreadLink(scope, text, id, message)
}

/** Describes the state of a thread that made an act of this person impossible. */
async function describeOthersAct(
  { team, people }: DeskScope,
  text: MailText,
  { user, verb, thread, subject: full }: { user: string; verb: string; thread: MailThread; subject: string },
): Promise<Message> {
  const { owner, work, doneBy } = thread
  const subject = isolateDirection(truncate(full, SUBJECT_CHARS))
  if (verb === 'claim' && owner?.user === user) return plainTextMessage(text.work.yoursAlready({ subject }))
  const nameOf = async (one: string | undefined) => one && readPlainName(text, people, team, one)
  const [name, closer] = await Promise.all([nameOf(owner?.user), nameOf(work === 'done' ? doneBy : undefined)])
  if (verb === 'claim' && name !== undefined) return plainTextMessage(text.work.claimedBy({ name, subject }))
  const words = text.work.list.state
  const others =
    name === undefined ? (work === 'done' ? '' : words.unclaimed) : words.owner({ name: escapeMrkdwn(name) })
  const whose = owner?.user === user ? words.yours : others
  const state = describeThreadProgress(text, thread, whose, {
    doneBy: closer === undefined ? undefined : escapeMrkdwn(closer),
  })
  // The moments in the state are Slack's markup.
  return textMessage(text.work.already({ subject: keepLiteral(escapeMrkdwn(subject)), state }))
}
