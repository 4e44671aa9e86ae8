import { mentionMessage } from '../../../slack/blocks/text-message.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { MailScope } from '../../mail-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'
import { withThreadLink } from '../../notify/thread-link.ts'

/** Names the direct message that asks about a stopped reply. Frozen: the message is edited later. */
export const pausedQuestionOpId = (id: string, schedule: string): string => `mail.paused:${id}:${schedule}:direct`

/** Removes the buttons from the direct message about a stopped reply once someone has decided anywhere. */
export async function closePausedQuestion(
  scope: MailScope,
  id: string,
  { user, thread, state, askedDirectly, schedules = 0, to, cc, bcc }: Reply,
): Promise<void> {
  if (askedDirectly === undefined || (state === 'paused' && askedDirectly === schedules)) return
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const message = mentionMessage(user, text.schedule.pausedBefore({ to: nameRecipients(text, [...to, ...cc, ...bcc]) }))
  const linked = await withThreadLink(scope, text, thread, message)
  await scope.outbox.replace({ team: scope.team, opId: pausedQuestionOpId(id, String(askedDirectly)), message: linked })
}
