import { z } from 'zod'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import { parseWebUrl, truncate } from '../../slack/blocks/mrkdwn.ts'
import { openEnum } from '../../store/open-enum.ts'
import { capitalizeFirst } from '../text/sentence-parts.ts'
import { jobMailSchema, pullRequestReplySchema } from './job-mail.ts'

/**
 * picking: no project yet · asking: likely a duplicate · held: undo is possible · paused: a person changes it before it starts · waiting: the agent
 * takes no more this hour · creating: the request is being sent · working, finished, failed, archived: as reported by the agent · gone: the agent no
 * longer knows the job · unknown: the create request was not answered · refused: never started · dropped: a person decided against it · unwatched: a
 * person stopped the watching
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
  /** A code of the agent or of the app. */
  code: z.string(),
  /** Shown in Slack and in the log: people and operators can refer to the same failure. */
  reference: z.string(),
  /** Set if the agent answered with an error that does not reveal the outcome of the request. */
  isAnswered: z.boolean().optional(),
  /** The agent's own sentence in its answer, without credentials. */
  said: z.string().optional(),
})

/** Frozen, because records carry them: the ways to ask for a job. */
export const jobSources = ['command', 'form', 'mention', 'direct', 'shortcut', 'emoji', 'list', 'again'] as const

/** A later message of the person who asked for a job, about which they are asked whether it's for that job. */
export const additionSchema = z.object({
  ts: z.string(),
  text: z.string(),
  /** The names of the files in the message. */
  files: z.array(z.string()).exactOptional(),
  /** The answer, once given. */
  answer: openEnum(['started', 'not_started']).exactOptional(),
})

export const jobSchema = z.object({
  /** Sorts by time; the last six characters are the job's short name. */
  id: z.string(),
  team: z.string(),
  /** The job's owner: the person who asked for it or took it over. */
  requester: z.string(),
  /** The person who asked for the job, set once it was handed over. */
  askedBy: z.string().optional(),
  /** The conversation and thread of the card; without a thread, the card heads its own. */
  channel: z.string(),
  threadTs: z.string().optional(),
  /** The direct message that asked for the job: replies to it follow up, as replies to the card do. */
  askedTs: z.string().exactOptional(),
  /** The message that holds the request, if the job was started from a question about it, or with an emoji. */
  requestTs: z.string().exactOptional(),
  cardTs: z.string().optional(),
  /** The job's source. */
  door: openEnum(jobSources),
  /** The project's name; empty until a person picks one. */
  project: z.string(),
  title: z.string(),
  /** The projects that were likely when the job was asked for: their buttons keep their places. */
  likely: z.array(z.string()).exactOptional(),
  /** Counts of the parts of a conversation that went into the prompt or were left out. */
  used: z
    .object({
      messages: z.number(),
      older: z.number(),
      files: z.number(),
      images: z.number(),
      /** The approximate number of messages that Slack did not let the app read in time. */
      newer: z.number().optional(),
      /** Set if Slack did not let the app read any message. */
      unread: z.boolean().optional(),
    })
    .optional(),
  state: openEnum(jobStates),
  askedAt: z.number(),
  /** The end of the hold, until which an undo is possible. */
  heldUntil: z.number().optional(),
  heldForMs: z.number().optional(),
  /** The person who stopped the hold for a change and has the form open. */
  pausedBy: z.string().optional(),
  /** The last person to start the job by a click on the card, and the permission it needed; absent for the requester's own start. */
  startedBy: z.object({ user: z.string(), needs: openEnum(['jobs.start', 'jobs.steer']) }).optional(),
  /** The last person to rewrite the text, unless it's the one who asked for the job. */
  editedBy: z.string().exactOptional(),
  /** The last person to rewrite the text in a form: an edit of the asking message then no longer replaces it. */
  typedBy: z.string().exactOptional(),
  /** The person who undid the job during its hold. */
  undoneBy: z.string().optional(),
  /** The person who decided against the job, other than by undoing it. */
  droppedBy: z.string().exactOptional(),
  /** The person who stopped the watching. */
  unwatchedBy: z.string().exactOptional(),
  /** Ids of recently applied clicks and submissions, so a replay cannot answer a later question. */
  decisions: z.array(z.string()).optional(),
  /** The job that this one continues, and the job that continues this one. */
  from: z.string().optional(),
  continued: z.string().optional(),
  twin: z.string().optional(),
  /** The last jobs that were asked about because of this one: their cards show how it stands. */
  askers: z.array(z.string()).exactOptional(),
  /** The time when the agent is expected to take the job. */
  roomAt: z.number().optional(),
  /** Counts the create requests; each is sent once. */
  attempt: z.number(),
  /** The attempt whose create request was sent. After a crash, its outcome is unknown. */
  attempted: z.number().optional(),
  /** The attempt that somebody notified the admins of. */
  adminsTold: z.number().exactOptional(),
  remoteId: z.string().optional(),
  /** Counts the runs of the agent; each ends with one final reply. */
  run: z.number(),
  /** The fencing token of the poll task: a task with a lower number ends. */
  beat: z.number(),
  /** The poll interval grows with the time since this moment. */
  pacedAt: z.number().optional(),
  startedAt: z.number().optional(),
  endedAt: z.number().optional(),
  checkedAt: z.number().optional(),
  /** The time since which the agent has not answered the create request or the polls. */
  silentSince: z.number().optional(),
  trouble: failureSchema.optional(),
  prLink: z.string().optional(),
  branch: z.string().optional(),
  model: z.string().optional(),
  repository: z.string().optional(),
  createdAt: z.string().optional(),
  archivedAt: z.string().optional(),
  /** The number of follow-ups sent, the number of the last one, and the number of the one still open for messages. */
  sent: z.number(),
  followUps: z.number(),
  gathering: z.number().optional(),
  /** The number of the last follow-up whose text a person has made part of the prompt. */
  included: z.number().exactOptional(),
  /** The numbers up to `included` whose texts the prompt does not have, because the agent did not have them. */
  apart: z.array(z.number()).exactOptional(),
  /** The numbers of the follow-ups that only ask the agent to stop. */
  stops: z.array(z.number()).exactOptional(),
  /** The numbers of the follow-ups that were refused: the agent has not received them. */
  unsent: z.array(z.number()).exactOptional(),
  /** The follow-up that began this run after an earlier end, and the pull request that existed by then. */
  runFrom: z.number().optional(),
  prBefore: z.string().optional(),
  /** The last follow-ups that this record includes: `<number>:<attempt>`. */
  applied: z.array(z.string()).optional(),
  /** The poll epoch in which Slack's own status was set in the thread; removed when the status is cleared. */
  statusBeat: z.number().optional(),
  /** Set if the agent was asked to stop in this run; kept when the run ends. */
  stopAsked: z.boolean().optional(),
  /** Set if the job was asked for in a direct message of several people, to which an app cannot be invited. */
  isGroup: z.boolean().optional(),
  /** The last messages that may be for this job. */
  additions: z.array(additionSchema).exactOptional(),
  /** The code with which Slack refused the card: `not_in_channel`, `message_not_found`, … */
  lost: z.string().optional(),
  /** Counts how often Slack refused the card. */
  losses: z.number().exactOptional(),
  /** Counts the cards posted again after a loss. */
  head: z.number().optional(),
  /** People besides the requester who are notified of the end. */
  watchers: z.array(z.string()).optional(),
  /** Set if posted messages offer actions that the next change may end. */
  hasOffers: z.boolean().optional(),
  mirrors: z.array(z.string()).optional(),
  /** The channels in which the job was shown although people of another organization could read them. */
  sharedIn: z.array(z.string()).exactOptional(),
  /** The mail that the job was started from, and the outcome of the reply with its pull request. */
  mail: jobMailSchema.exactOptional(),
  pullRequestReply: pullRequestReplySchema.exactOptional(),
})

export type Job = z.infer<typeof jobSchema>

/** Returns false for a state of a later version: the job is then only shown. */
export const isKnownState = ({ state }: Job): boolean => (jobStates as readonly string[]).includes(state)

const DECISIONS_KEPT = 10

/** Whether a click or submission has already changed the job. */
export const wasApplied = (job: Job | undefined, eventId: string): boolean => job?.decisions?.includes(eventId) ?? false

/** Changes the job for a click or submission, once. */
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

/** Whether the agent has ended this run. */
export const isEnded = (job: Job): boolean => ENDED.has(job.state)

/** Whether people can follow up on the job. */
export const isFollowed = (job: Job): boolean => FOLLOWED.has(job.state)

/** Whether no part of the job is running: it can be edited and restarted on the same card. */
export const canRestart = (job: Job): boolean => RESTARTS.has(job.state)

/** Whether the job can still be stopped and changed, because no request was sent or is being sent. */
export const canPause = (job: Job): boolean =>
  (job.state === 'held' && job.heldUntil !== undefined) || job.state === 'waiting'

/** Whether the job has not started and does not start by itself within seconds. */
export const isWaitingToStart = (job: Job): boolean => ['picking', 'asking', 'paused', 'waiting'].includes(job.state)

/** Whether the job was undone before anything was sent; there is nothing to show or do. */
export const isUndone = (job: Job): boolean => job.state === 'dropped' && job.undoneBy !== undefined

/** How the person who asked for the job can add to it: once it has a project, by replying below its card, or no longer. */
export function readAdditionStage(job: Job): 'picking' | 'open' | 'other' {
  if (job.state === 'picking' && job.project === '') return 'picking'
  return isLive(job) || isFollowed(job) ? 'open' : 'other'
}

/** Whether the job's pull request has an address that Slack can't open. */
export const hasUnusableLink = ({ prLink }: Job): boolean => !!prLink && parseWebUrl(prLink) === undefined

/** The timestamp of the message that heads the job's thread, once known. */
export const threadTsOf = (job: Job): string | undefined => job.threadTs ?? job.cardTs

/** Whether the prompt has the text of the follow-up with this number, if the agent had it. */
export const isNumberIncluded = ({ included = 0, apart = [] }: Job, n: number): boolean =>
  n <= included && !apart.includes(n)

/** The number of follow-ups with work for the agent, sent or about to be; without those that may not have arrived, or are part of the prompt. */
export function countFollowUps(job: Job): number {
  const { followUps, stops = [], unsent = [] } = job
  const numbers = Array.from({ length: followUps }, (_, index) => index + 1)
  return numbers.filter((n) => !isNumberIncluded(job, n) && !stops.includes(n) && !unsent.includes(n)).length
}

/** Titles are cut to 300 characters; a line may also contain invisible ones. */
const TITLE_SOURCE_CHARS = 1000

/** Returns the first line with words as a title; the prompt keeps the whole text. */
export function extractTitle(text: string): string {
  const line = text.split('\n').find((part) => part.trim() !== '') ?? text
  return truncate(sanitizeLine(line.trimStart().slice(0, TITLE_SOURCE_CHARS)), 300)
}

const TITLE_SHOWN = 70

/** A word of lower-case letters at the beginning: `iOS` and `retry_after` are names. */
const PLAIN_WORD = /^\p{Ll}[\p{Ll}'’-]*(?=[\s,:;.!?]|$)/u

/** The title as shown in cards, lists and messages: short, and with a capital. */
export const shortenTitle = ({ title }: Job): string =>
  truncate(title.replace(PLAIN_WORD, capitalizeFirst), TITLE_SHOWN)

/** Whether the agent refuses the project's key, which only an admin can fix. */
export const isAccessRefused = (job: Job): boolean => ['unauthorized', 'forbidden'].includes(job.trouble?.code ?? '')

/** Frozen: the code of a job whose starter may not start it by its turn. */
export const START_NOT_ALLOWED = 'not_allowed'

/** Whether the job was never started because its starter no longer had the permission. */
export const isNotAllowed = ({ state, trouble }: Job): boolean =>
  state === 'refused' && trouble?.code === START_NOT_ALLOWED

/** Returns the job without some of its fields; a record has no `undefined`. */
export function omitFields<K extends keyof Job>(job: Job, ...fields: K[]): Omit<Job, K> {
  const rest: Partial<Job> & Omit<Job, K> = { ...job }
  for (const field of fields) delete rest[field]
  return rest
}

/** The person who asked for the job, also after it was handed over. */
export const askerOf = ({ askedBy, requester }: Job): string => askedBy ?? requester

/** The job with its text rewritten by this person. */
export const editedBy = (job: Job, user: string): Job =>
  user === askerOf(job) ? omitFields(job, 'editedBy') : { ...job, editedBy: user }

/** Whether people of another organization may read the job in this channel: a person had it shown there when they already could. */
export const mayReachOutsidersIn = ({ sharedIn }: Pick<Job, 'sharedIn'>, channel: string): boolean =>
  sharedIn?.includes(channel) ?? false

/** The job, shown in a channel that people of another organization can read. */
export const withOutsiders = (job: Job, channel: string): Job => ({
  ...job,
  sharedIn: [...new Set([...(job.sharedIn ?? []), channel])],
})
