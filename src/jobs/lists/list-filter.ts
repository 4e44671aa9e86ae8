import { isLive, type Job, type JobState } from '../model/job.ts'

/** In the order of the two menus. */
export const listScopes = ['mine', 'channel'] as const
export const listStates = ['all', 'active', 'finished', 'failed'] as const

export interface ListFilter {
  whose: (typeof listScopes)[number]
  state: (typeof listStates)[number]
}

const MATCHES: Record<ListFilter['state'], (job: Job) => boolean> = {
  all: () => true,
  active: isLive,
  finished: (job) => job.state === 'finished',
  failed: (job) => ['failed', 'refused', 'unknown', 'gone'].includes(job.state),
}

export const matchesFilter = ({ state }: ListFilter, job: Job): boolean => MATCHES[state](job)

/** Frozen: used in values of menus and in metadata of open lists, for example `mine`, `failed` or `channel-failed`. */
export function formatFilter({ whose, state }: ListFilter): string {
  if (state === 'all') return whose
  return whose === 'mine' ? state : `${whose}-${state}`
}

export function parseFilter(value: string): ListFilter {
  const words = value.split('-')
  return {
    whose: listScopes.find((one) => words.includes(one)) ?? 'mine',
    state: listStates.find((one) => words.includes(one)) ?? 'all',
  }
}

const WAITING_FOR_PERSON: ReadonlySet<JobState> = new Set<JobState>(['picking', 'asking', 'paused', 'unknown'])

/** Whether the job waits for a person's decision. */
export const needsDecision = (job: Job): boolean => WAITING_FOR_PERSON.has(job.state)
