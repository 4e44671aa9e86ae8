import { z } from 'zod'
import { taskKind } from '../../../queue/task-kinds.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import type { Feature } from '../../../slice.ts'
import { buildMailAct, findRefusal } from '../../access/mail-acts.ts'
import { cardKinds, parseMailTarget } from '../../action-ids.ts'
import {
  type QuarantineAction,
  quarantineActions,
  type QuarantineVerdict,
  quarantineVerdicts,
  verdictVerbs,
} from '../../records/quarantine-actions.ts'
import { sendReadFacts } from '../facts/facts-task.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { threadLane } from '../../records/mail/mail-thread.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { InboundServices } from '../inbound-services.ts'
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
  /** The mailbox is told that the sender is welcome. */
  isWelcoming: z.literal(true).exactOptional(),
})
type Decision = z.infer<typeof decisionSchema>

/** A person's decision about a restricted mail. Frozen. */
const decisionTask = taskKind('mail.judge', decisionSchema)

/** Lets people release or delete quarantined mail. */
export const decideQuarantinedFeature = (services: InboundServices): Feature => ({
  listen(slack) {
    for (const quarantineAction of quarantineActions)
      if (quarantineAction.verdict)
        slack.action(
          quarantineAction.actionId,
          (action) => sendDecision(services, action, quarantineAction),
          () => true,
        )
  },
  tasks: [decisionTask.handler((decision) => decideQuarantined(services, decision))],
})

async function sendDecision(
  services: InboundServices,
  action: Action,
  { verdict = 'released', isWelcoming }: QuarantineAction,
): Promise<void> {
  const { team, user, value, eventId, message, view } = action
  const target = parseMailTarget(value)
  if (!target?.mail) return
  // A row of More…: the mail was released before.
  if (isWelcoming && view) return sendSenderClick(services, action, 'not_spam')
  const place = { event: eventId, channel: message?.channel ?? '' }
  const decision = { team, user, mail: target.mail, verdict, ...place, ...(isWelcoming && { isWelcoming }) }
  await services.queue.send(decisionTask.of(decision), {
    id: `mail.judge:${team}:${eventId}`,
    lane: threadLane(team, target.thread),
  })
}

const isAllowed = (mail: Mail, verdict: QuarantineVerdict): boolean =>
  quarantineActions.some((action) => action.verdict === verdict && action.isAllowed(mail))

function withoutContent(mail: Mail): Mail {
  const { text: _, html: __, newText: ___, newHtml: ____, preview: _____, reading: ______, ...rest } = mail
  return { ...rest, attachments: [], headers: {} }
}

async function decideQuarantined(services: InboundServices, decision: Decision): Promise<void> {
  const { team, user, mail: key, verdict, event, channel } = decision
  const requester = { team, user, opId: `mail.judge:${event}`, channel }
  const doing = { action: 'mail.release', verb: verdictVerbs[verdict] } as const
  const found = await services.mailStore.findMail(team, key)
  const act = await buildMailAct(services, requester, doing, { key, mail: found })
  // Repeated after a crash, the record has been changed already and only what follows is missing.
  const refusal = found?.held?.click === event ? undefined : await findRefusal(services, act)
  if (refusal) return replyToRequester(services, requester, refusal)
  const held = { state: verdict, by: user, at: services.clock.now(), click: event }
  const mail = await services.mailStore.mails(team).update(key, (now) => {
    if (!now?.held || !isAllowed(now, verdict)) return undefined
    return { ...(verdict === 'deleted' ? withoutContent(now) : now), held }
  })
  if (mail?.held?.click === event) await services.authorizer.recordAct(act)
  await services.cards.refresh({ team, kind: cardKinds.quarantined, id: key })
  if (verdict === 'released' && mail?.held?.state === 'released') await release(services, team, key, mail)
  if (decision.isWelcoming && mail?.held?.click === event)
    await sendSenderAct(services.queue, {
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

/** From now on the sender is a known contact, and the mail is shown like any other. */
async function release(services: InboundServices, team: string, key: string, mail: Mail): Promise<void> {
  await services.records.contacts.recordMail(team, key, mail)
  await recordDomains(services, team, { mail, people: [mail.from] }, await services.routes.read(team))
  await postMail(services, team, key, mail)
  await sendReadFacts(services.queue, team, key, mail)
}
