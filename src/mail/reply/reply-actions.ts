import { accessText } from '../../access/text/en.ts'
import { z } from 'zod'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import type { Feature } from '../../slice.ts'
import { replyActions, type ReplyVerb, replyVerbs, situationBeforeSent } from '../model/allowed-actions.ts'
import type { Reply } from '../model/reply.ts'
import { replyToRequester } from '../notify/requester-reply.ts'
import type { MailServices } from '../services.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { canLookUp } from './can-look-up.ts'
import { repeatIdOf, repeatReply } from './create-reply.ts'
import { refreshReplyCards } from '../thread/post-mail.ts'
import { sendLane, sendReply } from './send-task.ts'

const replyClickSchema = z.object({
  team: z.string(),
  user: z.string(),
  reply: z.string(),
  decision: z.enum(replyVerbs),
  event: z.string(),
  channel: z.string(),
  threadTs: z.string().exactOptional(),
  /** The button was in a private message, which the answer replaces. */
  responseUrl: z.string().exactOptional(),
})
type ReplyClick = z.infer<typeof replyClickSchema>

/** A button that a person pressed on a reply. Frozen. */
const replyClickTask = taskKind('mail.decide', replyClickSchema)

/** The buttons of a reply. Each one does what its label says, or answers that it came too late. */
export const replyActionsFeature = (services: MailServices): Feature => ({
  listen(slack) {
    for (const { actionId, click } of replyActions)
      if (click)
        slack.action(
          actionId,
          (action) => sendReplyClick(services, action, click.verb),
          () => true,
        )
  },
  tasks: [replyClickTask.handler((click) => applyReplyClick(services, click))],
})

async function sendReplyClick({ queue }: MailServices, action: Action, decision: ReplyVerb): Promise<void> {
  const { team, user, value: reply, eventId, message, responseUrl } = action
  if (!reply) return
  const { channel = '', threadTs, isEphemeral } = message ?? {}
  const click = {
    team,
    user,
    reply,
    decision,
    event: eventId,
    channel,
    ...(threadTs && { threadTs }),
    ...(isEphemeral && responseUrl && { responseUrl }),
  }
  await queue.send(replyClickTask.of(click), {
    id: `mail.decide:${team}:${eventId}`,
    // Behind a send that is under way, so that the answer to the person is true; Cancel and Stop must not wait for it.
    ...(decision !== 'cancel' && decision !== 'stop' && { lane: sendLane(team, reply) }),
  })
}

async function applyReplyClick(services: MailServices, click: ReplyClick): Promise<void> {
  const { team, user, reply: id, decision, event, channel, threadTs, responseUrl } = click
  const isPrivate = responseUrl !== undefined
  const opId = `mail.decide:${event}`
  const requester = { team, user, opId, channel, threadTs, responseUrl, replacesOriginal: isPrivate }
  if (!(await services.access.mayAct(team, user))) return replyToRequester(services, requester, accessText.membersOnly)
  const isTooLate = !(await applyVerb(services, team, id, decision))
  if (!isTooLate && !isPrivate) return undefined
  const { replyCard } = mailTextIn(await services.languages.ofPerson(team, user))
  return replyToRequester(services, requester, isTooLate ? replyCard.tooLateToCancel : replyCard.cancelledNearby)
}

/** False: it came too late. */
async function applyVerb(services: MailServices, team: string, id: string, verb: ReplyVerb): Promise<boolean> {
  const reply = await services.replyStore.replies(team).update(id, (now) => now && changeReply(services, id, now, verb))
  if (!reply) return false
  // Repeated after a crash, the record has been changed already and only what follows is missing.
  if (verb === 'look' && reply.state === 'sending')
    await sendReply(services.queue, team, { reply: id, user: reply.user }, { round: reply.looks })
  if (verb === 'again' && reply.again === repeatIdOf(services, id)) await repeatReply(services, team, id, reply)
  await refreshReplyCards(services, team, id)
  return verb !== 'cancel' || reply.state === 'cancelled'
}

/** The reply after the click; undefined when the action is not allowed any more. */
function changeReply(services: MailServices, id: string, reply: Reply, verb: ReplyVerb): Reply | undefined {
  const situation = situationBeforeSent(reply, canLookUp(reply, services.clock))
  const action = replyActions.find(({ click }) => click?.verb === verb)
  return action?.isAllowed(situation) ? action.click?.change(reply, repeatIdOf(services, id)) : undefined
}
