import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { timestampToMs } from '../../slack/blocks/timestamps.ts'
import { decodeMessage } from '../../slack/directory/decode-message.ts'
import type { ChangedMessage } from '../../slack/inbound/listeners.ts'
import { askAboutJob } from '../access/authorize-requester.ts'
import { describeJobAct, readPromptText } from '../access/job-act.ts'
import { jobActions } from '../model/allowed-actions.ts'
import { createJobId } from '../model/job-ids.ts'
import { withLeftOutFiles } from '../model/job-prompt.ts'
import { renameJob } from '../model/job-title.ts'
import { applyOnce, type Job, omitFields, wasApplied } from '../model/job.ts'
import { newAttempt, pauseJob, undoJob } from '../model/transitions.ts'
import { admitAfterHold, leaveWaitingLine } from '../run/admission.ts'
import { chooseProject } from '../start/start-job.ts'
import type { JobScope } from '../job-scope.ts'

const changedRequestSchema = z.object({
  team: z.string(),
  user: z.string(),
  eventId: z.string(),
  /** The job; empty if it has no record yet. */
  id: z.string(),
  /** The message, if the job has no record yet. */
  asked: z.object({ channel: z.string(), ts: z.string(), threadTs: z.string().optional() }).optional(),
  /** Slack's own text; absent if the message was deleted. */
  text: z.string().optional(),
  files: z.array(z.string()),
})
const changedRequestTask = taskKind('jobs.reworded', changedRequestSchema)
type ChangedRequest = z.infer<typeof changedRequestSchema>
type Asked = NonNullable<ChangedRequest['asked']>

/** How long after its message a job may have no record yet, and how often it's looked for. */
const START_MS = 20_000
const RECHECK_MS = 1000

/** Follows the message that asked for a job while the job can be undone: deleting it undoes the job, and an edit changes its text. */
export const changedRequestsFeature: ScopedFeature<JobScope> = {
  listen: (slack) => slack.change(sendChangedRequest),
  tasks: [scopedHandler(changedRequestTask, handleChange, async () => false)],
}

/** Most edits in a workspace are not about a job in its hold and become no task. */
async function sendChangedRequest(scope: JobScope, message: ChangedMessage): Promise<void> {
  const { team, user, eventId, channel, ts, threadTs, text, files } = message
  const asked = { channel, ts, ...(threadTs && { threadTs }) }
  const job = await findJobOf(scope, asked)
  if (job ? job.requester !== user || !jobActions.undo.isAllowed(job) : !(await mayStillStart(scope, message))) return
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
  if (!job || job.requester !== user || !(wasApplied(job, eventId) || jobActions.undo.isAllowed(job))) return
  const text = await readTask(scope, change)
  return text === '' ? undoJobOf(scope, job, change) : rewordJob(scope, job, change, text)
}

/** Reads the new text as people see it, without the mention of the app; empty if nothing is left. */
async function readTask({ people, slack }: JobScope, { team, text = '' }: ChangedRequest): Promise<string> {
  const own = await slack.installations.forTeam(team)
  const bare = text.replaceAll(new RegExp(`<@${own.userId}(\\|[^>]*)?>`, 'g'), ' ')
  return (await decodeMessage(people, team, bare)).trim().replaceAll(/[ \t]+/g, ' ')
}

const describeActor = ({ team, user, eventId }: ChangedRequest, { channel }: Job, verb: string) => ({
  team,
  user,
  verb,
  channel,
  opId: `jobs.reworded:${eventId}`,
})

async function recordChange(scope: JobScope, job: Job, change: ChangedRequest, verb: 'undo' | 'edit'): Promise<void> {
  const act = await describeJobAct(scope, job, { ...describeActor(change, job, verb), action: 'jobs.steer' })
  await scope.authorizer.recordAct(act, { outcome: 'done', text: await readPromptText(scope, job) })
}

/** Nobody is answered if the person may not do this: the job starts, or is refused, as if the message had stayed. */
async function undoJobOf(scope: JobScope, job: Job, change: ChangedRequest): Promise<void> {
  const { user, eventId } = change
  const wanted = { verb: 'undo', needs: jobActions.undo.needs }
  if ((await askAboutJob(scope, describeActor(change, job, 'undo'), job, wanted)).is !== 'allowed') return
  const next = await scope.jobs.update(job.id, (now) =>
    applyOnce(now, eventId, () => (jobActions.undo.isAllowed(now) ? undoJob(now, user) : undefined)),
  )
  if (!next || !wasApplied(next, eventId)) return
  await leaveWaitingLine(scope, job)
  await recordChange(scope, next, change, 'undo')
}

/** Pauses the job while its text is written, so the old one is not sent meanwhile, and begins the hold again. */
async function rewordJob(scope: JobScope, job: Job, change: ChangedRequest, typed: string): Promise<void> {
  const { jobs, settings, clock } = scope
  const { user, eventId, files } = change
  const chosen = await chooseProject(scope, { team: job.team, user, channel: job.channel }, typed)
  const project = chosen.project || job.project
  const paused = await jobs.update(job.id, (now) =>
    applyOnce(now, eventId, () => (now.state === 'held' ? pauseJob(now, user) : undefined)),
  )
  if (!paused || !wasApplied(paused, eventId)) return
  const isOurs = (now: Job): boolean => now.state === 'paused' && now.pausedBy === user
  if (isOurs(paused)) {
    const wanted = { verb: 'edit', needs: 'jobs.start' as const, project }
    const permission = await askAboutJob(scope, describeActor(change, job, 'edit'), job, wanted)
    // The job stays paused until a person with permission starts it.
    if (permission.is !== 'allowed')
      return void (await jobs.update(job.id, (now) => (isOurs(now) ? omitFields(now, 'pausedBy') : undefined)))
    const prompt = await jobs.store.prompt(job.id)
    const instruction = withLeftOutFiles(chosen.text, files)
    await jobs.store.savePrompt(job.id, { quotes: [], ...prompt, instruction })
    const { holdMs } = await settings.channel(job.team, job.channel)
    const until = { heldUntil: clock.now() + holdMs, heldForMs: holdMs }
    const title = renameJob(instruction, job.title)
    await jobs.update(job.id, (now) =>
      isOurs(now) ? { ...newAttempt(now, 'held'), ...until, project, title } : undefined,
    )
    await recordChange(scope, job, change, 'edit')
  }
  await admitAfterHold(scope, await jobs.store.get(job.id))
}
