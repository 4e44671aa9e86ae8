import { formatMoment } from '../../slack/blocks/mrkdwn.ts'
import { mentionMessage } from '../../slack/blocks/text-message.ts'
import { readPlainName } from '../../slack/directory/quiet-name.ts'
import type { MailScope } from '../mail-scope.ts'
import type { Reply } from '../records/replies/reply.ts'
import { nameRecipients } from '../text/name-people.ts'
import { findWriterPlace } from './gone-writer.ts'
import { rewordWriterNotice, sendWriterNotice, type WriterNotice } from './writer-notice.ts'

/** An act on a reply that another person wrote. */
interface ActOfOther {
  verb: 'now' | 'planned' | 'time' | 'cancel' | 'stop' | 'drop' | 'again' | 'edit' | 'approved'
  by: string
  /** Names the act in the op id: a click, or the reply that replaces this one. */
  event: string
}

/**
 * Notifies the writer of a reply that another person decided about it, once per act. Does nothing for the writer's own acts, or if the writer is gone: then
 * others decide.
 */
export async function noticeAct(
  scope: MailScope,
  { id, reply }: { id: string; reply: Reply },
  { verb, by, event }: ActOfOther,
): Promise<void> {
  if (by === reply.user || (await findWriterPlace(scope, reply)).isWriterGone) return
  await sendWriterNotice(scope, reply, noticeOf(scope, { id, reply }, { verb, by, event }))
}

/** Rewords the notice of an act when the same person has done more to the reply: the writer is notified once. Safe to repeat. */
export async function rewordActNotice(
  scope: MailScope,
  { id, reply }: { id: string; reply: Reply },
  { verb, by, event }: ActOfOther,
): Promise<void> {
  if (by === reply.user || (await findWriterPlace(scope, reply)).isWriterGone) return
  await rewordWriterNotice(scope, reply, noticeOf(scope, { id, reply }, { verb, by, event }))
}

const noticeOf = (
  scope: MailScope,
  { id, reply: { user, to, cc, bcc, state, sendAt } }: { id: string; reply: Reply },
  { verb, by, event }: ActOfOther,
): WriterNotice => ({
  opId: `mail.acted:${id}:${event}`,
  reply: id,
  build: async (text) => {
    const name = await readPlainName(text, scope.people, scope.team, by)
    const isAsked = state === 'awaiting' && (verb === 'time' || verb === 'now' || verb === 'planned')
    const done = isAsked ? (`${verb}Approval` as const) : verb
    const when = sendAt === undefined ? '' : formatMoment(sendAt)
    return mentionMessage(
      user,
      text.writerNotices.acted({ verb: done, name, to: nameRecipients(text, [...to, ...cc, ...bcc]), when }),
    )
  },
})
