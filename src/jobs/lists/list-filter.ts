import { type Job, isLive } from '../model/job.ts'

export type ListFilter = 'mine' | 'channel' | 'active' | 'finished' | 'failed'

/** Which jobs each filter shows. */
export const matchesFilter: Record<ListFilter, (job: Job) => boolean> = {
  mine: () => true,
  channel: () => true,
  active: isLive,
  finished: (job) => job.state === 'finished',
  failed: (job) => ['failed', 'refused', 'unknown', 'gone'].includes(job.state),
}

/** States in which a person decides what happens next. */
export const NEEDS_DECISION: ReadonlySet<string> = new Set(['picking', 'asking', 'paused', 'unknown'])
export const LIST_FILTERS: ListFilter[] = ['mine', 'channel', 'active', 'finished', 'failed']

const isFilter = (word: string): word is ListFilter => Object.hasOwn(matchesFilter, word)
export const parseFilter = (word: string): ListFilter => (isFilter(word) ? word : 'mine')
