import { mentionMessage } from '../../../slack/blocks/text-message.ts'
import { isScheduled, type Reply } from '../../records/replies/reply.ts'
import type { MailScope } from '../../mail-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'
import { withThreadLink } from '../../notify/thread-link.ts'

/** Names the direct message that asks about a stopped reply. Frozen: the message is edited later. */
export const pausedQuestionOpId = (id: string, schedule: string): string => `mail.paused:${id}:${schedule}:direct`

type PausedFate = 'stopped' | 'replaced' | 'scheduled' | 'awaiting' | 'sent' | 'other'

/** The decision about a paused reply, which its present state shows. The message that names it is edited once. */
export function findPausedFate(reply: Reply): PausedFate {
  const { state, again } = reply
  if (state === 'cancelled') return again === undefined ? 'stopped' : 'replaced'
  // A reply that is paused again has another time.
  if (isScheduled(reply)) return 'scheduled'
  return state === 'awaiting' || state === 'sent' ? state : 'other'
}

/** Removes the buttons from the direct message about a stopped reply once someone has decided anywhere. */
export async function closePausedQuestion(scope: MailScope, id: string, reply: Reply): Promise<void> {
  const { user, thread, state, askedDirectly, schedules = 0, to, cc, bcc } = reply
  if (askedDirectly === undefined || (state === 'paused' && askedDirectly === schedules)) return
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const recipients = nameRecipients(text, [...to, ...cc, ...bcc])
  const sentence = text.schedule.pausedBefore({ to: recipients, fate: findPausedFate(reply) })
  const message = mentionMessage(user, sentence)
  const linked = await withThreadLink(scope, text, thread, message)
  await scope.outbox.replace({ team: scope.team, opId: pausedQuestionOpId(id, String(askedDirectly)), message: linked })
}
