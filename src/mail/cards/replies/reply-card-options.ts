import type { Language } from '../../../core/language.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { nameApproval } from '../../access/find-approvers.ts'
import { cardKinds } from '../../action-ids.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { canLookUp } from '../../records/replies/can-look-up.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { findDecision } from '../../records/replies/reply-decision.ts'
import { findThreadLink } from '../../notify/thread-link.ts'
import type { MailScope } from '../../mail-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import type { NewerReply, ReplyCardOptions } from './reply-card.ts'

/** Finds the facts that the card of a reply shows besides its records. */
export async function findReplyCardOptions(
  scope: MailScope,
  reply: Reply,
  language: Language,
): Promise<ReplyCardOptions> {
  const text = mailTextIn(language)
  const newer = await findNewerReply(scope, text, reply)
  const by = findDecision(reply)?.by
  return {
    canLookUp: canLookUp(reply, scope.clock, scope.mailbox),
    ...(await nameApproval(scope, reply, language)),
    needsApproval: (await readApprovers(scope.settings, scope.team, reply.inboxId)) !== undefined,
    ...(by !== undefined && { actor: await readQuietName(text, scope.people, scope.team, by) }),
    ...(newer && { newer }),
  }
}

/** Finds the reply that replaces this one, who had it sent, and where Slack shows it. */
export async function findNewerReply(
  scope: MailScope,
  text: MailText,
  { again: id, thread }: Pick<Reply, 'again' | 'thread'>,
): Promise<NewerReply | undefined> {
  const reply = id === undefined ? undefined : await scope.replyStore.findReply(id)
  if (id === undefined || !reply) return undefined
  const by = await readQuietName(text, scope.people, scope.team, reply.by ?? reply.user)
  const card = await scope.cards.findNewestMessage({ team: scope.team, kind: cardKinds.reply, id })
  if (card) return { reply, by, link: await scope.slack.conversations.permalink(scope.team, card.channel, card.ts) }
  // A new mail from another inbox is the head of its own thread.
  return reply.thread === thread ? { reply, by } : { reply, by, link: await findThreadLink(scope, reply.thread) }
}
