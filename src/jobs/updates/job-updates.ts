import type { CardRef, Cards } from '../../slack/outbox/cards.ts'
import type { Store } from '../../store/store.ts'
import { type Job, threadTsOf } from '../model/job.ts'
import { type JobStore, createJobStore } from '../model/job-store.ts'
import type { Project } from '../model/projects.ts'
import { headCopyName, JOB_CARD } from './card-ref.ts'

export interface JobUpdates {
  storeOf(team: string): JobStore
  /**
   * Changes a job; its cards and whoever shows it follow, also when nothing changed: the one who changed it may not have come so far.
   * Undefined when there is no such job.
   */
  update(team: string, id: string, change: (job: Job) => Job | undefined): Promise<Job | undefined>
  /** Lets the cards follow without a change. */
  refresh(job: Job): Promise<void>
  cardRef(job: Job): CardRef
  /** Where replies about a job go: its thread, or the one that its card will head. */
  threadRef(job: Job): { ts: string } | { opId: string }
  findProject(name: string): Project | undefined
}

/** The records of every team and the cards that follow them. */
export function createJobUpdates(deps: {
  store: Store
  cards: Cards
  projects: Project[]
  changed: (team: string, users: string[]) => Promise<void>
  /** Hears of each job that may have stopped working. */
  idle: (job: Job) => Promise<void>
}): JobUpdates {
  const { store, cards, projects, changed, idle } = deps
  const teams = new Map<string, JobStore>()
  const of = (team: string): JobStore => {
    const found = teams.get(team) ?? createJobStore(store, team)
    teams.set(team, found)
    return found
  }
  const card = (job: Job): CardRef => ({
    team: job.team,
    kind: JOB_CARD,
    id: job.id,
    ...(job.head !== undefined && { copy: headCopyName(job.head) }),
  })

  async function refresh(job: Job): Promise<void> {
    await cards.refresh({ team: job.team, kind: JOB_CARD, id: job.id })
    await changed(job.team, [job.requester, ...(job.watchers ?? [])])
    if (job.state !== 'working') await idle(job)
  }

  return {
    storeOf: of,
    async update(team, id, change) {
      const job = await of(team).update(id, change)
      if (job) await refresh(job)
      return job
    },
    refresh,
    cardRef: card,
    threadRef(job) {
      const ts = threadTsOf(job)
      return ts === undefined ? { opId: cards.opId(card(job)) } : { ts }
    },
    findProject: (name) => projects.find((project) => project.name === name),
  }
}
