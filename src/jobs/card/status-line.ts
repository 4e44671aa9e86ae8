import { dateToken, escapeMrkdwn, formatMoment, linkTo } from '../../slack/blocks/mrkdwn.ts'
import { hasUnusableLink, isAccessRefused, isUndone, type Job, type JobState } from '../model/job.ts'
import { type HandedText, isHanded, mayHaveStarted, type OtherProgress } from '../model/other-job.ts'
import { roundWorkedMs } from '../model/progress-steps.ts'
import { SHOWN_PLACES } from '../quota/waiting-line.ts'
import type { JobText } from '../text/jobs-text.ts'

/** A job that another one may repeat, or that received its text. */
export interface Duplicate {
  progress: OtherProgress
  /** The outcome of the text that was handed to it. */
  handed?: HandedText | undefined
  url: string | undefined
  /** Set if both belong to one thread, whatever they ask for. */
  isOfThread: boolean
  /** Set if the text may be sent to the other job as a follow-up: it takes one, and has no more readers. */
  takesText: boolean
}

const STATE_EMOJI: Record<JobState, string> = {
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

function describeRefusal(text: JobText, job: Job): string {
  const { code, reference } = job.trouble ?? { code: 'other', reference: '' }
  const project = escapeMrkdwn(job.project)
  switch (code) {
    case 'unauthorized':
    case 'forbidden':
      return text.refused.access({ project, reference })
    case 'not_found':
      return text.refused.not_found({ project, reference })
    case 'no_project':
      return text.refused.no_project({ project, reference })
    case 'not_allowed':
      return text.refused.not_allowed({ reference })
    case 'validation_error':
      return text.refused.validation_error({ reference })
    case 'unreachable':
      return text.refused.unreachable({ reference })
    default:
      return text.refused.other({ reference })
  }
}

/** The job's emoji; a question mark for a state of a later version. */
export function stateEmoji(job: Job): string {
  const { state } = job
  if (isSilent(job)) return '⚠️'
  return Object.hasOwn(STATE_EMOJI, state) ? STATE_EMOJI[state] : STATE_EMOJI.unknown
}

/** Whether the agent has not answered for a while. */
const isSilent = (job: Job): boolean =>
  job.silentSince !== undefined && (job.state === 'working' || job.state === 'creating')

function describeSilence(text: JobText, job: Job): string {
  const sentence =
    job.state === 'working' && isAccessRefused(job)
      ? text.noAccess({ project: escapeMrkdwn(job.project) })
      : text.silent({
          isAnswered: job.trouble?.isAnswered ?? false,
          time: dateToken(job.checkedAt ?? job.silentSince ?? job.askedAt),
        })
  return withReference(text, job, sentence)
}

/** A sentence about a failure, with the reference that is also in the log. */
const withReference = (text: JobText, { trouble }: Job, sentence: string): string =>
  joinFacts(sentence, trouble !== undefined && text.reference({ reference: trouble.reference }))

/** Joins the facts that exist to one line. */
export const joinFacts = (...facts: (string | false | undefined)[]): string => facts.filter(Boolean).join(' · ')

/** The duration of the run in milliseconds, as far as it is known. */
export const measureRun = (job: Job): number => (job.endedAt ?? job.askedAt) - (job.startedAt ?? job.askedAt)

/** Facts in the description of a job's state besides its record. */
export interface StateContext {
  /** The position in the waiting line, counted from 1; undefined behind the `SHOWN_PLACES` where it isn't kept up to date. */
  position: number | undefined
  nextSlotAt: number | undefined
  /** The number of jobs per hour that the agent takes. */
  limit: number
  /** The name of the person who edits the job before it starts. */
  pausedBy?: string
  undoneBy?: string
  /** The name of the person who dismissed the job or decided against its start. */
  droppedBy?: string
  /** The name of the person who asked the agent to stop the run that has ended. */
  stoppedBy?: string | undefined
  /** The running job that this one may repeat, or that received its text. */
  duplicate?: Duplicate | undefined
  /** The agent's dashboard, where people look for a job whose create request was not answered. */
  dashboardUrl?: string | undefined
  /** Set while the last look at a working job is older than it should be. */
  isLookOld?: boolean
  /** The address of the card of the job that continues this one. */
  continuedUrl?: string | undefined
}

export interface JobPeople {
  /** The person who asked for the job, and the person who has taken it over. */
  asker: string
  owner?: string | undefined
  /** The person who rewrote the text, if not the one who asked. */
  editor?: string | undefined
}

export const describePeople = (text: JobText, { asker, owner, editor }: JobPeople): string =>
  joinFacts(
    text.askedBy({ name: asker }),
    editor !== undefined && text.editedBy({ name: editor }),
    owner !== undefined && text.nowWith({ name: owner }),
  )

function describeDuplicate(text: JobText, { isOfThread = false, url, progress }: Partial<Duplicate> = {}): string {
  const question = text.asking({ isOfThread, progress: progress === 'unconfirmed' ? 'other' : (progress ?? 'other') })
  return url === undefined ? question : `${question} ${text.askingOther({ link: linkTo(url) })}`
}

function describeUnknown(text: JobText, job: Job, dashboard: string | undefined): string {
  const values = { isAnswered: job.trouble?.isAnswered ?? false }
  const sentence =
    dashboard === undefined ? text.unknown(values) : text.unknownLinked({ ...values, link: linkTo(dashboard) })
  return withReference(text, job, sentence)
}

const MINUTE_MS = 60_000

/** How long the job had worked when the agent last answered: this stays true until it ends. */
function describeWork(text: JobText, job: Job, isLookOld: boolean): string {
  const since = job.startedAt ?? job.askedAt
  const seenAt = job.silentSince ?? job.checkedAt ?? since
  const workedMs = roundWorkedMs(seenAt - since)
  return joinFacts(
    text.working({ time: formatMoment(since) }),
    // Below two minutes, the start alone is enough.
    workedMs > MINUTE_MS && text.workedFor({ duration: text.formats.duration(workedMs) }),
    isLookOld && text.checked({ time: dateToken(job.checkedAt ?? since) }),
    job.stopAsked && text.stopAsked,
  )
}

function describeTurn(text: JobText, { position: place, nextSlotAt }: StateContext): string {
  if (place === undefined) return text.waitingBehind({ count: SHOWN_PLACES })
  return nextSlotAt ? text.waitingUntil({ place, time: dateToken(nextSlotAt) }) : text.waiting({ place })
}

const describeInstead = (text: JobText, { url, handed }: Partial<Duplicate> = {}): string =>
  joinFacts(
    text.droppedInstead({ handed: handed === 'unknown' ? 'other' : (handed ?? 'other') }),
    url !== undefined && text.otherJob({ link: linkTo(url) }),
  )

/** Describes the job's question to a person, or its failure; undefined if nobody needs to know or decide anything. */
export function describeJobProblem(
  text: JobText,
  job: Job,
  { duplicate, dashboardUrl }: StateContext,
): string | undefined {
  const reference = job.trouble?.reference ?? ''
  if (isSilent(job)) return describeSilence(text, job)
  switch (job.state) {
    case 'picking':
      return text.picking
    case 'asking':
      return describeDuplicate(text, duplicate)
    case 'failed':
      return job.prLink ? text.failedWithPr({ reference }) : text.failed({ reference })
    case 'gone':
      return job.continued === undefined ? withReference(text, job, text.gone) : undefined
    case 'unknown':
      return describeUnknown(text, job, dashboardUrl)
    case 'refused':
      return describeRefusal(text, job)
    case 'held':
    case 'paused':
    case 'waiting':
    case 'creating':
    case 'working':
    case 'finished':
    case 'archived':
    case 'dropped':
    case 'unwatched':
    default:
      return undefined
  }
}

/** Without a name for a job that was dropped by an earlier version. */
function describeDismissal(text: JobText, job: Job, by: string | undefined): string {
  if (mayHaveStarted(job)) return by === undefined ? text.droppedUnknown : text.droppedUnknownBy({ by })
  return by === undefined ? text.dropped : text.droppedBy({ by })
}

/** Describes the job's progress; empty where only its problem counts. */
export function describeJobProgress(text: JobText, job: Job, context: StateContext): string {
  switch (job.state) {
    case 'held':
      return job.heldUntil === undefined
        ? text.creating
        : text.starting({ time: dateToken(job.heldUntil, '{time_secs}') })
    case 'paused':
      return context.pausedBy === undefined ? text.paused : text.pausedBy({ by: context.pausedBy })
    case 'waiting':
      return describeTurn(text, context)
    case 'creating':
      return isSilent(job) ? '' : text.creating
    case 'working':
      return describeWork(text, job, context.isLookOld ?? false)
    case 'finished':
      if (job.prLink)
        return joinFacts(text.ready, text.formats.duration(measureRun(job)), hasUnusableLink(job) && text.linkUnusable)
      return context.stoppedBy === undefined ? text.nothing : text.stopped({ by: context.stoppedBy })
    case 'archived':
    case 'gone':
    case 'failed':
      if (job.continued !== undefined) return text.continued({ link: linkTo(context.continuedUrl) })
      return job.state === 'archived' ? text.archived : ''
    case 'dropped':
      if (isUndone(job)) return text.undone({ by: context.undoneBy ?? text.someone })
      if (isHanded(job)) return describeInstead(text, context.duplicate)
      return describeDismissal(text, job, context.droppedBy)
    case 'unwatched':
      return text.unwatched
    case 'picking':
    case 'asking':
    case 'unknown':
    case 'refused':
      return ''
    default:
      return text.laterState
  }
}

/** Describes the job's state for lists and `/docs status`, in the words of the card. */
export const describeState = (text: JobText, job: Job, context: StateContext): string =>
  joinFacts(describeJobProgress(text, job, context), describeJobProblem(text, job, context))
