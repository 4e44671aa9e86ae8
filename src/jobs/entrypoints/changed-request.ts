import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { timestampToMs } from '../../slack/blocks/timestamps.ts'
import { decodeMessage } from '../../slack/directory/decode-message.ts'
import type { ChangedMessage } from '../../slack/inbound/listeners.ts'
import { changeFollowUp } from '../follow-up/change-follow-up.ts'
import { replyDraftId } from '../follow-up/reply-hint.ts'
import { createJobId } from '../model/job-ids.ts'
import { withLeftOutFiles } from '../model/job-prompt.ts'
import { askerOf, type Job, wasApplied } from '../model/job.ts'
import { handedSource, isHanded } from '../model/other-job.ts'
import { mayHaveArrived } from '../model/follow-up.ts'
import { splitProjectPrefix } from '../model/projects.ts'
import { canReplaceText, isTextUnsent } from '../model/transitions.ts'
import type { JobScope } from '../job-scope.ts'
import { rewordJob, undoUnsentJob } from './change-unsent-job.ts'
import { reportEditInForm, reportLateChange } from './late-change.ts'
import { messageLane } from './message-lane.ts'
import { type AskingMessage, type ChangedRequest, changedRequestTask } from './changed-request-task.ts'

/** How long after its message a job may have no record yet, and how often it's looked for. */
const START_MS = 20_000
const RECHECK_MS = 1000

/**
 * Follows the messages that asked for jobs and follow-ups until their text is sent to the agent: an edit changes it, and a deletion takes it back, for
 * a job as an undo.
 */
export const changedRequestsFeature: ScopedFeature<JobScope> = {
  listen: (slack) => slack.change(sendChangedRequest),
  tasks: [scopedHandler(changedRequestTask, handleChange, async () => false)],
}

/** Most edits in a workspace are not about a job and become no task. */
async function sendChangedRequest(scope: JobScope, message: ChangedMessage): Promise<void> {
  const { team, user, eventId, channel, ts, threadTs, text, files } = message
  const asked = { channel, ts, ...(threadTs && { threadTs }) }
  const inThread = await listThread(scope, asked)
  const job = findAskedJob(inThread, asked)
  const mayStart = !job && (await mayStillStart(scope, { team, asked, text }))
  const isReply = inThread.length > 0 && threadTs !== undefined && threadTs !== ts
  if (job ? askerOf(job) !== user : !mayStart && !isReply) return
  const names = files.map(({ name }) => name)
  const task = changedRequestTask.of({
    team,
    user,
    eventId,
    id: job?.id ?? '',
    asked,
    files: names,
    ...(text && { text }),
  })
  // Two edits are applied in the order of arrival. A reply that starts nothing has been handled before its edit.
  const lane = job || mayStart ? `jobs.reworded:${team}:${channel}:${ts}` : messageLane({ team, channel, threadTs })
  await scope.queue.send(task, { id: `jobs.reworded:${team}:${eventId}`, ...(lane && { lane }) })
}

const listThread = ({ jobs }: JobScope, { channel, ts, threadTs }: AskingMessage): Promise<Job[]> =>
  jobs.store.listThread(channel, threadTs ?? ts)

const sourceOf = ({ channel, ts }: AskingMessage): string => `${channel}:${ts}`

/** Finds the job that this message asked for. */
const findAskedJob = (inThread: Job[], asked: AskingMessage): Job | undefined =>
  inThread.find(({ id, askedAt, requestTs }) => requestTs === asked.ts || id === createJobId(askedAt, sourceOf(asked)))

const isYoung = ({ clock }: JobScope, ts: string): boolean => clock.now() - timestampToMs(ts) < START_MS

/** Whether a message may have asked for a job or a follow-up that has no record yet. The text of a deleted message is not known. */
async function mayStillStart(
  scope: JobScope,
  { team, asked: { channel, ts }, text }: { team: string; asked: AskingMessage; text?: string | undefined },
): Promise<boolean> {
  if (!isYoung(scope, ts)) return false
  return (
    text === undefined ||
    channel.startsWith('D') ||
    text.includes((await scope.slack.installations.forTeam(team)).userId)
  )
}

async function handleChange(scope: JobScope, change: ChangedRequest): Promise<void | { againMs: number }> {
  const { team, id, asked } = change
  const inThread = asked ? await listThread(scope, asked) : []
  const job = id === '' ? asked && findAskedJob(inThread, asked) : await scope.jobs.store.get(id)
  if (job) return changeJob(scope, job, change)
  if (!asked || (await changeReply(scope, inThread, asked, change))) return
  if (await mayStillStart(scope, { team, asked, text: change.text })) return { againMs: RECHECK_MS }
}

async function changeJob(scope: JobScope, job: Job, change: ChangedRequest): Promise<void> {
  const { user, eventId } = change
  if (askerOf(job) !== user) return
  const text = await readTask(scope, change)
  if (isHanded(job)) return changeHandedText(scope, job, withLeftOutFiles(text, text === '' ? [] : change.files))
  const isDeleted = text === ''
  if (wasApplied(job, eventId) || (isDeleted ? isTextUnsent(job) : canReplaceText(job))) {
    const isDone = await (isDeleted ? undoUnsentJob(scope, job, change) : rewordJob(scope, job, change, text))
    if (isDone) return
  }
  await reportUnchanged(scope, (await scope.jobs.store.get(job.id)) ?? job, change, text)
}

/** Reports that the text of a job stays unchanged, unless it is the same. */
async function reportUnchanged(scope: JobScope, job: Job, change: ChangedRequest, text: string): Promise<void> {
  const { asked, files } = change
  if (!asked) return
  const { instruction } = (await scope.jobs.store.prompt(job.id)) ?? {}
  const bare = splitProjectPrefix(text, scope.projects.names).text || text
  const wanted = text === '' ? '' : withLeftOutFiles(bare, files)
  if (wanted === instruction) return
  if (canReplaceText(job)) return reportEditInForm(scope, job, change, { message: asked, text: wanted })
  const mayHave = job.state === 'creating' || job.state === 'unknown'
  await reportLateChange(scope, job, change, { message: asked, text: wanted, mayHave })
}

/** Changes the text that was handed to another job as a follow-up, until it is sent. */
async function changeHandedText(scope: JobScope, job: Job, text: string): Promise<void> {
  const other = job.twin === undefined ? undefined : await scope.jobs.store.get(job.twin)
  if (other) await changeFollowUp(scope, other, handedSource(job), text)
}

/** Changes the follow-up with this message, or the text that its writer may still send. Returns false if the message is part of no follow-up. */
async function changeReply(
  scope: JobScope,
  jobs: Job[],
  asked: AskingMessage,
  change: ChangedRequest,
): Promise<boolean> {
  const { user, files } = change
  const typed = await readTask(scope, change)
  const text = typed === '' ? '' : withLeftOutFiles(typed, files)
  const source = sourceOf(asked)
  for (const job of jobs.toReversed()) {
    const followUp = await changeFollowUp(scope, job, source, text)
    if (!followUp) continue
    const isLate = mayHaveArrived(followUp) && followUp.texts[followUp.sources.indexOf(source)] !== text
    const mayHave = followUp.state !== 'sent'
    if (isLate) await reportLateChange(scope, job, change, { message: asked, text, mayHave })
    return true
  }
  const draftId = replyDraftId(asked.channel, asked.ts)
  const offered = await scope.drafts.get(user, draftId)
  if (offered) await scope.drafts.save(user, draftId, { ...offered, text })
  return false
}

/** Reads the new text as people see it, without the mention of the app; empty if nothing is left. */
async function readTask({ people, slack }: JobScope, { team, text = '' }: ChangedRequest): Promise<string> {
  const own = await slack.installations.forTeam(team)
  const bare = text.replaceAll(new RegExp(`<@${own.userId}(\\|[^>]*)?>`, 'g'), ' ')
  return (await decodeMessage(people, team, bare)).trim().replaceAll(/[ \t]+/g, ' ')
}
