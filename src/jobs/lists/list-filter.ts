import { isLive, type Job, type JobState } from '../model/job.ts'

export type ListFilter = 'mine' | 'channel' | 'active' | 'finished' | 'failed'

const FILTERS: Record<ListFilter, (job: Job) => boolean> = {
  mine: () => true,
  channel: () => true,
  active: isLive,
  finished: (job) => job.state === 'finished',
  failed: (job) => ['failed', 'refused', 'unknown', 'gone'].includes(job.state),
}

/** In the order in which the menu offers them. */
export const listFilters: ListFilter[] = ['mine', 'channel', 'active', 'finished', 'failed']

export const matchesFilter = (filter: ListFilter, job: Job): boolean => FILTERS[filter](job)

export const parseFilter = (word: string): ListFilter => listFilters.find((filter) => filter === word) ?? 'mine'

const WAITING_FOR_PERSON: ReadonlySet<JobState> = new Set<JobState>(['picking', 'asking', 'paused', 'unknown'])

/** A person decides what happens next. */
export const needsDecision = (job: Job): boolean => WAITING_FOR_PERSON.has(job.state)
