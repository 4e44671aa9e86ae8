import type { Message } from '../../slack/blocks/slack-message.ts'
import { type Job, threadTsOf } from '../model/job.ts'
import { type JobRequester, answerRequester } from '../notify/requester-reply.ts'
import type { JobServices } from '../services.ts'
import { describeJobAct } from './job-act.ts'

/**
 * Asks anew when a job that was held or waited in line is sent to the agent: the settings, or the person, may have changed since. False for somebody
 * who may not have it started any more; they are told so privately. Throws if Slack does not answer.
 */
export async function authorizeCreate(services: JobServices, job: Job): Promise<boolean> {
  const { team, id, attempt, requester, project, startedBy } = job
  const { user, needs: action } = startedBy ?? { user: requester, needs: 'jobs.start' as const }
  if ((await services.access.decide({ team, user, action, project })).isAllowed) return true
  const place = { channel: job.channel, threadTs: threadTsOf(job) }
  const actor = { team, user, verb: 'start', opId: `jobs.create:${id}:${attempt}`, ...place }
  const refusal = await services.authorizer.findRefusal(await describeJobAct(services, job, { ...actor, action }))
  if (refusal) await tellRefused(services, { ...actor, responseUrl: undefined }, refusal)
  return refusal === undefined
}

/** Where they see it: somebody who left the conversation reads it in their own messages, and somebody who left the workspace nowhere. */
async function tellRefused(services: JobServices, actor: JobRequester, refusal: Message): Promise<void> {
  const { team, user, channel = '' } = actor
  if (!(await services.access.mayUse(team, user))) return
  const isThere = await services.access.mayRead(team, user, channel)
  await answerRequester(services, isThere ? actor : { ...actor, channel: undefined, threadTs: undefined }, refusal)
}
