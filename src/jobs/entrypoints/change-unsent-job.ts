import { askAboutJob } from '../access/authorize-requester.ts'
import { describeJobAct, readPromptText } from '../access/job-act.ts'
import { jobActions } from '../model/allowed-actions.ts'
import { type Prompt, withLeftOutFiles } from '../model/job-prompt.ts'
import { renameJob } from '../model/job-title.ts'
import { applyOnce, editedBy, type Job, omitFields, wasApplied } from '../model/job.ts'
import { isTextUnsent, newAttempt, pauseJob, undoJob, withNewText } from '../model/transitions.ts'
import { admitAfterHold, leaveWaitingLine, proceedWithJob } from '../run/admission.ts'
import { sendAdmit } from '../run/admission-task.ts'
import { reopenContinuedJob } from '../start/continue-or-ask.ts'
import { chooseProject } from '../start/start-job.ts'
import type { JobScope } from '../job-scope.ts'
import type { ChangedRequest } from './changed-request-task.ts'

/** The task in the edited message. */
interface Wording {
  instruction: string
  project: string
}

const describeActor = ({ team, user, eventId }: ChangedRequest, { channel }: Job, verb: string) => ({
  team,
  user,
  verb,
  channel,
  opId: `jobs.reworded:${eventId}`,
})

async function recordChange(scope: JobScope, job: Job, change: ChangedRequest, verb: 'undo' | 'reword'): Promise<void> {
  const act = await describeJobAct(scope, job, { ...describeActor(change, job, verb), action: 'jobs.steer' })
  await scope.authorizer.recordAct(act, { outcome: 'done', text: await readPromptText(scope, job) })
}

/**
 * Undoes a job whose message was deleted, unless its text was sent. Nobody is answered if the person may not do this: the job goes on as if the message
 * had stayed. Returns false if it was too late. Safe to repeat.
 */
export async function undoUnsentJob(scope: JobScope, job: Job, change: ChangedRequest): Promise<boolean> {
  const { user, eventId } = change
  const wanted = { verb: 'undo', needs: jobActions.undo.needs }
  if ((await askAboutJob(scope, describeActor(change, job, 'undo'), job, wanted)).is !== 'allowed') return true
  const next = await scope.jobs.update(job.id, (now) =>
    applyOnce(now, eventId, () => (isTextUnsent(now) ? undoJob(now, user) : undefined)),
  )
  if (!next || !wasApplied(next, eventId)) return false
  await leaveWaitingLine(scope, job)
  await reopenContinuedJob(scope, next)
  await recordChange(scope, next, change, 'undo')
  return true
}

/**
 * Changes the text of a job whose message was edited. Returns false if the text was sent, or if a person rewrote it in a form or has it open in one.
 * Safe to repeat.
 */
export async function rewordJob(scope: JobScope, job: Job, change: ChangedRequest, typed: string): Promise<boolean> {
  if (isTypedInForm(job) && !wasApplied(job, change.eventId)) return false
  const { team, channel } = job
  const chosen = await chooseProject(scope, { team, user: change.user, channel }, typed)
  const wording = {
    instruction: withLeftOutFiles(chosen.text, change.files),
    project: chosen.project || job.project,
  }
  if (isAtRest(job) && (await rewordAtRest(scope, job, change, wording))) return true
  return rewordOnItsWay(scope, job, change, wording)
}

/** Whether a person rewrote the text in a form, which an edit of the message must not undo. */
const isTypedInForm = ({ typedBy }: Job): boolean => typedBy !== undefined

/** Whether the job goes on only after a person has decided, and nobody has a form with its text open. */
const isAtRest = ({ state, pausedBy }: Job): boolean =>
  state === 'picking' || state === 'asking' || state === 'refused' || (state === 'paused' && pausedBy === undefined)

async function mayReword(scope: JobScope, job: Job, change: ChangedRequest, { project }: Wording): Promise<boolean> {
  const wanted = { verb: 'reword', needs: 'jobs.start' as const, project }
  return (await askAboutJob(scope, describeActor(change, job, 'reword'), job, wanted)).is === 'allowed'
}

const withWording = (job: Job, { user }: ChangedRequest, { instruction, project }: Wording): Job => ({
  ...editedBy(job, user),
  project,
  title: renameJob(instruction, job.title),
})

async function writeInstruction(
  { jobs }: JobScope,
  { id }: Job,
  { instruction }: Wording,
): Promise<Prompt | undefined> {
  const prompt = await jobs.store.prompt(id)
  await jobs.store.savePrompt(id, { quotes: [], ...prompt, instruction })
  return prompt
}

/** Writes the text under the question that the card asks. Returns false if the job has moved on. */
async function rewordAtRest(scope: JobScope, job: Job, change: ChangedRequest, wording: Wording): Promise<boolean> {
  if (!(await mayReword(scope, job, change, wording))) return true
  const before = await writeInstruction(scope, job, wording)
  const next = await scope.jobs.update(job.id, (now) =>
    applyOnce(now, change.eventId, () =>
      isAtRest(now) && !isTypedInForm(now) ? withNewText(withWording(now, change, wording)) : undefined,
    ),
  )
  if (!wasApplied(next, change.eventId)) {
    const written = await scope.jobs.store.prompt(job.id)
    if (before && written?.instruction === wording.instruction) await scope.jobs.store.savePrompt(job.id, before)
    return false
  }
  await recordChange(scope, job, change, 'reword')
  if (next) await proceedWithJob(scope, next)
  return true
}

/** Pauses the job while its text is written, so the old one is not sent meanwhile. A hold begins again, and a job in line keeps its place. */
async function rewordOnItsWay(scope: JobScope, job: Job, change: ChangedRequest, wording: Wording): Promise<boolean> {
  const { jobs, queue, settings, clock } = scope
  const { user, eventId } = change
  const paused = await jobs.update(job.id, (now) =>
    applyOnce(now, eventId, () =>
      isTextUnsent(now) && !isTypedInForm(now) && !isAtRest(now) && now.state !== 'paused'
        ? pauseJob(omitFields(now, 'silentSince', 'trouble'), user)
        : undefined,
    ),
  )
  if (!paused || !wasApplied(paused, eventId)) return false
  const isOurs = (now: Job): boolean => now.state === 'paused' && now.pausedBy === user
  if (isOurs(paused)) {
    // The job stays paused until a person with permission starts it.
    if (!(await mayReword(scope, job, change, wording))) {
      await jobs.update(job.id, (now) => (isOurs(now) ? omitFields(now, 'pausedBy') : undefined))
      return true
    }
    await writeInstruction(scope, job, wording)
    if (wording.project !== job.project) await leaveWaitingLine(scope, job)
    const { holdMs } = await settings.channel(job.team, job.channel)
    const until = { heldUntil: clock.now() + holdMs, heldForMs: holdMs }
    const isInLine = job.state === 'waiting' || job.state === 'creating'
    await jobs.update(job.id, (now) => {
      if (!isOurs(now)) return undefined
      const written = withWording(now, change, wording)
      return isInLine ? newAttempt(written, 'waiting') : { ...newAttempt(written, 'held'), ...until }
    })
    await recordChange(scope, job, change, 'reword')
  }
  const next = await jobs.store.get(job.id)
  if (next?.state === 'waiting') await sendAdmit(queue, next)
  else await admitAfterHold(scope, next)
  return true
}
