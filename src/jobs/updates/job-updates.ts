import type { Cards } from '../../slack/outbox/cards.ts'
import type { ThreadRef } from '../../slack/outbox/outbox.ts'
import type { WorkspacePages } from '../../slice.ts'
import type { Store } from '../../store/store.ts'
import type { WorkspaceScope } from '../../workspace-scope.ts'
import { createJobStore, type JobStore } from '../model/job-store.ts'
import { type Job, threadTsOf } from '../model/job.ts'
import { describesOther } from '../model/other-job.ts'
import { createKeyAlarmStore, type KeyAlarmStore } from '../model/key-alarm-store.ts'
import { createOutageStore, type OutageStore } from '../model/outage-store.ts'
import { ADDITION_CARD, cardRef, JOB_CARD } from './card-ref.ts'
import { sendSettle } from './settle-task.ts'
import { sendClearThreadStatus } from './thread-status-task.ts'

/** The jobs of a workspace, and everything in Slack that shows them. */
export interface JobUpdates {
  readonly store: JobStore
  /** The outages of the agent, for which jobs are held back. */
  readonly outages: OutageStore
  /** The messages to the admins about rejected keys. */
  readonly keyAlarms: KeyAlarmStore
  /**
   * Changes a job and refreshes its cards, even if nothing changed: an earlier attempt may have crashed between the write and the refresh. Returns
   * undefined if the job does not exist.
   */
  update(this: void, id: string, change: (job: Job) => Job | undefined): Promise<Job | undefined>
  /** Refreshes the cards, Home and the thread's status without a change, and the cards of jobs that were asked about because of this one. */
  refresh(this: void, job: Job): Promise<void>
  /** The thread for posts about a job: its own, or the one that its card will head. */
  threadRef(this: void, job: Job): ThreadRef
}

/** Refreshes the cards of the mail that a job was started from, which link to the job. */
export async function refreshCardsOfMail(cards: Cards, { team, mail }: Job): Promise<void> {
  for (const card of mail?.cards ?? []) await cards.refresh({ team, ...card })
}

export function createJobUpdates(
  { team, queue, clock, cards }: Pick<WorkspaceScope, 'team' | 'queue' | 'clock' | 'cards'>,
  { store: records, refreshHome }: { store: Store; refreshHome: WorkspacePages['refreshHome'] },
): JobUpdates {
  const store = createJobStore(records, team)

  async function refresh(job: Job): Promise<void> {
    await cards.refresh({ team: job.team, kind: JOB_CARD, id: job.id })
    await refreshCardsOfMail(cards, job)
    if (job.additions) await cards.refresh({ team: job.team, kind: ADDITION_CARD, id: job.id })
    await refreshHome(job.team, [job.requester, ...(job.watchers ?? [])])
    await sendClearThreadStatus(queue, clock, job)
    await sendSettle(queue, job)
    for (const id of job.askers ?? []) {
      const asker = await store.get(id)
      if (!asker || !describesOther(asker)) continue
      await cards.refresh({ team: asker.team, kind: JOB_CARD, id })
      await refreshHome(asker.team, [asker.requester])
    }
  }

  return {
    store,
    outages: createOutageStore(records, team),
    keyAlarms: createKeyAlarmStore(records, team),
    refresh,
    async update(id, change) {
      const job = await store.update(id, change)
      if (job) await refresh(job)
      return job
    },
    threadRef(job) {
      const ts = threadTsOf(job)
      return ts === undefined ? { opId: cards.opId(cardRef(job)) } : { ts }
    },
  }
}
