import { z } from 'zod'
import type { Store } from '../../store/store.ts'
import { createJobStore } from '../model/job-store.ts'
import type { Job } from '../model/job.ts'
import { createTable } from '../../store/typed-table.ts'

interface WaitingJob {
  team: string
  id: string
}

export interface WaitingLine {
  join(job: WaitingJob): Promise<void>
  leave(job: WaitingJob): Promise<void>
  /** Returns all waiting jobs, the next one first. */
  list(): Promise<WaitingJob[]>
  /** Reads the job at a position in line, possibly of another workspace: the agent counts by project across workspaces. */
  readJob(this: void, job: WaitingJob): Promise<Job | undefined>
}

/** A position in line has no content besides its id. */
export const waitingJobSchema = z.object({})

/** Creates the line of one project. A job's id begins with its time, so the line is in the order of the requests, across teams. */
export function createWaitingLine(store: Store, projectKey: string): WaitingLine {
  const rows = createTable(store, { partition: `agent/line-${projectKey}`, schema: waitingJobSchema })
  const rowId = ({ team, id }: WaitingJob): string => `${id}:${team}`
  return {
    join: async (job) => void (await rows.update(rowId(job), (found) => (found ? undefined : {}))),
    async leave(job) {
      const row = await rows.get(rowId(job))
      if (row) await rows.delete(row.id, row.version)
    },
    readJob: ({ team, id }) => createJobStore(store, team).get(id),
    async list() {
      const found: WaitingJob[] = []
      for await (const row of rows.all()) {
        const [id = '', team = ''] = row.id.split(':')
        found.push({ team, id })
      }
      return found.toReversed()
    },
  }
}
