import type { Act } from '../../../access/authorize.ts'
import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { contextBlock, plainText } from '../../../slack/blocks/block-builders.ts'
import { escapeMrkdwn, mrkdwnLink } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { buildReplyAct } from '../../access/mail-acts.ts'
import { situationBeforeSent, tellAdmins } from '../../records/reply-actions.ts'
import { describeFix, describeMailProblem } from '../../cards/describe-problem.ts'
import type { Reply, SendProblem } from '../../records/replies/reply.ts'
import { sendAdminAlerts } from '../../notify/admin-alerts.ts'
import { identifyReply } from '../../notify/identify-reply.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import { noteAdminRequests } from './admin-requests.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'

const tellAdminsSchema = z.object({
  team: z.string(),
  user: z.string(),
  reply: z.string(),
  event: z.string(),
  channel: z.string(),
  threadTs: z.string().exactOptional(),
})
type TellAdminsRequest = z.infer<typeof tellAdminsSchema>

/** Asks the admins to fix the problem that keeps a reply from being sent. Frozen. */
const tellAdminsTask = taskKind('mail.tell_admins', tellAdminsSchema)

/** Notifies the admins of changes that the mailbox needs. */
export const tellAdminsFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    slack.action(tellAdmins.actionId, sendTellAdmins, () => true)
  },
  tasks: [scopedHandler(tellAdminsTask, handleRequest)],
}

async function sendTellAdmins({ queue }: OutboundScope, action: Action): Promise<void> {
  const { team, user, value: reply, eventId, message } = action
  if (!reply) return
  const { channel = '', threadTs } = message ?? {}
  const request = { team, user, reply, event: eventId, channel, ...(threadTs && { threadTs }) }
  await queue.send(tellAdminsTask.of(request), { id: `mail.tell_admins:${team}:${eventId}` })
}

async function handleRequest(scope: OutboundScope, request: TellAdminsRequest): Promise<void> {
  const { team, user, event, reply: id, channel, threadTs } = request
  const requester = { team, user, opId: `mail.tell_admins:${event}`, channel, threadTs }
  const doing = { action: tellAdmins.needs, verb: 'tell_admins' }
  const reply = await scope.replyStore.findReply(id)
  const act = await buildReplyAct(scope, requester, doing, { id, reply })
  const permission = await scope.authorizer.ask(act)
  const answer = permission.is === 'allowed' ? await askAdmins(scope, request, { act, reply }) : permission.message
  return replyToRequester(scope, requester, answer)
}

/** Notifies the admins once of each problem of a reply. Returns the answer to the person who asked. */
async function askAdmins(
  scope: OutboundScope,
  { team, user, reply: id }: TellAdminsRequest,
  { act, reply }: { act: Act; reply: Reply | undefined },
): Promise<string> {
  const { tellAdmins: texts } = mailTextIn(await scope.languages.ofPerson(team, user))
  const trouble = reply?.trouble
  if (!trouble || !tellAdmins.isAllowed(situationBeforeSent(reply, false))) return texts.over
  if ((await scope.access.listAppointedAdmins(team)).length === 0) return texts.noAdmins
  const { people } = scope
  const opId = `mail.asked:${id}:${trouble.code}`
  const asked = await sendAdminAlerts(scope, opId, async (text, admin) => {
    const message = buildRequest(text, await readQuietName(text, people, team, user), reply, trouble)
    return admin === undefined ? message : identifyReply(scope, text, { reader: admin, id }, message)
  })
  await noteAdminRequests(scope, id, asked)
  await scope.authorizer.recordAct({ ...act, opId })
  return texts.told
}

/** Builds the message. The service's own words are outside text: plain, and links only if they are https. */
function buildRequest(text: MailText, by: string, { inboxId }: Reply, trouble: SendProblem): Message {
  const { docs, upgradeUrl } = trouble
  const fix = describeFix(text, trouble)
  const words = text.replyCard
  const problem = escapeMrkdwn(describeMailProblem(text, trouble))
  return textMessage(
    text.alerts.tellAdmins({ by, inbox: escapeMrkdwn(inboxId), problem }),
    contextBlock(
      fix && plainText(fix, 900),
      docs && mrkdwnLink(docs, words.docs),
      upgradeUrl && mrkdwnLink(upgradeUrl, words.upgrade),
    ),
  )
}
