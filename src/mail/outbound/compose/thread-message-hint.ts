import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import { withinDeadline } from '../../../core/question-time.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import type { TypedMessage } from '../../../slack/inbound/listeners.ts'
import { mayWorkOn } from '../../access/may-work.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/** A person who comments in threads every day reads the hint as often as this. */
const HINT_MS = 90 * DAY_MS

const threadMessageSchema = z.object({
  team: z.string(),
  user: z.string(),
  channel: z.string(),
  threadTs: z.string(),
  thread: z.string(),
  event: z.string(),
})
/** Shows a person who typed in an email's thread that the message isn't sent. Frozen. */
const threadMessageTask = taskKind('mail.thread_message', threadMessageSchema)
type ThreadMessage = z.infer<typeof threadMessageSchema>

/** Informs people who type in an email's thread that the message isn't sent, and how to send it; once in 90 days. */
export const threadMessageHintFeature: ScopedFeature<OutboundScope> = {
  listen: (slack) => slack.message(sendThreadMessage),
  tasks: [
    // The person did not ask for anything, so a failed hint is reported to nobody.
    scopedHandler(threadMessageTask, hintAtMessage, () => Promise.resolve(undefined)),
  ],
}

/** Most messages in a workspace are not below an email and become no task. A mention of the app is for the agent. */
async function sendThreadMessage({ mailStore, queue }: OutboundScope, message: TypedMessage): Promise<void> {
  const { team, user, channel, ts, threadTs, mentionsApp, eventId: event } = message
  if (mentionsApp || threadTs === undefined || threadTs === ts) return
  const found = await mailStore.slackThreads.get(`${channel}:${threadTs}`)
  if (!found) return
  const task = threadMessageTask.of({ team, user, channel, threadTs, thread: found.value.thread, event })
  await queue.send(task, { id: `mail.thread_message:${team}:${event}` })
}

async function hintAtMessage(scope: OutboundScope, message: ThreadMessage): Promise<void> {
  const { mailStore, outbound, clock, languages } = scope
  const { team, user, channel, threadTs, event } = message
  const thread = await mailStore.findThread(message.thread)
  if (!thread || !(await withinDeadline(mayWorkOn(scope, user, thread.inboxId)))) return
  const limit = { limit: 1, windowMs: clock.scaled(HINT_MS) }
  if (!(await outbound.rateLimits.take(`${team}/mail.thread_message:${user}`, limit)).ok) return
  const { forms } = mailTextIn(await languages.ofPerson(team, user))
  await replyToRequester(
    scope,
    { team, user, channel, threadTs, opId: `mail.thread_message:${event}` },
    forms.staysInSlack,
  )
}
