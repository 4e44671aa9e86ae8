import type { Message } from '../../slack/blocks/slack-message.ts'
import { type Job, threadTsOf } from '../model/job.ts'
import { type JobRequester, answerRequester } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import { describeJobAct, readPromptText } from './job-act.ts'

/**
 * Checks permission again when a held or waiting job is sent to the agent: settings or the person may have changed since. Returns false, after a
 * private notice, for a person who may no longer start it. Throws if Slack does not answer.
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

/**
 * Records that the job was started, or that it was not or may not have been, once per attempt. Only the agent's answer shows which: a job that is
 * undone, dropped or still waits for a choice has never started.
 */
export async function recordStart(scope: JobScope, job: Job, outcome: 'done' | 'failed'): Promise<void> {
  const { team, id, attempt, requester, startedBy, channel, from } = job
  const verb = from === undefined || startedBy ? 'start' : 'continue'
  const actor = { team, user: startedBy?.user ?? requester, verb, opId: `jobs.create:${id}:${attempt}` }
  const location = { channel, threadTs: threadTsOf(job) }
  const act = await describeJobAct(scope, job, { ...actor, ...location, action: 'jobs.start' })
  await scope.authorizer.recordAct(act, { outcome, text: await readPromptText(scope, job) })
}

/** A person who left the conversation is notified by direct message; a person who left the workspace is not notified. */
async function tellRefused(scope: JobScope, actor: JobRequester, refusal: Message): Promise<void> {
  const { team, user, channel = '' } = actor
  if (!(await scope.access.mayUse(team, user))) return
  const isThere = await scope.access.mayRead(team, user, channel)
  await answerRequester(scope, isThere ? actor : { ...actor, channel: undefined, threadTs: undefined }, refusal)
}
