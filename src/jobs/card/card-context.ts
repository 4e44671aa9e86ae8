import type { Clock } from '../../core/clock.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import { GUESSES_SHOWN } from './action-buttons.ts'
import { findClosedProjects } from './closed-projects.ts'
import { jobActions } from '../model/allowed-actions.ts'
import { lookIsRecentMs } from '../model/progress-steps.ts'
import { isFollowed, isUndone, type Job } from '../model/job.ts'
import {
  describesOther,
  handedSource,
  type HandedText,
  isHanded,
  readHandedText,
  readProgress,
  takesFollowUps,
} from '../model/other-job.ts'
import { sortByMention } from '../model/projects.ts'
import type { JobScope } from '../job-scope.ts'
import { SHOWN_PLACES } from '../quota/waiting-line.ts'
import type { JobText } from '../text/jobs-text.ts'
import type { CardContext } from './job-card.ts'
import { readNamedMail } from './mail-lines.ts'
import { readStopper } from './read-stopper.ts'
import type { Duplicate, JobPeople, StateContext } from './status-line.ts'

const JOBS_READ_FOR_GUESSES = 10
const JOBS_READ_FOR_RULE = 10

const NOT_IN_LINE: StateContext = { position: 1, nextSlotAt: undefined, limit: 0 }

/** Whether the last recorded look at a job is so old that people should see its time. A silent job shows it anyway. */
function isLookOld(clock: Clock, { startedAt, checkedAt, silentSince, askedAt }: Job): boolean {
  if (checkedAt === undefined || silentSince !== undefined) return false
  return clock.now() - checkedAt > lookIsRecentMs(checkedAt - (startedAt ?? askedAt), (ms) => clock.scaled(ms))
}

/** Reads what the description of a job's state needs besides its record. A card that is kept up to date shows only the first `places` in line. */
export async function readStateContext(
  scope: JobScope,
  text: JobText,
  job: Job,
  places?: number,
): Promise<StateContext> {
  const {
    quota,
    people,
    clock,
    connection: {
      config: { dashboardUrl },
    },
  } = scope
  if (job.state === 'finished') return { ...NOT_IN_LINE, stoppedBy: await readStopper(scope, text, job) }
  if (job.state === 'paused' && job.pausedBy !== undefined)
    return { ...NOT_IN_LINE, pausedBy: await readQuietName(text, people, job.team, job.pausedBy) }
  if (job.state === 'working') return { ...NOT_IN_LINE, isLookOld: isLookOld(clock, job) }
  if (job.state === 'unknown') return { ...NOT_IN_LINE, dashboardUrl }
  if (isUndone(job))
    return { ...NOT_IN_LINE, undoneBy: await readQuietName(text, people, job.team, job.undoneBy ?? job.requester) }
  if (job.state === 'dropped' && job.droppedBy !== undefined)
    return { ...NOT_IN_LINE, droppedBy: await readQuietName(text, people, job.team, job.droppedBy) }
  if (job.state !== 'waiting') return NOT_IN_LINE
  const ahead = await quota.waitingLine(job.project).listAhead(job, places)
  if (ahead.length === places) return { position: undefined, nextSlotAt: undefined, limit: quota.hourlyLimit }
  const position = ahead.length + 1
  const { nextSlotAt, limit } = await quota.peek(job.project, 'create', position)
  // Nobody knows when a place of a later hour is free.
  return { position, nextSlotAt: position > limit ? undefined : nextSlotAt, limit }
}

/** The address of the job's card; undefined before it is posted and after it was lost. */
export async function readCardUrl(
  { slack: { conversations } }: JobScope,
  { team, channel, cardTs, lost }: Job,
): Promise<string | undefined> {
  return cardTs === undefined || lost ? undefined : conversations.permalink(team, channel, cardTs)
}

/**
 * Sorts projects: first those named in the title, then those used last by this person, then by this channel, then the others. Those that are closed
 * to the person come last.
 */
async function guessProjects({ jobs, projects: { names } }: JobScope, job: Job, closed: string[]): Promise<string[]> {
  const lists = await Promise.all(
    [job.requester, job.channel].map((scope) => jobs.store.list(scope, { limit: JOBS_READ_FOR_GUESSES })),
  )
  const used = lists.flatMap((list) => list.jobs.map((other) => other.project))
  const likely = [...new Set([...used, ...names])].filter((name) => names.includes(name))
  const sorted = sortByMention(likely, job.title)
  return [...sorted.filter((name) => !closed.includes(name)), ...sorted.filter((name) => closed.includes(name))]
}

/** Returns the likeliest projects for a job that has none, to be kept with it. */
export async function findLikelyProjects(scope: JobScope, job: Job): Promise<string[]> {
  return (await guessProjects(scope, job, await findClosedProjects(scope, job.requester))).slice(0, GUESSES_SHOWN)
}

async function readProjectChoice(scope: JobScope, job: Job): Promise<Pick<CardContext, 'guesses' | 'closed'>> {
  if (!jobActions.pick.isAllowed(job)) return { guesses: [] }
  const closed = await findClosedProjects(scope, job.requester)
  const kept = job.likely?.filter((name) => scope.projects.names.includes(name))
  return { guesses: kept ?? (await guessProjects(scope, job, closed)), closed }
}

/** Returns another job that a card in `shownIn` links to. Without Slack's answer about its readers, the card is shown without the link. */
async function findLinkedJob(
  { jobs, jobAccess }: JobScope,
  { team }: Job,
  id: string | undefined,
  shownIn: string,
): Promise<Job | undefined> {
  const other = id === undefined ? undefined : await jobs.store.get(id)
  const mayMention = other && (await jobAccess.mayMention(team, shownIn, other).catch(() => false))
  return mayMention ? other : undefined
}

async function readContinuationUrl(scope: JobScope, job: Job, shownIn: string): Promise<string | undefined> {
  const next = await findLinkedJob(scope, job, job.continued, shownIn)
  return next && readCardUrl(scope, next)
}

/** Reads how the other job stands that this one may repeat, or that received its text. A card in `shownIn` also links to it. */
export async function readDuplicate(scope: JobScope, job: Job, shownIn?: string): Promise<Duplicate | undefined> {
  const { jobs, jobAccess } = scope
  const other = describesOther(job) ? await jobs.store.get(job.twin ?? '') : undefined
  if (!other) return undefined
  const isOfThread = job.threadTs !== undefined && other.threadTs === job.threadTs && other.channel === job.channel
  const facts = { isOfThread, progress: readProgress(other), handed: await readHandedTextOf(scope, job, other) }
  const linked = shownIn === undefined ? undefined : await findLinkedJob(scope, job, other.id, shownIn)
  if (!linked) return { ...facts, url: undefined, takesText: false }
  const [url, takesText] = await Promise.all([
    readCardUrl(scope, other),
    // Without Slack's answer about the other job's readers, there is no button.
    takesFollowUps(other) && jobAccess.maySendTextTo(job, other).catch(() => false),
  ])
  return { ...facts, url, takesText }
}

async function readHandedTextOf({ jobs }: JobScope, job: Job, other: Job): Promise<HandedText | undefined> {
  if (!isHanded(job)) return undefined
  const { rows } = await jobs.store.followUps(other.id).list()
  return readHandedText(rows.find(({ value }) => value.sources.includes(handedSource(job)))?.value)
}

export async function readJobPeople({ people }: JobScope, text: JobText, job: Job): Promise<JobPeople> {
  const { team, requester, askedBy = requester, editedBy } = job
  const [asker, owner, editor] = await Promise.all([
    readQuietName(text, people, team, askedBy),
    askedBy === requester ? undefined : readQuietName(text, people, team, requester),
    editedBy === undefined ? undefined : readQuietName(text, people, team, editedBy),
  ])
  return { asker, owner, editor }
}

/** How people follow up below the card in the job's own conversation. Only the first card of a channel that people can follow up on explains it. */
async function readFollowUpRule({ jobs, settings }: JobScope, job: Job): Promise<CardContext['rule']> {
  if (!isFollowed(job)) return 'none'
  const { team, channel, id } = job
  const earlier = await jobs.store.list(channel, { after: id, limit: JOBS_READ_FOR_RULE })
  if (earlier.jobs.some((one) => isFollowed(one) && !one.lost)) return 'none'
  return channel.startsWith('D') ? 'any' : (await settings.channel(team, channel)).followUp
}

/** Reads everything that a card in `shownIn` shows besides the job's own record. */
export async function readCardContext(
  scope: JobScope,
  text: JobText,
  job: Job,
  shownIn: string = job.channel,
): Promise<CardContext> {
  const [rule, state, people, choice, duplicate, continuedUrl, mail] = await Promise.all([
    shownIn === job.channel ? readFollowUpRule(scope, job) : ('none' as const),
    readStateContext(scope, text, job, SHOWN_PLACES),
    readJobPeople(scope, text, job),
    readProjectChoice(scope, job),
    readDuplicate(scope, job, shownIn),
    readContinuationUrl(scope, job, shownIn),
    readNamedMail(scope, job, shownIn),
  ])
  return {
    rule,
    ...state,
    ...people,
    projects: scope.projects.names,
    ...choice,
    duplicate,
    continuedUrl,
    mail,
  }
}
