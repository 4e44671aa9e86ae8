import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import type { MailScope } from '../../mail-scope.ts'
import { withThreadLink } from '../../notify/thread-link.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'
import { answerWithState } from './answer-with-state.ts'

/** Names a state of a reply at one of its times, in records and op ids; frozen. */
const nameState = ({ state, schedules = 0 }: Reply): string => `${state}-${schedules}`

/** Offers the writer by direct message to take back a reply; `reply` is what the message shows. It is edited once the reply has another state. */
export async function offerCancelDirectly(
  scope: MailScope,
  { id, reply, opId, message }: { id: string; reply: Reply; opId: string; message: Message },
): Promise<void> {
  const { team, replyStore, outbox } = scope
  // Recorded first: the end of the reply must find the message.
  await replyStore.replies.update(id, (now) =>
    now && !now.cancelOffers?.some((offer) => offer.opId === opId)
      ? { ...now, cancelOffers: [...(now.cancelOffers ?? []), { opId, shows: nameState(reply) }] }
      : undefined,
  )
  await outbox.postDirect({ team, user: reply.user, opId, message })
  const current = await replyStore.findReply(id)
  if (current) await updateCancelOffers(scope, id, current)
}

/** Shows the present state of a reply in the direct messages that offered to take it back. Safe to repeat. */
export async function updateCancelOffers(scope: MailScope, id: string, reply: Reply): Promise<void> {
  const { team, languages, outbox } = scope
  const { user, thread, state, cancelOffers = [] } = reply
  const edit = nameState(reply)
  // The state after that comes within a moment, or is shown once a person has to decide.
  const offers = state === 'sending' ? [] : cancelOffers.filter(({ shows }) => shows !== edit)
  if (offers.length === 0) return
  const text = mailTextIn(await languages.ofPerson(team, user))
  const to = escapeMrkdwn(nameRecipients(text, [...reply.to, ...reply.cc, ...reply.bcc]))
  const message = await answerWithState(scope, { user, id, reply }, text.approval.yours({ to }))
  const linked = await withThreadLink(scope, text, thread, message)
  for (const { opId } of offers) await outbox.replace({ team, opId, edit, message: linked })
}
