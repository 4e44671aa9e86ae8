import type { Language } from '../../../core/language.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { nameApproval } from '../../access/find-approvers.ts'
import { cardKinds } from '../../action-ids.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { canLookUp } from '../../records/replies/can-look-up.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { findThreadLink } from '../../notify/thread-link.ts'
import type { MailServices } from '../../services.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import type { NewerReply, ReplyCardOptions } from './reply-card.ts'

/** Finds what the card of a reply shows beside its records. */
export async function findReplyCardOptions(
  services: MailServices,
  team: string,
  reply: Reply,
  language: Language,
): Promise<ReplyCardOptions> {
  const newer = await findNewerReply(services, mailTextIn(language), team, reply)
  return {
    canLookUp: canLookUp(reply, services.clock),
    ...(await nameApproval(services, team, reply, language)),
    needsApproval: (await readApprovers(services.settings, team, reply.inboxId)) !== undefined,
    ...(newer && { newer }),
  }
}

/** The reply that replaces this one, who had it sent, and where Slack shows it. */
export async function findNewerReply(
  services: MailServices,
  text: MailText,
  team: string,
  { again: id, thread }: Reply,
): Promise<NewerReply | undefined> {
  const reply = id === undefined ? undefined : await services.replyStore.findReply(team, id)
  if (id === undefined || !reply) return undefined
  const by = await readQuietName(text, services.people, team, reply.by ?? reply.user)
  const card = await services.cards.findNewestMessage({ team, kind: cardKinds.reply, id })
  if (card) return { reply, by, link: await services.slack.conversations.permalink(team, card.channel, card.ts) }
  // A new mail from another inbox is the head of a thread of its own.
  return reply.thread === thread
    ? { reply, by }
    : { reply, by, link: await findThreadLink(services, team, reply.thread) }
}
