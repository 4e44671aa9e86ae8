import { answerSoon } from '../../access/access-policy.ts'
import { actionsBlock, quoteBlock } from '../../slack/blocks/block-builders.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { renderActionButton } from '../card/action-buttons.ts'
import { jobActions } from '../model/allowed-actions.ts'
import type { Job } from '../model/job.ts'
import { replyToRequester } from '../notify/requester-reply.ts'
import type { JobServices } from '../services.ts'
import { jobText } from '../text/en.ts'

const HINT_MS = 3_600_000
const SHOWN_CHARS = 300

/** A reply in a job's thread. */
interface ThreadReply {
  team: string
  user: string
  channel: string
  threadTs: string
  ts: string
  text: string
  opId: string
}

/** The draft that keeps a reply for the person who wrote it; its id is also the source of the follow-up. */
export const replyDraftId = (channel: string, ts: string): string => `${channel}:${ts}`

/**
 * Offers privately to send a reply that was not written to the agent, at most once per person, thread and hour. Nothing for guests and while Slack
 * does not say who the person is: they were only talking.
 */
export async function offerToSend(services: JobServices, job: Job, reply: ThreadReply): Promise<void> {
  const { access, rateLimits, clock, drafts } = services
  const { team, user, channel, threadTs, ts, text } = reply
  if (!jobActions.send_reply.isAllowed(job)) return
  if (!(await answerSoon(access.mayAct(team, user)))) return
  const key = `${team}/hint/${channel}:${threadTs}:${user}`
  if (!(await rateLimits.take(key, { limit: 1, windowMs: clock.scaled(HINT_MS) })).ok) return
  await drafts.save({ team, user }, replyDraftId(channel, ts), { door: 'form', text, quotes: [] })
  await replyToRequester(
    services,
    reply,
    textMessage(jobText.hint.offer, [
      quoteBlock(truncate(text, SHOWN_CHARS)),
      ...actionsBlock(renderActionButton('send_reply', job, { argument: ts })),
    ]),
  )
}
