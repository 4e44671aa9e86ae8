import { z } from 'zod'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'

/**
 * picking: no project yet · asking: likely a duplicate · held: undo is possible · paused: a person changes it before it starts · waiting: no room this hour · creating: the request is on its way ·
 * working, finished, failed, archived: as the service says · gone: the service does not know it any more · unknown: no answer to the create ·
 * refused: never started · dropped: a person decided against it · unwatched: a person stopped the watching
 */
const states = [
  'picking',
  'asking',
  'held',
  'paused',
  'waiting',
  'creating',
  'working',
  'finished',
  'failed',
  'archived',
  'gone',
  'unknown',
  'refused',
  'dropped',
  'unwatched',
] as const

export type JobState = (typeof states)[number]

const trouble = z.object({
  /** The service's code, or ours. */
  code: z.string(),
  /** What a person quotes and an operator finds in the logs. */
  reference: z.string(),
})

/** How a job came to be; frozen, records carry it. */
const doors = ['command', 'form', 'mention', 'direct', 'shortcut', 'emoji', 'list', 'again'] as const

export const jobSchema = z.object({
  /** Sorts by time; the last six characters are the job's short name. */
  id: z.string(),
  team: z.string(),
  requester: z.string(),
  /** Where the card stands, and the thread that it is part of; without a thread the card heads its own. */
  channel: z.string(),
  threadTs: z.string().optional(),
  cardTs: z.string().optional(),
  door: z.enum(doors),
  /** The project's name; empty while a person has to pick one. */
  project: z.string(),
  title: z.string(),
  /** What of a conversation went into the prompt, and what did not. */
  used: z
    .object({
      messages: z.number(),
      older: z.number(),
      files: z.number(),
      images: z.number(),
      /** About how many Slack did not let the app read in time. */
      newer: z.number().optional(),
      /** Slack did not let the app read any of it. */
      unread: z.boolean().optional(),
    })
    .optional(),
  state: z.enum(states),
  askedAt: z.number(),
  /** The moment an undo is possible until. */
  heldUntil: z.number().optional(),
  heldForMs: z.number().optional(),
  /** Who stopped the hold to change something. */
  pausedBy: z.string().optional(),
  /** The last presses and forms that it went by: repeated after a crash none of them may answer a question that came later. */
  decisions: z.array(z.string()).optional(),
  /** The job that this one goes on from, and the one that goes on from this. */
  from: z.string().optional(),
  continued: z.string().optional(),
  /** The job that this one seems to repeat. */
  twin: z.string().optional(),
  /** When room is expected. */
  roomAt: z.number().optional(),
  /** Counts the creates; each is tried once. */
  attempt: z.number(),
  /** The create that is on its way or was: found after a crash, nobody knows its outcome. */
  attempted: z.number().optional(),
  remoteId: z.string().optional(),
  /** Counts how often the job came back to work; each run ends with one final reply. */
  run: z.number(),
  /** Counts the poll tasks; one of an older beat ends by itself. */
  beat: z.number(),
  /** The poll interval grows from here. */
  pacedAt: z.number().optional(),
  startedAt: z.number().optional(),
  endedAt: z.number().optional(),
  checkedAt: z.number().optional(),
  /** Since when the service does not answer, to the create or to the polls. */
  silentSince: z.number().optional(),
  trouble: trouble.optional(),
  prLink: z.string().optional(),
  branch: z.string().optional(),
  model: z.string().optional(),
  repository: z.string().optional(),
  createdAt: z.string().optional(),
  archivedAt: z.string().optional(),
  /** Follow-ups sent, the number of the last one, and the one that still gathers messages. */
  sent: z.number(),
  followUps: z.number(),
  gathering: z.number().optional(),
  /** The last follow-ups whose arrival this record shows: `<number>:<attempt>`. */
  applied: z.array(z.string()).optional(),
  /** The beat under which the thread was given Slack's own status; gone once it was cleared. */
  statusBeat: z.number().optional(),
  stopAsked: z.boolean().optional(),
  /** Asked for in a direct message of several people, which an app cannot be invited to. */
  isGroup: z.boolean().optional(),
  /** Slack refused the card: `not_in_channel`, `message_not_found`, … */
  lost: z.string().optional(),
  /** Counts the cards posted anew after a loss. */
  head: z.number().optional(),
  /** People besides the requester who want to hear the end. */
  watchers: z.array(z.string()).optional(),
  /** Channels that show a copy of the card. */
  mirrors: z.array(z.string()).optional(),
})

export type Job = z.infer<typeof jobSchema>

const DECISIONS = 10

export const wasApplied = (job: Job | undefined, eventId: string): boolean => job?.decisions?.includes(eventId) ?? false

/** Moves it by a person's word, which counts once. */
export function applyOnce(job: Job, eventId: string, move: (now: Job) => Job | undefined): Job | undefined {
  const next = wasApplied(job, eventId) ? undefined : move(job)
  return next && { ...next, decisions: [...(job.decisions ?? []), eventId].slice(-DECISIONS) }
}

const LIVE: ReadonlySet<JobState> = new Set<JobState>([
  'picking',
  'asking',
  'held',
  'paused',
  'waiting',
  'creating',
  'working',
  'unknown',
])
const RESTARTS: ReadonlySet<JobState> = new Set<JobState>([
  'paused',
  'failed',
  'refused',
  'dropped',
  'archived',
  'gone',
])
const ENDED: ReadonlySet<JobState> = new Set<JobState>(['finished', 'failed', 'archived', 'gone'])

/** Something is still going on, or a person has to decide. */
export const isLive = (job: Job): boolean => LIVE.has(job.state)

/** The service gave its last word on this run. */
export const isEnded = (job: Job): boolean => ENDED.has(job.state)

/** Nothing of it runs: it may be changed, and started (again) on the same card. */
export const canRestart = (job: Job): boolean => RESTARTS.has(job.state)

/** Nothing was sent yet and nothing is on its way: it can still be stopped and changed. */
export const canPause = (job: Job): boolean =>
  (job.state === 'held' && job.heldUntil !== undefined) || job.state === 'waiting'

/** Not started, and not about to by itself within seconds. */
export const isWaitingToStart = (job: Job): boolean => ['picking', 'asking', 'paused', 'waiting'].includes(job.state)

/** The timestamp that heads the job's thread, once it is known. */
export const threadTsOf = (job: Job): string | undefined => job.threadTs ?? job.cardTs

/** The first line with words in it, as a title; the whole text is kept elsewhere. */
export function extractTitle(text: string): string {
  const line = text.split('\n').find((part) => part.trim() !== '') ?? text
  return truncate(sanitizeLine(line), 300)
}

/** A job without the fields named; a record knows no `undefined`. */
export function omitFields<K extends keyof Job>(job: Job, ...fields: K[]): Omit<Job, K> {
  const rest: Partial<Job> & Omit<Job, K> = { ...job }
  for (const field of fields) delete rest[field]
  return rest
}
