import type { Message } from '../../slack/blocks/slack-message.ts'
import { type Job, threadTsOf } from '../model/job.ts'
import { type JobRequester, answerRequester } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import { describeJobAct } from './job-act.ts'

/**
 * Asks anew when a job that was held or waited in line is sent to the agent: the settings, or the person, may have changed since. False for somebody
 * who may not have it started any more; they are told so privately. Throws if Slack does not answer.
 */
export async function authorizeCreate(scope: JobScope, job: Job): Promise<boolean> {
  const { team, id, attempt, requester, project, startedBy } = job
  const { user, needs: action } = startedBy ?? { user: requester, needs: 'jobs.start' as const }
  if ((await scope.access.decide({ team, user, action, project })).isAllowed) return true
  const location = { channel: job.channel, threadTs: threadTsOf(job) }
  const actor = { team, user, verb: 'start', opId: `jobs.create:${id}:${attempt}`, ...location }
  const permission = await scope.authorizer.ask(await describeJobAct(scope, job, { ...actor, action }))
  if (permission.is === 'allowed') return true
  await tellRefused(scope, { ...actor, responseUrl: undefined }, permission.message)
  return false
}

/** Where they see it: somebody who left the conversation reads it in their own messages, and somebody who left the workspace nowhere. */
async function tellRefused(scope: JobScope, actor: JobRequester, refusal: Message): Promise<void> {
  const { team, user, channel = '' } = actor
  if (!(await scope.access.mayUse(team, user))) return
  const isThere = await scope.access.mayRead(team, user, channel)
  await answerRequester(scope, isThere ? actor : { ...actor, channel: undefined, threadTs: undefined }, refusal)
}
