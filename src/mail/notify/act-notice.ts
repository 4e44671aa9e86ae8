import { mentionMessage } from '../../slack/blocks/text-message.ts'
import { readPlainName } from '../../slack/directory/quiet-name.ts'
import type { MailScope } from '../mail-scope.ts'
import type { Reply } from '../records/replies/reply.ts'
import { nameRecipients } from '../text/name-people.ts'
import { findWriterPlace } from './gone-writer.ts'
import { sendWriterNotice } from './writer-notice.ts'

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
  const { user, to, cc, bcc } = reply
  if (by === user || (await findWriterPlace(scope, reply)).isWriterGone) return
  await sendWriterNotice(scope, reply, {
    opId: `mail.acted:${id}:${event}`,
    reply: id,
    build: async (text) => {
      const name = await readPlainName(text, scope.people, scope.team, by)
      return mentionMessage(
        user,
        text.writerNotices.acted({ verb, name, to: nameRecipients(text, [...to, ...cc, ...bcc]) }),
      )
    },
  })
}
