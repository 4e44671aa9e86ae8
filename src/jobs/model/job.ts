import { z } from 'zod'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import { openEnum } from '../../store/open-enum.ts'
import { jobMailSchema, pullRequestReplySchema } from './job-mail.ts'

/**
 * picking: no project yet · asking: likely a duplicate · held: undo is possible · paused: a person changes it before it starts ·
 * waiting: the agent takes no more this hour · creating: the request is on its way · working, finished, failed, archived: as the agent
 * says · gone: the agent does not know it any more · unknown: the create was not answered · refused: never started · dropped: a person
 * decided against it · unwatched: a person stopped the watching
 */
export const jobStates = [
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

export type JobState = (typeof jobStates)[number]

const failureSchema = z.object({
  /** The agent's code, or ours. */
  code: z.string(),
  /** Shown in Slack and in the log, so that people and operators can refer to the same failure. */
  reference: z.string(),
  /** The agent did answer, with an error that does not say what became of the request. */
  isAnswered: z.boolean().optional(),
})

/** How a job was asked for; frozen, because records carry it. */
export const jobSources = ['command', 'form', 'mention', 'direct', 'shortcut', 'emoji', 'list', 'again'] as const

export const jobSchema = z.object({
  /** Sorts by time; the last six characters are the job's short name. */
  id: z.string(),
  team: z.string(),
  /** The person whose job it is: who asked for it, or took it over. */
  requester: z.string(),
  /** The person who asked for it, once it was handed over. */
  askedBy: z.string().optional(),
  /** Where the card is posted, and in which thread; without a thread the card heads its own. */
  channel: z.string(),
  threadTs: z.string().optional(),
  /** The direct message that asked for it: replies to it follow up, as replies to the card do. */
  askedTs: z.string().exactOptional(),
  cardTs: z.string().optional(),
  /** The job's source. */
  door: openEnum(jobSources),
  /** The project's name; empty while a person has to pick one. */
  project: z.string(),
  title: z.string(),
  /** How much of a conversation went into the prompt, and how much was left out. */
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
  state: openEnum(jobStates),
  askedAt: z.number(),
  /** Until when an undo is possible. */
  heldUntil: z.number().optional(),
  heldForMs: z.number().optional(),
  /** The person who stopped the hold to change something, while they have the form open. */
  pausedBy: z.string().optional(),
  /** Whose click on the card had it started last, and what they needed for it; until then it is the requester's start. */
  startedBy: z.object({ user: z.string(), needs: openEnum(['jobs.start', 'jobs.steer']) }).optional(),
  /** The person who undid it during its hold. */
  undoneBy: z.string().optional(),
  /** Ids of recently applied clicks and submissions, so that a replayed one cannot answer a later question. */
  decisions: z.array(z.string()).optional(),
  /** The job that this one continues, and the one that continues this. */
  from: z.string().optional(),
  continued: z.string().optional(),
  /** The job that this one seems to duplicate. */
  twin: z.string().optional(),
  /** When the agent is expected to take it. */
  roomAt: z.number().optional(),
  /** Counts the create requests; each is sent once. */
  attempt: z.number(),
  /** The attempt whose create was sent. Found after a crash, its outcome is unknown. */
  attempted: z.number().optional(),
  remoteId: z.string().optional(),
  /** Counts how often the job started to work; each run ends with one final reply. */
  run: z.number(),
  /** The fencing token of the poll task: one with an older number ends by itself. */
  beat: z.number(),
  /** The poll interval grows with the time since then. */
  pacedAt: z.number().optional(),
  startedAt: z.number().optional(),
  endedAt: z.number().optional(),
  checkedAt: z.number().optional(),
  /** Since when the agent has not answered, to the create or to the polls. */
  silentSince: z.number().optional(),
  trouble: failureSchema.optional(),
  prLink: z.string().optional(),
  branch: z.string().optional(),
  model: z.string().optional(),
  repository: z.string().optional(),
  createdAt: z.string().optional(),
  archivedAt: z.string().optional(),
  /** How many follow-ups were sent, the number of the last one, and the number of the one that still gathers messages. */
  sent: z.number(),
  followUps: z.number(),
  gathering: z.number().optional(),
  /** The follow-up that began this run, after an earlier end, and the pull request that there was by then. */
  runFrom: z.number().optional(),
  prBefore: z.string().optional(),
  /** The last follow-ups that this record takes into account: `<number>:<attempt>`. */
  applied: z.array(z.string()).optional(),
  /** The poll epoch in which Slack's own status was set in the thread; removed when the status is cleared. */
  statusBeat: z.number().optional(),
  stopAsked: z.boolean().optional(),
  /** Asked for in a direct message of several people, which an app cannot be invited to. */
  isGroup: z.boolean().optional(),
  /** Slack refused the card: `not_in_channel`, `message_not_found`, … */
  lost: z.string().optional(),
  /** Counts the cards that were posted anew after a loss. */
  head: z.number().optional(),
  /** People besides the requester who are notified of the end. */
  watchers: z.array(z.string()).optional(),
  /** Posted messages offer something to do, which may be done with after the next change. */
  hasOffers: z.boolean().optional(),
  /** Channels that show a copy of the card. */
  mirrors: z.array(z.string()).optional(),
  /** The mail that it was started from, and what became of the reply with its pull request. */
  mail: jobMailSchema.exactOptional(),
  pullRequestReply: pullRequestReplySchema.exactOptional(),
})

export type Job = z.infer<typeof jobSchema>

/** False for a state of a later version: such a job is shown, and otherwise left alone. */
export const isKnownState = ({ state }: Job): boolean => (jobStates as readonly string[]).includes(state)

const DECISIONS_KEPT = 10

/** Whether a click or submission has already changed the job. */
export const wasApplied = (job: Job | undefined, eventId: string): boolean => job?.decisions?.includes(eventId) ?? false

/** Changes the job for a click or submission, which counts once. */
export function applyOnce(job: Job, eventId: string, move: (now: Job) => Job | undefined): Job | undefined {
  const next = wasApplied(job, eventId) ? undefined : move(job)
  return next && { ...next, decisions: [...(job.decisions ?? []), eventId].slice(-DECISIONS_KEPT) }
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
const FOLLOWED: ReadonlySet<JobState> = new Set<JobState>(['working', 'finished', 'failed'])
const ENDED: ReadonlySet<JobState> = new Set<JobState>(['finished', 'failed', 'archived', 'gone'])

/** Whether the job has not ended, or needs a decision. */
export const isLive = (job: Job): boolean => LIVE.has(job.state)

/** The agent has ended this run. */
export const isEnded = (job: Job): boolean => ENDED.has(job.state)

/** Whether people can follow up on it. */
export const isFollowed = (job: Job): boolean => FOLLOWED.has(job.state)

/** Whether nothing of it is running, so it can be edited and restarted on the same card. */
export const canRestart = (job: Job): boolean => RESTARTS.has(job.state)

/** Nothing was sent and nothing is on its way, so it can still be stopped and changed. */
export const canPause = (job: Job): boolean =>
  (job.state === 'held' && job.heldUntil !== undefined) || job.state === 'waiting'

/** Not started, and not about to start by itself within seconds. */
export const isWaitingToStart = (job: Job): boolean => ['picking', 'asking', 'paused', 'waiting'].includes(job.state)

/** Undone before anything was sent: nothing is left of it to show or to do. */
export const isUndone = (job: Job): boolean => job.state === 'dropped' && job.undoneBy !== undefined

/** The timestamp that heads the job's thread, once it is known. */
export const threadTsOf = (job: Job): string | undefined => job.threadTs ?? job.cardTs

/** A title is cut to 300 characters; some of a line may be invisible. */
const TITLE_SOURCE_CHARS = 1000

/** The first line with words in it, as a title; the prompt keeps the whole text. */
export function extractTitle(text: string): string {
  const line = text.split('\n').find((part) => part.trim() !== '') ?? text
  return truncate(sanitizeLine(line.trimStart().slice(0, TITLE_SOURCE_CHARS)), 300)
}

const TITLE_SHOWN = 150

/** The title as cards, lists and messages show it. */
export const shortenTitle = ({ title }: Job): string => truncate(title, TITLE_SHOWN)

/** The agent refuses the project's key: only an admin can mend that. */
export const isAccessRefused = (job: Job): boolean => ['unauthorized', 'forbidden'].includes(job.trouble?.code ?? '')

/** The job without some of its fields; a record has no `undefined`. */
export function omitFields<K extends keyof Job>(job: Job, ...fields: K[]): Omit<Job, K> {
  const rest: Partial<Job> & Omit<Job, K> = { ...job }
  for (const field of fields) delete rest[field]
  return rest
}
