import type { Act } from '../../access/authorize.ts'
import { readCardUrl } from '../card/card-context.ts'
import { createJobId } from '../model/job-ids.ts'
import { composePrompt } from '../model/job-prompt.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'

/** The person, the verb in the audit, and the location of the act. `opId` is derived from the task. */
export type JobActor = Pick<Act, 'team' | 'user' | 'verb' | 'opId'> & {
  channel?: string | undefined
  threadTs?: string | undefined
}

const describeActor = ({ team, user, verb, opId, channel, threadTs }: JobActor) => ({
  team,
  user,
  verb,
  opId,
  // A user id stands for direct messages.
  ...(channel && /^[CDG]/.test(channel) && { location: { channel, ...(threadTs && { ts: threadTs }) } }),
})

/** The address of the job's card, for an audit record written before the job had a card. */
export async function findJobLink(scope: JobScope, id: string): Promise<string | undefined> {
  const job = await scope.jobs.store.get(id)
  return job && readCardUrl(scope, job)
}

/** The job's title, for a person who may read the job. */
export async function findJobName(scope: JobScope, id: string, user: string): Promise<string | undefined> {
  const job = await scope.jobs.store.get(id)
  return job && (await scope.jobAccess.mayReadJob({ user }, job)) ? shortenTitle(job) : undefined
}

/** Describes an act on a job for the access policy and the audit. */
export async function describeJobAct(
  scope: JobScope,
  job: Job,
  { action, project = job.project, ...actor }: JobActor & { action: 'jobs.start' | 'jobs.steer'; project?: string },
): Promise<Act> {
  // Not of the pull request, which shows the text of a private job to admins who may not read it.
  const link = await readCardUrl(scope, job)
  return {
    ...describeActor(actor),
    action,
    object: { kind: 'job', id: job.id, ...(link !== undefined && { link }) },
    ...(project !== '' && { project }),
  }
}

/** Describes the start of a job that has no record yet, or of another object that a job is started from. */
export const describeStartAct = (
  actor: JobActor,
  object: Act['object'] | { at: number; eventId: string },
): Omit<Act, 'action' | 'project'> => ({
  ...describeActor(actor),
  object: 'at' in object ? { kind: 'job', id: createJobId(object.at, object.eventId) } : object,
})

/** The text that is sent to the agent when this job starts. */
export async function readPromptText({ jobs }: JobScope, { id }: Job): Promise<string | undefined> {
  const prompt = await jobs.store.prompt(id)
  return prompt && composePrompt(prompt)
}
