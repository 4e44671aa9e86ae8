import { cardKinds } from '../action-ids.ts'
import type { Mail } from '../records/mail/mail.ts'
import { closePausedQuestion } from './replies/paused-question.ts'
import type { MailServices } from '../services.ts'
import { showReplyOnJob } from './replies/show-on-job.ts'

/** A mail changed: it is shown by its own card or by the head of its thread. */
export async function refreshMailCards({ cards }: MailServices, team: string, key: string, mail: Mail): Promise<void> {
  await cards.refresh({ team, kind: cardKinds.threadHead, id: mail.thread })
  await cards.refresh({ team, kind: cardKinds.mail, id: key })
}

/** A reply changed: its own card, the notices about its outcome and the card of its job show that, and the head of its thread counts it. */
export async function refreshReplyCards(services: MailServices, team: string, id: string): Promise<void> {
  const { cards, replyStore } = services
  await cards.refresh({ team, kind: cardKinds.reply, id })
  await cards.refresh({ team, kind: cardKinds.outcome, id })
  const reply = await replyStore.findReply(team, id)
  if (reply?.sendAt !== undefined || reply?.schedules !== undefined)
    await cards.refresh({ team, kind: cardKinds.paused, id })
  if (reply) await closePausedQuestion(services, team, id, reply)
  if (reply?.replaces !== undefined) await cards.refresh({ team, kind: cardKinds.reply, id: reply.replaces })
  if (reply) await cards.refresh({ team, kind: cardKinds.threadHead, id: reply.thread })
  await showReplyOnJob(services, team, id)
}
