import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { timestampToMs } from '../../slack/blocks/timestamps.ts'
import { decodeMessage } from '../../slack/directory/decode-message.ts'
import type { ChangedMessage } from '../../slack/inbound/listeners.ts'
import { createJobId } from '../model/job-ids.ts'
import { askerOf, type Job, wasApplied } from '../model/job.ts'
import { isTextUnsent } from '../model/transitions.ts'
import type { JobScope } from '../job-scope.ts'
import { rewordJob, undoUnsentJob } from './change-unsent-job.ts'
import { type ChangedRequest, changedRequestTask } from './changed-request-task.ts'

type Asked = NonNullable<ChangedRequest['asked']>

/** How long after its message a job may have no record yet, and how often it's looked for. */
const START_MS = 20_000
const RECHECK_MS = 1000

/** Follows the message that asked for a job until its text is sent to the agent: deleting it undoes the job, and an edit changes its text. */
export const changedRequestsFeature: ScopedFeature<JobScope> = {
  listen: (slack) => slack.change(sendChangedRequest),
  tasks: [scopedHandler(changedRequestTask, handleChange, async () => false)],
}

/** Most edits in a workspace are not about a job and become no task. */
async function sendChangedRequest(scope: JobScope, message: ChangedMessage): Promise<void> {
  const { team, user, eventId, channel, ts, threadTs, text, files } = message
  const asked = { channel, ts, ...(threadTs && { threadTs }) }
  const job = await findJobOf(scope, asked)
  if (job ? askerOf(job) !== user || !isTextUnsent(job) : !(await mayStillStart(scope, message))) return
  const names = files.map(({ name }) => name)
  const which = job ? { id: job.id } : { id: '', asked }
  const task = changedRequestTask.of({ team, user, eventId, ...which, files: names, ...(text && { text }) })
  // Two edits are applied in the order of arrival.
  await scope.queue.send(task, {
    id: `jobs.reworded:${team}:${eventId}`,
    lane: `jobs.reworded:${team}:${channel}:${ts}`,
  })
}

/** The job that this message asked for. */
async function findJobOf({ jobs }: JobScope, { channel, ts, threadTs }: Asked): Promise<Job | undefined> {
  const inThread = await jobs.store.listThread(channel, threadTs ?? ts)
  return inThread.find(
    ({ id, askedAt, requestTs }) => requestTs === ts || id === createJobId(askedAt, `${channel}:${ts}`),
  )
}

const isYoung = ({ clock }: JobScope, ts: string): boolean => clock.now() - timestampToMs(ts) < START_MS

/** Whether a message may have asked for a job that has no record yet. The text of a deleted message is not known. */
async function mayStillStart(scope: JobScope, { team, channel, ts, text }: ChangedMessage): Promise<boolean> {
  if (!isYoung(scope, ts)) return false
  return (
    text === undefined ||
    channel.startsWith('D') ||
    text.includes((await scope.slack.installations.forTeam(team)).userId)
  )
}

async function handleChange(scope: JobScope, change: ChangedRequest): Promise<void | { againMs: number }> {
  const { id, asked, user, eventId } = change
  const job = asked ? await findJobOf(scope, asked) : await scope.jobs.store.get(id)
  if (!job && asked && isYoung(scope, asked.ts)) return { againMs: RECHECK_MS }
  if (!job || askerOf(job) !== user || !(wasApplied(job, eventId) || isTextUnsent(job))) return
  const text = await readTask(scope, change)
  return text === '' ? undoUnsentJob(scope, job, change) : rewordJob(scope, job, change, text)
}

/** Reads the new text as people see it, without the mention of the app; empty if nothing is left. */
async function readTask({ people, slack }: JobScope, { team, text = '' }: ChangedRequest): Promise<string> {
  const own = await slack.installations.forTeam(team)
  const bare = text.replaceAll(new RegExp(`<@${own.userId}(\\|[^>]*)?>`, 'g'), ' ')
  return (await decodeMessage(people, team, bare)).trim().replaceAll(/[ \t]+/g, ' ')
}
