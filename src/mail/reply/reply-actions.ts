import { z } from 'zod'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import type { Feature } from '../../slice.ts'
import { replyActions, type ReplyVerb, replyVerbs, situationBeforeSent } from '../model/allowed-actions.ts'
import type { Reply } from '../model/reply.ts'
import { answerPerson } from '../notify/click-answers.ts'
import type { MailServices } from '../services.ts'
import { mailTexts } from '../text/en.ts'
import { formTexts } from '../text/en-forms.ts'
import { canLookUp } from './can-look-up.ts'
import { repeatIdOf, repeatReply } from './create-reply.ts'
import { refreshReplyCard } from './send-outcome.ts'
import { sendLane, sendReply } from './send-task.ts'

const replyClickSchema = z.object({
  team: z.string(),
  user: z.string(),
  reply: z.string(),
  decision: z.enum(replyVerbs),
  event: z.string(),
  channel: z.string(),
  threadTs: z.string().exactOptional(),
})
type ReplyClick = z.infer<typeof replyClickSchema>

/** A button that a person pressed on a reply. Frozen. */
const replyClickTask = taskKind('mail.decide', replyClickSchema)

/** The buttons of a reply. Each one does what its label says, or answers that it came too late. */
export const replyActionsFeature = (services: MailServices): Feature => ({
  listen(slack) {
    for (const { actionId, verb } of replyActions)
      if (verb) slack.action(actionId, (action) => sendReplyClick(services, action, verb))
  },
  tasks: [replyClickTask.handler((click) => applyReplyClick(services, click))],
})

async function sendReplyClick({ queue }: MailServices, action: Action, decision: ReplyVerb): Promise<void> {
  const { team, user, value: reply, eventId, message } = action
  if (!reply) return
  const { channel = '', threadTs } = message ?? {}
  const click = { team, user, reply, decision, event: eventId, channel, ...(threadTs && { threadTs }) }
  await queue.send(replyClickTask.of(click), {
    id: `mail.decide:${team}:${eventId}`,
    // Behind a send that is under way, so that the answer to the person is true; Cancel and Stop must not wait for it.
    ...(decision !== 'cancel' && decision !== 'stop' && { lane: sendLane(team, reply) }),
  })
}

async function applyReplyClick(services: MailServices, click: ReplyClick): Promise<void> {
  const { team, user, reply: id, decision, event, channel, threadTs } = click
  const requester = { team, user, opId: `mail.decide:${event}`, channel, threadTs }
  if (!(await services.access.mayAct(team, user))) return answerPerson(services, requester, formTexts.membersOnly)
  const isTooLate = !(await applyVerb(services, team, id, decision))
  return isTooLate ? answerPerson(services, requester, mailTexts.replyCard.tooLateToCancel) : undefined
}

/** False: it came too late. */
async function applyVerb(services: MailServices, team: string, id: string, verb: ReplyVerb): Promise<boolean> {
  const reply = await services.replyStore
    .replies(team)
    .update(id, (now) => (now && isAllowed(services, now, verb) ? changeReply(services, id, now, verb) : undefined))
  if (!reply) return false
  // Repeated after a crash, the record has been changed already and only what follows is missing.
  if (verb === 'look' && reply.state === 'sending')
    await sendReply(services.queue, team, { reply: id, user: reply.user }, { round: reply.looks })
  if (verb === 'again' && reply.again === repeatIdOf(services, id)) await repeatReply(services, team, id, reply)
  await refreshReplyCard(services, team, id)
  return verb !== 'cancel' || reply.state === 'cancelled'
}

function isAllowed({ clock }: MailServices, reply: Reply, verb: ReplyVerb): boolean {
  const situation = situationBeforeSent(reply, canLookUp(reply, clock))
  return replyActions.some((action) => action.verb === verb && action.isAllowed(situation))
}

function changeReply(services: MailServices, id: string, reply: Reply, verb: ReplyVerb): Reply {
  switch (verb) {
    case 'cancel':
      return { ...reply, state: 'cancelled' }
    case 'stop':
      // Before its first attempt nothing can have left: each attempt is recorded before it is made.
      return { ...reply, state: reply.firstTriedAt === undefined ? 'failed' : 'unknown' }
    case 'look': {
      const { trouble: _, clashedAt: __, ...rest } = reply
      return { ...rest, state: 'sending', clashes: 0, looks: reply.looks + 1 }
    }
    case 'again':
      return { ...reply, state: 'dropped', again: repeatIdOf(services, id) }
    case 'drop':
      return { ...reply, state: 'dropped' }
  }
}
