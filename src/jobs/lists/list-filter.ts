import { isLive, type Job, type JobState } from '../model/job.ts'

const SCOPES = ['mine', 'channel'] as const
const STATES = ['all', 'active', 'finished', 'failed'] as const

/** Which jobs a list shows: whose, and in which states. */
export interface ListFilter {
  whose: (typeof SCOPES)[number]
  state: (typeof STATES)[number]
}

const MATCHES: Record<ListFilter['state'], (job: Job) => boolean> = {
  all: () => true,
  active: isLive,
  finished: (job) => job.state === 'finished',
  failed: (job) => ['failed', 'refused', 'unknown', 'gone'].includes(job.state),
}

export const matchesFilter = ({ state }: ListFilter, job: Job): boolean => MATCHES[state](job)

/** In the order in which the two menus offer them. */
export const listScopes: readonly ListFilter['whose'][] = SCOPES
export const listStates: readonly ListFilter['state'][] = STATES

/** Frozen: values of menus and the metadata of open lists carry it, for example `mine`, `failed` or `channel-failed`. */
export function formatFilter({ whose, state }: ListFilter): string {
  if (state === 'all') return whose
  return whose === 'mine' ? state : `${whose}-${state}`
}

export function parseFilter(value: string): ListFilter {
  const words = value.split('-')
  return {
    whose: SCOPES.find((one) => words.includes(one)) ?? 'mine',
    state: STATES.find((one) => words.includes(one)) ?? 'all',
  }
}

const WAITING_FOR_PERSON: ReadonlySet<JobState> = new Set<JobState>(['picking', 'asking', 'paused', 'unknown'])

/** A person decides what happens next. */
export const needsDecision = (job: Job): boolean => WAITING_FOR_PERSON.has(job.state)
