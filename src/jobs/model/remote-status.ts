import type { AgentJob } from '../../clients/agent-client.ts'
import type { Job } from './job.ts'

/** Copies what the agent reports into the record; fields that it leaves out stay as they were. */
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

/** The state in which the agent leaves a job; undefined while it works, or for a status that this version does not know. */
export const finalStateOf = ({ status = '' }: AgentJob) => FINALS.get(status)
