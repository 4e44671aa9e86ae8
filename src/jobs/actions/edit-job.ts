import type { Queue } from '../../queue/queue.ts'
import { sendAdmit } from '../run/create-job.ts'
import { restartJob } from '../model/transitions.ts'
import { newAttempt } from '../model/transitions.ts'
import { type JobUpdates } from '../updates/job-updates.ts'
import { omitFields } from '../model/job.ts'
import type { DraftStore } from '../model/form-draft.ts'
import { canPause, canRestart, applyOnce, wasApplied, type Job, extractTitle } from '../model/job.ts'

/** What a form says. */
interface Edit {
  eventId: string
  arg?: string | undefined
  project?: string | undefined
  draft?: string | undefined
  ticked?: number[] | undefined
}

export interface JobEditing {
  /** Stops the hold, or takes the job out of the line, so that nothing is sent while a person looks; undefined: too late. */
  pause: (job: Job, user: string) => Promise<Job | undefined>
  /** Takes over what a form says and starts the job (again) on its own card; false: it was too late. */
  apply: (job: Job, edit: Edit) => Promise<boolean>
}

/** What can be changed of a job of which nothing runs: its text, the messages that go along, its project. */
export function createJobEditing(deps: {
  desk: JobUpdates
  queue: Queue
  draftsOf: (team: string) => DraftStore
}): JobEditing {
  const { desk, queue, draftsOf } = deps

  async function write(job: Job, { arg = '', project, ticked, draft }: Edit): Promise<void> {
    const records = desk.storeOf(job.team)
    const prompt = await records.prompt(job.id)
    // The ticks count within what the form showed; the prompt may be changed already by an attempt that was cut short.
    const all = (draft === undefined ? undefined : await draftsOf(job.team).get(draft))?.quotes ?? prompt?.quotes ?? []
    const quotes = ticked ? all.filter((_, index) => ticked.includes(index)) : all
    await records.savePrompt(job.id, { ...prompt, quotes, instruction: arg })
    await records.update(job.id, (now) => ({
      ...now,
      title: extractTitle(arg),
      ...(now.used && { used: { ...now.used, messages: quotes.length } }),
      ...(project !== undefined && { project }),
    }))
  }

  return {
    async pause(job, user) {
      const next = await desk.update(job.team, job.id, (now) =>
        canPause(now)
          ? { ...omitFields(now, 'heldUntil', 'heldForMs', 'roomAt'), state: 'paused', pausedBy: user }
          : undefined,
      )
      return next?.state === 'paused' ? next : undefined
    },
    async apply(job, edit) {
      if (!wasApplied(job, edit.eventId)) {
        if (!canRestart(job)) return false
        await write(job, edit)
      }
      const next = await desk.update(job.team, job.id, (now) => {
        if (!canRestart(now)) return undefined
        return applyOnce(now, edit.eventId, () => (now.state === 'paused' ? newAttempt(now, 'held') : restartJob(now)))
      })
      if (next?.state === 'held') await sendAdmit(queue, next)
      return wasApplied(next, edit.eventId)
    },
  }
}
