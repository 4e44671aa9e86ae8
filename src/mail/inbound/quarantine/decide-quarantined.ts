import { withoutRestrictionBadge } from '../../records/sender-actions.ts'
import { allowed } from '../../../access/authorize.ts'
import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { isolateDirection } from '../../../core/isolate-direction.ts'
import { parseJson } from '../../../core/json.ts'
import { contextBlock, plainText, section } from '../../../slack/blocks/block-builders.ts'
import { readPlainName } from '../../../slack/directory/quiet-name.ts'
import type { Action, Submission } from '../../../slack/inbound/listeners.ts'
import type { Requester } from '../../../slack/outbox/private-reply.ts'
import { buildMailAct } from '../../access/mail-acts.ts'
import { cardKinds, formatMailTarget, mailCallbackIds, type MailTarget, parseMailTarget } from '../../action-ids.ts'
import {
  quarantineActions,
  type QuarantineVerdict,
  quarantineVerdicts,
  verdictVerbs,
} from '../../records/quarantine-actions.ts'
import { findAction } from '../../records/action-row.ts'
import { closeConversationNotice } from './conversation.ts'
import { leaveList } from '../../placement/routing/park-quarantined.ts'
import { sendReadFacts } from '../facts/facts-task.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { threadLane } from '../../records/mail/mail-thread.ts'
import { displayAddress } from '../../records/address.ts'
import { mayAct, openQuestion } from '../../notify/question-window.ts'
import { mailTextIn } from '../../text/mail-text.ts'
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

const decisionVerbs = ['release', 'not_spam', 'delete'] as const
type DecisionVerb = (typeof decisionVerbs)[number]

/** Validated, because the client returns the state and can send anything. */
const askedSchema = z.object({
  target: z.string(),
  verb: z.enum(decisionVerbs),
  channel: z.string().exactOptional(),
})

const LINE_CHARS = 300

/** Applies a person's decision about a restricted mail. Frozen. */
const decisionTask = taskKind('mail.judge', decisionSchema)

/** Carries out the release and the deletion of quarantined mail. */
export const decideQuarantinedFeature: ScopedFeature<InboundScope> = {
  listen(slack) {
    for (const verb of decisionVerbs) {
      const { actionId, asks } = findAction(quarantineActions, verb)
      slack.action(
        actionId,
        (scope, action) => decideAtOnce(scope, action, verb),
        () => true,
      )
      if (asks) slack.action(asks.actionId, (scope, action) => askFirst(scope, action, verb))
    }
    slack.submit(mailCallbackIds.askVerdict, submitDecision)
  },
  tasks: [scopedHandler(decisionTask, decideQuarantined)],
}

/** Carries out a click on a button that asks by itself, as those of earlier versions do. */
async function decideAtOnce(scope: InboundScope, action: Action, verb: DecisionVerb): Promise<void> {
  const { value, eventId, message, view } = action
  // The row in More… comes after the release of the mail.
  if (verb === 'not_spam' && view) return sendSenderClick(scope, action, 'not_spam')
  const target = parseMailTarget(value)
  return sendDecision(scope, action, { target, verb, event: eventId, channel: message?.channel })
}

/** Asks a person who may decide about the mail. A mail that is decided already is left to the task, which shows that. */
async function askFirst(scope: InboundScope, action: Action, verb: DecisionVerb): Promise<void> {
  const { team, user, value, eventId, message } = action
  const row = findAction(quarantineActions, verb)
  const target = parseMailTarget(value)
  const mail = await scope.mailStore.findMail(target?.mail)
  if (!target?.mail || !row.asks || mail?.thread !== target.thread || !row.isAllowed(mail))
    return decideAtOnce(scope, action, verb)
  const actor = { user, opId: `mail.form:${eventId}`, channel: message?.channel, threadTs: message?.threadTs }
  const doing = { action: 'mail.release', verb: verdictVerbs[verdictOf(verb)] } as const
  if (!(await mayAct(scope, action, await buildMailAct(scope, actor, doing, { key: target.mail, mail }))))
    return undefined
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const { title, text: consequence, yes } = row.asks.words(text)
  const subject = isolateDirection(mail.subject || text.noSubject)
  return openQuestion(scope, action, text, {
    callbackId: mailCallbackIds.askVerdict,
    title,
    yes,
    facts: { target: formatMailTarget(target), verb },
    blocks: [
      ...contextBlock(plainText(`${displayAddress(mail.from)} · ${subject}`, LINE_CHARS)),
      section(plainText(consequence)),
    ],
  })
}

/** Carries out the decision that a person confirmed. */
async function submitDecision(scope: InboundScope, { team, user, view }: Submission): Promise<void> {
  const asked = askedSchema.safeParse(parseJson(view.privateMetadata)).data
  if (!asked) return
  const { verb, channel } = asked
  const event = await scope.records.formSubmissions.name(view.id, verb)
  await sendDecision(scope, { team, user }, { target: parseMailTarget(asked.target), verb, event, channel })
}

async function sendDecision(
  scope: InboundScope,
  { team, user }: Pick<Action, 'team' | 'user'>,
  {
    target,
    verb,
    event,
    channel = '',
  }: { target: MailTarget | undefined; verb: DecisionVerb; event: string; channel: string | undefined },
): Promise<void> {
  if (!target?.mail) return
  const decision: Decision = {
    team,
    user,
    mail: target.mail,
    verdict: verdictOf(verb),
    event,
    channel,
    ...(verb === 'not_spam' && { isWelcoming: true as const }),
  }
  await scope.queue.send(decisionTask.of(decision), {
    id: `mail.judge:${team}:${event}`,
    lane: threadLane(team, target.thread),
  })
}

const verdictOf = (verb: DecisionVerb): QuarantineVerdict => (verb === 'delete' ? 'deleted' : 'released')

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
  else if (mail?.held) await answerLate(scope, requester, mail.held, verdict)
  await scope.cards.refresh({ team, kind: cardKinds.quarantined, id: key })
  if (mail?.held?.by !== undefined) await closeConversationNotice(scope, key, mail)
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

/** Answers a person whose decision came after another one; a repeat of their own needs no answer. */
async function answerLate(
  scope: InboundScope,
  requester: Requester,
  { by, state }: NonNullable<Mail['held']>,
  wanted: QuarantineVerdict,
): Promise<void> {
  const { team, user } = requester
  const isOwn = by === user
  if (isOwn && state === wanted) return
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const verdict = state === 'released' || state === 'deleted' ? state : 'other'
  const name = by === undefined ? text.unnamed : await readPlainName(text, scope.people, team, by)
  const { cameFirst, youCameFirst } = text.quarantine
  await replyToRequester(scope, requester, isOwn ? youCameFirst({ verdict }) : cameFirst({ verdict, by: name }))
}

/** Makes the sender a known contact, and shows the mail like any other. */
async function release(scope: InboundScope, key: string, mail: Mail): Promise<void> {
  await scope.records.contacts.recordMail(key, mail)
  await recordDomains(scope, { mail, people: [mail.from] }, await scope.routes.read())
  await postMail(scope, key, mail)
  await sendReadFacts(scope.queue, scope.team, key, mail)
}
