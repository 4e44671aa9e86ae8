import type { Act } from '../../access/authorize.ts'
import { readCardUrl } from '../card/card-context.ts'
import { createJobId } from '../model/job-ids.ts'
import { composePrompt } from '../model/job-prompt.ts'
import type { Job } from '../model/job.ts'
import type { JobServices } from '../services.ts'

/** Who does it, what the audit calls it, and where they did it. `opId` is derived from the task. */
export type JobActor = Pick<Act, 'team' | 'user' | 'verb' | 'opId'> & {
  channel?: string | undefined
  threadTs?: string | undefined
}

const describeActor = ({ team, user, verb, opId, channel, threadTs }: JobActor) => ({
  team,
  user,
  verb,
  opId,
  // A person's id stands for their own messages.
  ...(channel && /^[CDG]/.test(channel) && { place: { channel, ...(threadTs && { ts: threadTs }) } }),
})

/** The job's pull request, or its card. */
const readJobLink = async (services: JobServices, job: Job): Promise<string | undefined> =>
  job.prLink ?? (await readCardUrl(services, job))

/** Where the job is now, for a record of the audit that was written before it had a card. */
export async function findJobLink(services: JobServices, team: string, id: string): Promise<string | undefined> {
  const job = await services.jobs.storeOf(team).get(id)
  return job && readJobLink(services, job)
}

/** Something that a person does with a job, for the access policy and the audit. */
export async function describeJobAct(
  services: JobServices,
  job: Job,
  { action, project = job.project, ...actor }: JobActor & { action: 'jobs.start' | 'jobs.steer'; project?: string },
): Promise<Act> {
  const link = await readJobLink(services, job)
  return {
    ...describeActor(actor),
    action,
    object: { kind: 'job', id: job.id, ...(link !== undefined && { link }) },
    ...(project !== '' && { project }),
  }
}

/** The start of a job that has no record yet, or of something that a job is to be started from. */
export const describeStartAct = (
  actor: JobActor,
  object: Act['object'] | { at: number; eventId: string },
): Omit<Act, 'action' | 'project'> => ({
  ...describeActor(actor),
  object: 'at' in object ? { kind: 'job', id: createJobId(object.at, object.eventId) } : object,
})

/** What the agent is sent when this job starts. */
export async function readPromptText({ jobs }: JobServices, { team, id }: Job): Promise<string | undefined> {
  const prompt = await jobs.storeOf(team).prompt(id)
  return prompt && composePrompt(prompt)
}
