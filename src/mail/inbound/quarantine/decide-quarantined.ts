import { withoutRestrictionBadge } from '../../records/sender-actions.ts'
import { allowed } from '../../../access/authorize.ts'
import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { buildMailAct } from '../../access/mail-acts.ts'
import { cardKinds, parseMailTarget } from '../../action-ids.ts'
import {
  quarantineActions,
  type QuarantineVerdict,
  quarantineVerdicts,
  verdictVerbs,
} from '../../records/quarantine-actions.ts'
import { findAction } from '../../records/action-row.ts'
import { leaveList } from '../../placement/routing/park-quarantined.ts'
import { sendReadFacts } from '../facts/facts-task.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { threadLane } from '../../records/mail/mail-thread.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { InboundScope } from '../inbound-scope.ts'
import { postMail } from '../../placement/threads/post-mail.ts'
import { sendSenderAct } from '../../tasks/sender-act-task.ts'
import { sendSenderClick } from '../../placement/senders/sender-acts.ts'
import { recordDomains } from '../../senders/sender-history.ts'

const decisionSchema = z.object({
  team: z.string(),
  user: z.string(),
  mail: z.string(),
  verdict: z.enum(quarantineVerdicts),
  event: z.string(),
  channel: z.string(),
  /** Set if the mailbox must also learn that the sender is welcome. */
  isWelcoming: z.literal(true).exactOptional(),
})
type Decision = z.infer<typeof decisionSchema>

/** Applies a person's decision about a restricted mail. Frozen. */
const decisionTask = taskKind('mail.judge', decisionSchema)

/** Carries out the release and the deletion of quarantined mail. */
export const decideQuarantinedFeature: ScopedFeature<InboundScope> = {
  listen(slack) {
    for (const verb of ['release', 'not_spam', 'delete'] as const)
      slack.action(
        findAction(quarantineActions, verb).actionId,
        (scope, action) => sendDecision(scope, action, verb),
        () => true,
      )
  },
  tasks: [scopedHandler(decisionTask, decideQuarantined)],
}

async function sendDecision(
  scope: InboundScope,
  action: Action,
  verb: 'release' | 'not_spam' | 'delete',
): Promise<void> {
  const { team, user, value, eventId, message, view } = action
  const target = parseMailTarget(value)
  if (!target?.mail) return
  // The row in More… comes after the release of the mail.
  const isWelcoming = verb === 'not_spam'
  if (isWelcoming && view) return sendSenderClick(scope, action, 'not_spam')
  const click = { event: eventId, channel: message?.channel ?? '' }
  const verdict = verb === 'delete' ? 'deleted' : 'released'
  const decision: Decision = { team, user, mail: target.mail, verdict, ...click, ...(isWelcoming && { isWelcoming }) }
  await scope.queue.send(decisionTask.of(decision), {
    id: `mail.judge:${team}:${eventId}`,
    lane: threadLane(team, target.thread),
  })
}

const isAllowed = (mail: Mail, verdict: QuarantineVerdict): boolean =>
  findAction(quarantineActions, verdictVerbs[verdict]).isAllowed(mail)

/** Keeps of a deleted mail only its ids, by which it is not shown again, and when and why it was quarantined. */
const withoutContent = ({ thread, inboxId, threadId, messageId, at, restriction, isFetched }: Mail): Mail => ({
  thread,
  inboxId,
  threadId,
  messageId,
  at,
  restriction,
  isFetched,
  from: { address: '' },
  replyTo: [],
  to: [],
  cc: [],
  subject: '',
  attachments: [],
  headers: {},
  badges: [],
})

async function decideQuarantined(scope: InboundScope, decision: Decision): Promise<void> {
  const { team, user, mail: key, verdict, event, channel } = decision
  const requester = { team, user, opId: `mail.judge:${event}`, channel }
  const doing = { action: 'mail.release', verb: verdictVerbs[verdict] } as const
  const found = await scope.mailStore.findMail(key)
  const act = await buildMailAct(scope, requester, doing, { key, mail: found })
  // A repeat after a crash only does the remaining steps.
  const permission = found?.held?.click === event ? allowed : await scope.authorizer.ask(act)
  if (permission.is !== 'allowed') return replyToRequester(scope, requester, permission.message)
  const decided = { state: verdict, by: user, at: scope.clock.now(), click: event }
  const mail = await scope.mailStore.mails.update(key, (now) => {
    if (!now?.held || !isAllowed(now, verdict)) return undefined
    const { listed } = now.held
    const held = { ...decided, ...(listed && { listed }) }
    if (verdict === 'deleted') return { ...withoutContent(now), held }
    return { ...(decision.isWelcoming ? withoutRestrictionBadge(now) : now), held }
  })
  if (mail?.held?.click === event) await scope.authorizer.recordAct(act)
  await scope.cards.refresh({ team, kind: cardKinds.quarantined, id: key })
  if (mail?.held?.state === 'deleted') await leaveList(scope, key, mail)
  if (verdict === 'released' && mail?.held?.state === 'released') await release(scope, key, mail)
  if (decision.isWelcoming && mail?.held?.click === event)
    await sendSenderAct(scope.queue, {
      team,
      user,
      thread: mail.thread,
      mail: key,
      verb: 'not_spam',
      event,
      channel,
    })
  return undefined
}

/** Makes the sender a known contact, and shows the mail like any other. */
async function release(scope: InboundScope, key: string, mail: Mail): Promise<void> {
  await scope.records.contacts.recordMail(key, mail)
  await recordDomains(scope, { mail, people: [mail.from] }, await scope.routes.read())
  await postMail(scope, key, mail)
  await sendReadFacts(scope.queue, scope.team, key, mail)
}
