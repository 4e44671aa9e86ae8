import { mentionMessage } from '../../../slack/blocks/text-message.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { MailServices } from '../../services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { withThreadLink } from '../../notify/thread-link.ts'

/** Names the direct message that asks about a stopped reply; frozen, since it is edited later. */
export const pausedQuestionOpId = (id: string, schedule: string): string => `mail.paused:${id}:${schedule}:direct`

/** Takes the buttons from the direct message that asked about a stopped reply, once somebody has decided it, wherever that was. */
export async function closePausedQuestion(
  services: MailServices,
  team: string,
  id: string,
  { user, thread, state, askedDirectly, schedules = 0, to, cc, bcc }: Reply,
): Promise<void> {
  if (askedDirectly === undefined || (state === 'paused' && askedDirectly === schedules)) return
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const message = mentionMessage(user, text.schedule.pausedBefore(text.nameSome([...to, ...cc, ...bcc])))
  const linked = await withThreadLink(services, text, { team, id: thread }, message)
  await services.outbox.replace({ team, opId: pausedQuestionOpId(id, String(askedDirectly)), message: linked })
}
