import type { AgentJob } from '../../clients/agent-client.ts'
import type { Job } from './job.ts'

/** Copies the agent's report into the record; missing fields stay unchanged. */
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

/** The state of a job that the agent ended; undefined while it works, or for a status unknown to this version. */
export const finalStateOf = ({ status = '' }: AgentJob) => FINALS.get(status)
