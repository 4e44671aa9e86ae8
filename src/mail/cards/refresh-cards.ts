import { cardKinds } from '../action-ids.ts'
import type { Mail } from '../records/mail/mail.ts'
import { updateCancelOffers } from './replies/cancel-offers.ts'
import { closePausedQuestion } from './replies/paused-question.ts'
import type { MailScope } from '../mail-scope.ts'
import { showReplyOnJob } from './replies/show-on-job.ts'

/** Refreshes the cards that show a mail: its own card or the head of its thread. */
export async function refreshMailCards({ team, cards }: MailScope, key: string, mail: Mail): Promise<void> {
  await cards.refresh({ team, kind: cardKinds.threadHead, id: mail.thread })
  await cards.refresh({ team, kind: cardKinds.mail, id: key })
}

/** Refreshes everything that shows a reply: its own card, the messages and notices about it, the card of its job, and what shows its thread. */
export async function refreshReplyCards(scope: MailScope, id: string): Promise<void> {
  const { team, cards, replyStore } = scope
  await cards.refresh({ team, kind: cardKinds.reply, id })
  await cards.refresh({ team, kind: cardKinds.outcome, id })
  const reply = await replyStore.findReply(id)
  if ((reply?.sendAt ?? reply?.schedules ?? reply?.isOverdue ?? reply?.approval) !== undefined)
    await cards.refresh({ team, kind: cardKinds.paused, id })
  if (reply) await closePausedQuestion(scope, id, reply)
  if (reply) await updateCancelOffers(scope, id, reply)
  if (reply?.replaces !== undefined) await cards.refresh({ team, kind: cardKinds.reply, id: reply.replaces })
  if (reply) await refreshThreadCards(scope, reply.thread)
  await showReplyOnJob(scope, id)
}

/** Refreshes what shows the replies of a thread: its head, the message that its snooze has ended, and the reminders that name it. */
export async function refreshThreadCards({ team, cards, mailStore }: MailScope, id: string): Promise<void> {
  await cards.refresh({ team, kind: cardKinds.threadHead, id })
  const thread = await mailStore.findThread(id)
  if (thread?.returned) await cards.refresh({ team, kind: cardKinds.returned, id })
  for (const reminder of thread?.reminders ?? []) await cards.refresh({ team, kind: cardKinds.reminder, id: reminder })
}
