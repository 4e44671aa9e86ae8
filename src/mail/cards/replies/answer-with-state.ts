import type { Message } from '../../../slack/blocks/slack-message.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import type { MailScope } from '../../mail-scope.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { buildReplyState } from './reply-card.ts'
import { findReplyCardOptions } from './reply-card-options.ts'

/** Builds a private answer about a reply with its state, which its card may not show: the channel of the card may be shared or archived. */
export async function answerWithState(
  scope: MailScope,
  { user, id, reply }: { user: string; id: string; reply: Reply | undefined },
  sentence: string,
): Promise<Message> {
  if (!reply) return textMessage(sentence)
  const language = await scope.languages.ofPerson(scope.team, user)
  const report = await scope.replyStore.readDeliveryReport(reply)
  const options = await findReplyCardOptions(scope, reply, language)
  return textMessage(sentence, buildReplyState(mailTextIn(language), { id, reply, report }, options))
}
