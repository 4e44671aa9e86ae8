import { section } from '../../../slack/blocks/block-builders.ts'
import { formatMoment } from '../../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { buildActionButton } from '../../cards/action-buttons.ts'
import { findRequestSubject } from '../../cards/replies/describe-request.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { lacksSender } from '../../records/replies/reply.ts'
import { cancelReply } from '../../records/reply-actions.ts'
import type { MailText } from '../../text/mail-text.ts'
import type { DeskScope } from '../desk-scope.ts'
import { findUnsentReplies, type UnsentReply } from './unsent-reply.ts'

/** Replies that are named after one act. */
const MAX_NAMED = 5

/**
 * Names the replies of threads that are sent although somebody is done with the mail, each with the button that stops it; no block if there are
 * none.
 */
export async function buildLeftToSend(
  scope: DeskScope,
  text: MailText,
  user: string,
  threads: readonly MailThread[],
): Promise<MessageBlock[]> {
  const found: UnsentReply[] = []
  for (const thread of threads) if (found.length < MAX_NAMED) found.push(...(await findUnsentReplies(scope, thread)))
  return Promise.all(found.slice(0, MAX_NAMED).map((one) => buildLeftReply(scope, text, user, one)))
}

async function buildLeftReply(
  scope: DeskScope,
  text: MailText,
  user: string,
  { id, reply }: UnsentReply,
): Promise<MessageBlock> {
  const sentence = text.work.leftToSend({
    is: lacksSender(reply) ? 'senderless' : reply.state === 'paused' ? 'other' : reply.state,
    isOwn: reply.user === user,
    name: reply.user === user ? '' : await readQuietName(text, scope.people, scope.team, reply.user),
    subject: await findRequestSubject(scope, text, reply),
    when: formatMoment(reply.dueAt),
  })
  return section(sentence, buildActionButton(text, cancelReply, id))
}

/** Answers a person who is done with a thread of which something is still sent; undefined if nothing is. */
export async function describeLeftToSend(
  scope: DeskScope,
  text: MailText,
  user: string,
  thread: MailThread,
): Promise<Message | undefined> {
  const blocks = await buildLeftToSend(scope, text, user, [thread])
  return blocks.length === 0 ? undefined : textMessage(text.work.acted({ verb: 'done' }), blocks)
}
