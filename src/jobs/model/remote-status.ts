import type { AgentJob } from '../../clients/agent-client.ts'
import type { Job } from './job.ts'

/** What the service says of a job, in our record; what it leaves out stays as it was known. */
export function withRemoteStatus(job: Job, remote: AgentJob): Job {
  const { prLink, model, createdAt, archivedAt, source } = remote
  return {
    ...job,
    ...(prLink && { prLink }),
    ...(model && { model }),
    ...(createdAt && { createdAt }),
    ...(archivedAt && { archivedAt }),
    ...(source?.ref && { branch: source.ref }),
    ...(source?.repository && { repository: source.repository }),
  }
}

const FINALS = new Map<string, 'finished' | 'failed' | 'archived'>([
  ['completed', 'finished'],
  ['failed', 'failed'],
  ['archived', 'archived'],
])

/** The state in which the service leaves a job; undefined while it works, or says a word we do not know. */
export const finalStateOf = ({ status = '' }: AgentJob) => FINALS.get(status)
