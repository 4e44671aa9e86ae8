import { z } from 'zod'
import type { AgentClient } from '../../clients/agent-client.ts'
import type { Clock } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import { type JobUpdates } from '../updates/job-updates.ts'
import { omitFields } from '../model/job.ts'
import { withRemoteStatus } from '../model/remote-status.ts'
import type { Gate } from '../gate.ts'
import type { Job } from '../model/job.ts'
import { jobText } from '../text/en.ts'

const LATER_MS = 5000

const schema = z.object({
  team: z.string(),
  id: z.string(),
  user: z.string(),
  eventId: z.string(),
  remoteId: z.string(),
})
const kind = taskKind('jobs.adopt', schema)

/** Each form is asked about once. */
export type AdoptJob = (job: Job, by: { user: string; eventId: string; remoteId: string }) => Promise<void>

/**
 * A create whose outcome nobody knows is never repeated by itself. A person who finds the job in the service's dashboard names it by its id,
 * and it is watched on the card that asked for it.
 */
export function createAdoption(deps: {
  desk: JobUpdates
  queue: Queue
  agent: AgentClient
  clock: Clock
  gate: Gate
  watch: (job: Job) => Promise<void>
}): { tasks: TaskHandler[]; adopt: AdoptJob } {
  const { desk, queue, agent, clock, gate, watch } = deps

  async function run({
    team,
    id,
    user,
    eventId,
    remoteId,
  }: z.infer<typeof schema>): Promise<void | { againMs: number }> {
    const job = await desk.storeOf(team).get(id)
    const project = job && desk.findProject(job.project)
    if (!job || !project) return
    if (job.state === 'working' && job.remoteId === remoteId) {
      await desk.update(team, id, () => undefined)
      return watch(job)
    }
    if (job.state !== 'unknown') return
    const asker = { team, user, channel: job.channel, opId: `jobs.adopt:${id}:${eventId}:${remoteId}` }
    if (!(await gate.lets(asker))) return
    try {
      const remote = await agent.getJob({ ...project, id: remoteId })
      const now = clock.now()
      const next = await desk.update(team, id, (found) =>
        found.state === 'unknown'
          ? {
              ...withRemoteStatus(omitFields(found, 'trouble'), remote),
              state: 'working',
              remoteId,
              startedAt: startOf(remote.createdAt) ?? found.askedAt,
              pacedAt: now,
              checkedAt: now,
              beat: found.beat + 1,
            }
          : undefined,
      )
      if (next?.state === 'working') await watch(next)
      return
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.details.outcome === 'not_sent') return { againMs: LATER_MS }
      return gate.tell(asker, jobText.foundUnknown(remoteId))
    }
  }

  return {
    tasks: [kind.handler(run)],
    adopt: ({ team, id }, by) =>
      queue.send(kind.of({ team, id, ...by }), { id: `jobs.adopt:${team}:${id}:${by.eventId}:${by.remoteId}` }),
  }
}

function startOf(iso: string | undefined): number | undefined {
  const at = iso === undefined ? Number.NaN : Date.parse(iso)
  return Number.isFinite(at) ? at : undefined
}
