import { type FollowUp, isTakenBack } from './follow-up.ts'
import type { Job } from './job.ts'

/** How a job stands that another one may repeat. `unconfirmed`: it may be running; `never`: it was not started. */
export type OtherProgress = 'running' | 'waiting' | 'unconfirmed' | 'ended' | 'never'

/** The outcome of a text that was handed to another job as a follow-up. `unknown`: the agent may have received it. */
export type HandedText = 'waiting' | 'sent' | 'unknown' | 'unsent'

const ASKERS_KEPT = 20

/** Whether a dismissed job may run all the same, because the agent never confirmed or denied its start. */
export const mayHaveStarted = ({ state, trouble }: Job): boolean => state === 'dropped' && trouble?.code === 'unknown'

/** Classifies a job for the question whether to start another one as well. */
export function readProgress(job: Job): OtherProgress {
  switch (job.state) {
    case 'working':
      return 'running'
    case 'picking':
    case 'asking':
    case 'held':
    case 'paused':
    case 'waiting':
      return 'waiting'
    case 'finished':
    case 'failed':
    case 'archived':
    case 'gone':
      return 'ended'
    case 'refused':
      return 'never'
    case 'dropped':
      return mayHaveStarted(job) ? 'unconfirmed' : 'never'
    case 'creating':
    case 'unknown':
    case 'unwatched':
    default:
      return 'unconfirmed'
  }
}

const TAKES_TEXT: readonly Job['state'][] = ['held', 'paused', 'waiting', 'creating', 'working', 'finished', 'failed']

/** Whether a follow-up reaches the agent now, or when the job starts; an unconfirmed start may never be confirmed. */
export const takesFollowUps = ({ state }: Job): boolean => TAKES_TEXT.includes(state)

/** Whether the text of the job was handed to another one. */
export const isHanded = ({ state, trouble }: Job): boolean => state === 'dropped' && trouble?.code === 'instead'

/** Whether the job's card describes how another one stands. */
export const describesOther = (job: Job): boolean => job.twin !== undefined && (job.state === 'asking' || isHanded(job))

/** Frozen: stored as the source of the follow-up that carries the job's text. */
export const handedSource = ({ id }: Job): string => `${id}:instead`

/** Classifies the follow-up that carries the text; it is undefined only while it is being written. */
export function readHandedText(followUp: FollowUp | undefined): HandedText {
  switch (followUp?.state) {
    case 'sent':
      return 'sent'
    case 'unknown':
      return 'unknown'
    case 'dropped':
      return isTakenBack(followUp) ? 'unsent' : 'unknown'
    case 'refused':
      return 'unsent'
    case 'gathering':
    case 'waiting':
    case 'sending':
    case undefined:
    default:
      return 'waiting'
  }
}

/** Returns the job with one more asker; undefined if it has it already. */
export const withAsker = (job: Job, asker: string): Job | undefined =>
  job.askers?.includes(asker) ? undefined : { ...job, askers: [...(job.askers ?? []), asker].slice(-ASKERS_KEPT) }
