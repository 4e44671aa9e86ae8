import type { Job, State } from '../model/job.ts'
import { duration, words } from '../text/en.ts'

/** The job that another one seems to repeat. */
export interface Twin {
  /** Where its card stands. */
  url: string | undefined
  /** Both belong to one thread, whatever they ask for. */
  isOfThread: boolean
}

export const marks: Record<State, string> = {
  picking: '❔',
  asking: '❔',
  held: '⏳',
  paused: '⏸',
  waiting: '⏸',
  creating: '⏳',
  working: '⏳',
  finished: '✅',
  failed: '⚠️',
  archived: '🗄',
  gone: '⚠️',
  unknown: '❔',
  refused: '⚠️',
  dropped: '⏹',
  unwatched: '⏹',
}

/** An address that a button may open; anything else is shown as text. */
export function webAddress(url: string | undefined): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url)
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.href : undefined
}

function refusal(job: Job): string {
  const { code, reference } = job.trouble ?? { code: 'other', reference: '' }
  switch (code) {
    case 'unauthorized':
    case 'forbidden':
      return words.refused.access(job.project, reference)
    case 'not_found':
      return words.refused.not_found(job.project, reference)
    case 'no_project':
      return words.refused.no_project(job.project, reference)
    case 'validation_error':
      return words.refused.validation_error(reference)
    case 'unreachable':
      return words.refused.unreachable(reference)
    default:
      return words.refused.other(reference)
  }
}

/** The agent refuses the project's key: only an admin can mend that. */
export const isLockedOut = (job: Job): boolean => ['unauthorized', 'forbidden'].includes(job.trouble?.code ?? '')

function working(job: Job): string {
  const silence = isLockedOut(job)
    ? words.noAccess(job.project)
    : words.silent(job.checkedAt ?? job.silentSince ?? job.askedAt)
  return [
    words.working(job.startedAt ?? job.askedAt),
    job.silentSince === undefined ? job.checkedAt !== undefined && words.checked(job.checkedAt) : silence,
    job.stopAsked && words.stopAsked,
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ')
}

/** How long the run took, as far as it is known. */
export const took = (job: Job): string => duration((job.endedAt ?? job.askedAt) - (job.startedAt ?? job.askedAt))

const holdSeconds = (job: Job): number => Math.round((job.heldForMs ?? 0) / 1000)

/** The job's state in words; the card, the list and `status` say the same. */
export function stateLine(
  job: Job,
  around: { place: number; roomAt: number | undefined; twin?: Twin | undefined },
): string {
  const reference = job.trouble?.reference ?? ''
  switch (job.state) {
    case 'picking':
      return words.picking
    case 'asking':
      return words.asking(around.twin?.isOfThread ?? false, around.twin?.url)
    case 'held':
      return job.heldUntil === undefined ? words.creating : words.starting(holdSeconds(job))
    case 'paused':
      return words.paused(job.pausedBy ?? job.requester)
    case 'waiting':
      return words.waiting(around.place, around.roomAt)
    case 'creating':
      return job.silentSince === undefined ? words.creating : words.silent(job.checkedAt ?? job.silentSince)
    case 'working':
      return working(job)
    case 'finished':
      return job.prLink
        ? [words.ready, took(job), job.branch && words.branch(job.branch)].filter(Boolean).join(' · ')
        : words.nothing
    case 'failed':
      return job.prLink ? words.failedWithPr(reference) : words.failed(reference)
    case 'archived':
      return words.archived
    case 'gone':
      return words.gone
    case 'unknown':
      return words.unknown
    case 'refused':
      return refusal(job)
    case 'dropped':
      if (job.trouble?.code === 'instead') return words.droppedInstead
      return job.trouble?.code === 'unknown' ? words.droppedUnknown : words.dropped
    case 'unwatched':
      return words.unwatched
  }
}
