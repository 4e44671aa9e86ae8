import { jobActions } from '../model/allowed-actions.ts'
import { type Prompt, type Quote, quoteKey, sortQuotes } from '../model/job-prompt.ts'
import type { Condition } from '../model/job-action.ts'
import type { JobStore } from '../model/job-store.ts'
import { settleUnknown } from '../follow-up/keep-follow-up.ts'
import { type FollowUp, includeInPrompt, isIncluded, isToInclude } from '../model/follow-up.ts'
import { renameJob } from '../model/job-title.ts'
import { dropProjectPrefix } from '../model/projects.ts'
import { applyOnce, editedBy, type Job, omitFields, wasApplied } from '../model/job.ts'
import { newAttempt, pauseJob, restartJob, startedByClick } from '../model/transitions.ts'
import { sendAdmit } from '../run/admission-task.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobActionRequest } from './job-action-task.ts'

/** Ends the hold, or removes the job from the waiting line, while a person looks at it. Returns undefined if it is too late. */
export async function pauseBeforeStart({ jobs }: JobScope, job: Job, user: string): Promise<Job | undefined> {
  const next = await jobs.update(job.id, (now) =>
    now.pausedBy === undefined && jobActions.trim.isAllowed(now) ? pauseJob(now, user) : undefined,
  )
  return next?.state === 'paused' ? next : undefined
}

/** Writes the content of a form and starts the job (again) on its own card. Returns false if it is too late. Safe to repeat. */
export async function applyEdit(scope: JobScope, job: Job, edit: JobActionRequest): Promise<boolean> {
  const { jobs, queue } = scope
  if (!wasApplied(job, edit.eventId)) {
    if (!jobActions.edit.isAllowed(job)) return false
    await writeEdit(scope, job, edit)
  }
  const next = await jobs.update(job.id, (now) =>
    jobActions.edit.isAllowed(now)
      ? applyOnce(now, edit.eventId, () => {
          const started = now.state === 'paused' ? newAttempt(now, 'held') : restartJob(now)
          return startedByClick(started, edit.user, jobActions.edit.needs(now))
        })
      : undefined,
  )
  await settleIncluded(scope, job.id)
  if (next?.state === 'held') await sendAdmit(queue, next)
  return wasApplied(next, edit.eventId)
}

async function writeEdit({ jobs, drafts }: JobScope, job: Job, edit: JobActionRequest): Promise<void> {
  const { user, arg = '', project, ticked, draft } = edit
  const store = jobs.store
  const prompt = await store.prompt(job.id)
  // Ticks are indexes in the quotes that the form showed; an interrupted attempt may have changed the prompt.
  const shown = draft === undefined ? undefined : await drafts.get(user, draft)
  const all = shown?.quotes ?? prompt?.quotes ?? []
  const quotes = ticked ? all.filter((_, index) => ticked.includes(index)) : all
  const instruction = dropProjectPrefix(arg, project ?? job.project)
  const written = { ...prompt, quotes, unticked: [], instruction }
  const followUps = await readFollowUps(store, job)
  const editor = instruction === prompt?.instruction ? undefined : user
  await writePrompt(store, job.id, written, { project, followUps, editor, isAllowed: jobActions.edit.isAllowed })
}

const readFollowUps = async (store: JobStore, { id }: Job): Promise<FollowUp[]> =>
  (await store.followUps(id).list()).rows.map(({ value }) => value)

/** Settles the questions about follow-ups that the agent has now in its prompt. Safe to repeat. */
async function settleIncluded(scope: JobScope, id: string): Promise<void> {
  const job = await scope.jobs.store.get(id)
  if (!job || job.followUps === 0) return
  for (const one of await readFollowUps(scope.jobs.store, job))
    if (one.state === 'unknown' && isIncluded(job, one)) await settleUnknown(scope, job, one)
}

/** Makes the follow-ups that the agent had part of the prompt, with their quotes. Safe to repeat. */
export async function includeFollowUps(scope: JobScope, job: Job): Promise<void> {
  await writeFollowUps(scope.jobs.store, job)
  await settleIncluded(scope, job.id)
}

async function writeFollowUps(store: JobStore, job: Job): Promise<void> {
  const [prompt, all] = await Promise.all([store.prompt(job.id), readFollowUps(store, job)])
  // Read last: another person's edit may have included them and started the job meanwhile.
  const current = await store.get(job.id)
  if (!prompt || !current || !jobActions.retry.isAllowed(current)) return
  const sent = all.filter((one) => isToInclude(current, one))
  if (sent.length === 0) return
  const inOrder = sent.toSorted((one, other) => one.n - other.n)
  const added = inOrder.map((one) => one.prompt?.instruction ?? one.text).join('\n\n')
  // After a crash, the prompt may already have them.
  const isWritten = prompt.instruction.endsWith(`\n\n${added}`)
  const instruction = isWritten ? prompt.instruction : `${prompt.instruction}\n\n${added}`
  const quotes = [...prompt.quotes, ...inOrder.flatMap((one) => one.prompt?.quotes ?? [])]
  const unique = [...new Map(quotes.map((quote) => [quoteKey(quote), quote])).values()]
  await store.savePrompt(job.id, { ...prompt, instruction, quotes: unique })
  await store.update(job.id, (now) =>
    jobActions.retry.isAllowed(now)
      ? {
          ...now,
          ...(now.used && { used: { ...now.used, messages: unique.length } }),
          ...includeInPrompt(now, sent, all),
        }
      : undefined,
  )
}

/** Writes the prompt and the fields of the job that depend on it, unless the job was started in the meantime. */
async function writePrompt(
  store: JobStore,
  id: string,
  prompt: Prompt,
  {
    project,
    followUps = [],
    editor,
    isAllowed,
  }: {
    project: string | undefined
    /** The follow-ups of the job, if the prompt now has those that the agent had. */
    followUps?: FollowUp[]
    /** Set if this person changed the text. */
    editor: string | undefined
    isAllowed: Condition
  },
): Promise<void> {
  const { instruction, quotes } = prompt
  const include = (now: Job): Partial<Job> => {
    const added = followUps.filter((one) => isToInclude(now, one))
    return added.length > 0 ? includeInPrompt(now, added, followUps) : {}
  }
  const next = await store.update(id, (now) =>
    isAllowed(now)
      ? {
          ...(editor === undefined ? now : { ...editedBy(now, editor), typedBy: editor }),
          title: renameJob(instruction, now.title),
          ...(now.used && { used: { ...now.used, messages: quotes.length } }),
          ...(project !== undefined && { project }),
          ...include(now),
        }
      : undefined,
  )
  if (next && isAllowed(next)) await store.savePrompt(id, prompt)
}

/** Removes the person's pause when they close the form, which makes the card offer the start again. A pause by another person stays. */
const withoutPause = (job: Job, user: string): Job => (job.pausedBy === user ? omitFields(job, 'pausedBy') : job)

/** Ends the pause of a form that did not open. */
export function endPause({ jobs }: JobScope, job: Job, user: string): Promise<Job | undefined> {
  return jobs.update(job.id, (now) => (now.state === 'paused' ? withoutPause(now, user) : undefined))
}

/** Keeps the content of a closed form for a start from the card. Returns false if the job was started or dropped meanwhile. Safe to repeat. */
export async function keepEdit(scope: JobScope, job: Job, edit: JobActionRequest): Promise<boolean> {
  if (!jobActions.put_back.isAllowed(job)) return wasApplied(job, edit.eventId)
  await writeChoice(scope, job, edit)
  const next = await scope.jobs.update(job.id, (now) =>
    applyOnce(now, edit.eventId, () => (jobActions.put_back.isAllowed(now) ? withoutPause(now, edit.user) : undefined)),
  )
  return wasApplied(next, edit.eventId)
}

/** Unlike `writeEdit`, keeps unticked quotes, and quotes that the person may not see. */
async function writeChoice({ jobs, drafts }: JobScope, job: Job, edit: JobActionRequest): Promise<void> {
  const { id } = job
  const { user, arg, project, ticked, draft } = edit
  const store = jobs.store
  const [prompt, form] = await Promise.all([
    store.prompt(id),
    draft === undefined ? undefined : drafts.get(user, draft),
  ])
  if (!prompt) return
  const instruction = arg ?? prompt.instruction
  const shown = ticked && form ? form.quotes : []
  const choices = new Map(shown.map((quote, index) => [quoteKey(quote), ticked?.includes(index) ?? true]))
  const wasSent = new Set(prompt.quotes)
  const isSent = (quote: Quote): boolean => choices.get(quoteKey(quote)) ?? wasSent.has(quote)
  const all = sortQuotes([...prompt.quotes, ...(prompt.unticked ?? [])])
  const quotes = all.filter(isSent)
  const unticked = all.filter((quote) => !isSent(quote))
  const written = { ...prompt, instruction, quotes, unticked }
  const editor = instruction === prompt.instruction ? undefined : user
  await writePrompt(store, id, written, { project, editor, isAllowed: jobActions.put_back.isAllowed })
}
