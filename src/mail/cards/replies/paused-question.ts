import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { mentionMessage, textMessage } from '../../../slack/blocks/text-message.ts'
import { readPlainName, readQuietName } from '../../../slack/directory/quiet-name.ts'
import { isScheduled, type Reply } from '../../records/replies/reply.ts'
import { hasEndedUnapproved } from '../../records/replies/reply-approval.ts'
import { findDecider, findDecision } from '../../records/replies/reply-decision.ts'
import type { MailScope } from '../../mail-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'
import { withThreadLink } from '../../notify/thread-link.ts'

/** Names the direct message that asks about a stopped reply. Frozen: the message is edited later. */
export const pausedQuestionOpId = (id: string, schedule: string): string => `mail.paused:${id}:${schedule}:direct`

/** Names the direct message that asks another person, because the writer is gone. Frozen: the message is edited later. */
export const othersQuestionOpId = (id: string, schedule: string, person: string): string =>
  `mail.paused:${id}:${schedule}:others:${person}`

type PausedFate = 'stopped' | 'declined' | 'unapproved' | 'replaced' | 'scheduled' | 'awaiting' | 'sent' | 'other'

/** The decision about a paused reply, which its present state shows. The message that names it is edited once. */
function findPausedFate(reply: Reply): PausedFate {
  const { state, again } = reply
  if (state === 'cancelled' && again !== undefined) return 'replaced'
  const { verdict } = reply.approval?.decided ?? {}
  if (state === 'cancelled' && hasEndedUnapproved(reply)) return verdict === 'declined' ? verdict : 'unapproved'
  if (state === 'cancelled') return 'stopped'
  // A reply that is paused again has another time.
  if (isScheduled(reply)) return 'scheduled'
  return state === 'awaiting' || state === 'sent' ? state : 'other'
}

/** Describes the decision about a paused reply, with its person, as plain text. `reader` is the person that the text addresses. */
export async function describePausedFate(
  scope: MailScope,
  text: MailText,
  reply: Reply,
  reader?: string,
): Promise<string> {
  const fate = findPausedFate(reply)
  const by = fate === 'declined' ? findDecider(reply) : findDecision(reply)?.by
  if (by === undefined || fate === 'replaced' || fate === 'unapproved') return text.schedule.pausedFate({ fate })
  if (by === reader) return text.schedule.pausedFateByYou({ fate })
  return text.schedule.pausedFateBy({ fate, name: await readPlainName(text, scope.people, scope.team, by) })
}

/** Removes the buttons from the direct messages about a stopped reply once someone has decided anywhere. */
export async function closePausedQuestion(scope: MailScope, id: string, reply: Reply): Promise<void> {
  const { user, askedDirectly, askedOthers } = reply
  if (askedDirectly !== undefined && isDecided(reply, askedDirectly)) {
    const opId = pausedQuestionOpId(id, String(askedDirectly))
    await replaceQuestion(scope, { opId, reader: user, reply }, (text, decided) =>
      mentionMessage(user, text.schedule.pausedBefore(decided)),
    )
  }
  if (!askedOthers || !isDecided(reply, askedOthers.schedule)) return
  for (const reader of askedOthers.people) {
    const opId = othersQuestionOpId(id, String(askedOthers.schedule), reader)
    await replaceQuestion(scope, { opId, reader, reply }, async (text, { to, fate }) => {
      const writer = await readQuietName(text, scope.people, scope.team, user)
      return textMessage(
        text.schedule.forOthers.pausedBefore({ to: escapeMrkdwn(to), writer, fate: escapeMrkdwn(fate) }),
      )
    })
  }
}

/** Whether the reply no longer waits for the decision about this set time. */
const isDecided = ({ state, schedules = 0 }: Reply, asked: number): boolean => state !== 'paused' || asked !== schedules

async function replaceQuestion(
  scope: MailScope,
  { opId, reader, reply }: { opId: string; reader: string; reply: Reply },
  build: (text: MailText, decided: { to: string; fate: string }) => Message | Promise<Message>,
): Promise<void> {
  const { team, languages, outbox } = scope
  const text = mailTextIn(await languages.ofPerson(team, reader))
  const to = nameRecipients(text, [...reply.to, ...reply.cc, ...reply.bcc])
  const message = await build(text, { to, fate: await describePausedFate(scope, text, reply, reader) })
  await outbox.replace({ team, opId, message: await withThreadLink(scope, text, reply.thread, message) })
}
