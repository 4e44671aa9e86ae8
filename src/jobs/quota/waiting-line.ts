import { z } from 'zod'
import type { Store } from '../../store/store.ts'
import { createJobStore } from '../model/job-store.ts'
import type { Job } from '../model/job.ts'
import { createTable, type Page } from '../../store/typed-table.ts'

const PAGE = 100

interface WaitingJob {
  team: string
  id: string
}

/** The places at the front of a line that cards show. The card of a job behind them stays true, unedited, until the job has one of these places. */
export const SHOWN_PLACES = 5

export interface WaitingLine {
  /** Returns whether the job was not in line yet. */
  join(job: WaitingJob): Promise<boolean>
  leave(job: WaitingJob): Promise<void>
  /** Returns all waiting jobs, the next one first. Reads the whole line. */
  list(): Promise<WaitingJob[]>
  /** Returns the jobs ahead of this one, the nearest first, `limit` at most. The job itself may be in line or not. */
  listAhead(job: WaitingJob, limit?: number): Promise<WaitingJob[]>
  /** Reads the job at a position in line, possibly of another workspace: the agent counts by project across workspaces. */
  readJob(this: void, job: WaitingJob): Promise<Job | undefined>
}

/** A position in line has no content besides its id. */
export const waitingJobSchema = z.object({})

/** Creates the line of one project. A job's id begins with its time, so the line is in the order of the requests, across teams. */
export function createWaitingLine(store: Store, projectKey: string): WaitingLine {
  const rows = createTable(store, { partition: `agent/line-${projectKey}`, schema: waitingJobSchema })
  const rowId = ({ team, id }: WaitingJob): string => `${id}:${team}`
  function parseRow({ id: row }: { id: string }): WaitingJob {
    const [id = '', team = ''] = row.split(':')
    return { team, id }
  }
  return {
    async join(job) {
      let isNew = false
      await rows.update(rowId(job), (found) => {
        isNew = found === undefined
        return found ? undefined : {}
      })
      return isNew
    },
    async leave(job) {
      const row = await rows.get(rowId(job))
      if (row) await rows.delete(row.id, row.version)
    },
    readJob: ({ team, id }) => createJobStore(store, team).get(id),
    async list() {
      const found = await Array.fromAsync(rows.all())
      return found.map(parseRow).toReversed()
    },
    async listAhead(job, limit = Infinity) {
      const found: WaitingJob[] = []
      let after: string | undefined = rowId(job)
      while (after !== undefined && found.length < limit) {
        const page: Page<object> = await rows.list({ after, limit: Math.min(limit - found.length, PAGE) })
        found.push(...page.rows.map(parseRow))
        after = page.next
      }
      return found
    },
  }
}
