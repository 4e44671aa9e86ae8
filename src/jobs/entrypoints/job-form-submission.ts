import { isDeepStrictEqual } from 'node:util'
import type { ScopedFeature } from '../../scoped-feature.ts'
import type { AnswerableClick } from '../../access/answer-click.ts'
import { questionTimeMs, withinDeadline } from '../../core/question-time.ts'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import { readPlainName } from '../../slack/directory/quiet-name.ts'
import type { ClosedForm, Submission, SubmissionAnswer } from '../../slack/inbound/listeners.ts'
import { findSubmissionProblem } from '../access/authorize-requester.ts'
import { askToStart, refuseForm } from '../access/authorize-start.ts'
import { describeStartAct } from '../access/job-act.ts'
import { answerRequester } from '../notify/requester-reply.ts'
import { sendJobAction } from '../actions/job-action-task.ts'
import { jobActionIds, jobCallbackIds } from '../action-ids.ts'
import { describeChannelProblem } from '../form/channel-problem.ts'
import { isQuotesBlock, projectChoice, readJobForm } from '../form/job-form-modal.ts'
import { openJobForm } from '../form/job-form.ts'
import { jobActions } from '../model/allowed-actions.ts'
import type { FormDraft, SubmittedForm } from '../model/form-draft.ts'
import type { Job } from '../model/job.ts'
import { endKeyOf } from '../model/offer.ts'
import type { Quote } from '../model/job-prompt.ts'
import type { JobScope } from '../job-scope.ts'
import { sendStart } from '../start/start-task.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { capitalizeFirst } from '../text/sentence-parts.ts'

/** The form that starts or changes a job: opened from the shortcut and from Home, submitted from everywhere. */
export const jobFormFeature: ScopedFeature<JobScope> = {
  listen(slack) {
    slack.shortcut(jobCallbackIds.start, openEmptyForm)
    slack.action(jobActionIds.start, openEmptyForm)
    slack.submit(jobCallbackIds.start, submitJobForm)
    slack.close(jobCallbackIds.start, closeJobForm)
  },
}

async function openEmptyForm(scope: JobScope, click: AnswerableClick): Promise<void> {
  if (await refuseForm(scope, click)) return
  await openJobForm(scope, click, { door: 'form', text: '', quotes: [] })
}

async function submitJobForm(scope: JobScope, submission: Submission): Promise<SubmissionAnswer> {
  const { team, user, view } = submission
  const { text, channel, ticked, project: picked } = readJobForm(view)
  const { form } = jobTextIn(await scope.languages.ofPerson(team, user))
  if (sanitizeLine(text) === '') return { errors: { 'prompt-0': form.promptMissing } }
  const draft = await scope.drafts.get(user, view.privateMetadata)
  const project = findPickedProject(scope, picked, draft)
  const at = scope.clock.now()
  const typed: SubmittedForm = { at, text, ticked, ...(project && { project }), ...(channel && { channel }) }
  const problem = draft?.submitted ? undefined : await findFormProblem(scope, submission, draft, typed)
  if (problem) return { errors: problem }
  // Sent again for a repeated submission, because a crash may have followed the write; it counts once.
  const counted = await scope.drafts.submit(user, view.privateMetadata, typed)
  await sendForm(scope, submission, draft, counted)
  if (!hasSameContent(typed, counted)) return { errors: { 'prompt-0': form.alreadySent } }
  // Also closes the page that the form was opened from, which shows the state before the start.
  return draft?.collected || (draft?.mail && draft.door === 'form') ? { clear: true } : undefined
}

const hasSameContent = (one: SubmittedForm, other: SubmittedForm): boolean =>
  isDeepStrictEqual({ ...one, at: 0 }, { ...other, at: 0 })

type FormProblem = Record<string, string>

function findFormProblem(
  scope: JobScope,
  submission: Submission,
  draft: FormDraft | undefined,
  typed: SubmittedForm,
): Promise<FormProblem | undefined> {
  return isEdit(draft)
    ? findEditProblem(scope, submission, draft, typed)
    : findStartProblem(scope, submission, draft, typed)
}

function sendForm(
  scope: JobScope,
  submission: Submission,
  draft: FormDraft | undefined,
  form: SubmittedForm,
): Promise<void> {
  return isEdit(draft) ? sendEdit(scope, submission, draft, form) : sendFormStart(scope, submission, draft, form)
}

/** The draft of a form that changes a job. */
type EditDraft = FormDraft & { edit: string }

const isEdit = (draft: FormDraft | undefined): draft is EditDraft => draft?.edit !== undefined

/** The picked project, else the draft's, else the only one. */
function findPickedProject(
  { projects: { names } }: JobScope,
  picked: string | undefined,
  draft: FormDraft | undefined,
): string | undefined {
  const offered = names.find((name) => name === draft?.project) ?? (names.length === 1 ? names[0] : undefined)
  return names.find((name) => projectChoice(name) === picked) ?? offered
}

/** A form that only keeps changes is submitted like one that is closed. */
function describeEdit({ savesOnly }: EditDraft) {
  if (savesOnly) return { verb: 'put_back' as const, ...jobActions.put_back }
  return { verb: 'edit' as const, ...jobActions.edit }
}

/** Refuses an edit while the form is still open, which keeps the typed text. */
async function findEditProblem(
  scope: JobScope,
  { team, user, view }: Submission,
  draft: EditDraft,
  { project }: SubmittedForm,
): Promise<FormProblem | undefined> {
  const job = await scope.jobs.store.get(draft.edit)
  const requester = {
    team,
    user,
    channel: draft.channel,
    threadTs: draft.threadTs,
    opId: `jobs.act:edit:${view.id}`,
  }
  const isMoved = job !== undefined && project !== undefined && project !== job.project
  const { verb, needs, isAllowed } = describeEdit(draft)
  const wanted = isMoved && verb === 'edit' ? { needs: 'jobs.start' as const, project } : { needs }
  const problem = await findSubmissionProblem(scope, requester, job, { verb, ...wanted })
  if (problem !== undefined) return { 'prompt-0': problem }
  if (job && isAllowed(job)) return warnOfStop(scope, job, { user, id: view.privateMetadata, draft })
  const { notNow, form } = jobTextIn(await scope.languages.ofPerson(team, user))
  const isLate = job && draft.why === 'before'
  return { 'prompt-0': isLate ? form.beforeLate({ isStarted: job.state !== 'dropped' }) : notNow }
}

/** Warns once, in the form, of a job that somebody stopped while the form was open: a second *Start* starts it all the same. */
async function warnOfStop(
  { people, drafts, languages }: JobScope,
  job: Job,
  { user, id, draft }: { user: string; id: string; draft: EditDraft },
): Promise<FormProblem | undefined> {
  const warning = endKeyOf(job)
  if (draft.why !== 'before' || job.state !== 'dropped' || draft.warnedOf === warning) return undefined
  await drafts.save(user, id, { ...draft, warnedOf: warning })
  const text = jobTextIn(await languages.ofPerson(job.team, user))
  const by = job.undoneBy ?? job.droppedBy
  const name = by === undefined ? text.someone : await readPlainName(text, people, job.team, by)
  return { 'prompt-0': capitalizeFirst(text.form.stoppedMeanwhile({ name })) }
}

function sendEdit(
  { queue }: JobScope,
  { team, user, view }: Submission,
  draft: EditDraft,
  { text, ticked, project }: SubmittedForm,
): Promise<void> {
  return sendJobAction(queue, {
    team,
    id: draft.edit,
    user,
    verb: describeEdit(draft).verb,
    eventId: view.id,
    arg: text,
    channel: draft.channel,
    threadTs: draft.threadTs,
    draft: view.privateMetadata,
    ticked,
    ...(project && { project }),
  })
}

/** Keeps the content of a form that was closed before the start; fields that Slack does not report stay unchanged. */
async function closeJobForm(scope: JobScope, closing: ClosedForm): Promise<void> {
  const { team, user, eventId, view } = closing
  const draft = await scope.drafts.get(user, view.privateMetadata)
  if (draft?.edit === undefined || draft.why !== 'before') return
  const values = readJobForm(view)
  const hasQuotes = Object.keys(view.values).some(isQuotesBlock)
  const project = findPickedProject(scope, values.project, draft)
  await sendJobAction(scope.queue, {
    team,
    id: draft.edit,
    user,
    verb: 'put_back',
    eventId,
    draft: view.privateMetadata,
    ...(values.text !== '' && { arg: values.text }),
    ...(hasQuotes && { ticked: values.ticked }),
    ...(project && { project }),
  })
}

/** Refuses a start while the form is still open. If Slack does not answer in time, the task behind the form checks again. */
async function findStartProblem(
  scope: JobScope,
  submission: Submission,
  draft: FormDraft | undefined,
  { project, channel }: SubmittedForm,
): Promise<FormProblem | undefined> {
  const { team, user } = submission
  const [refusal, verdict] = await Promise.all([
    refuseStart(scope, submission, draft, project),
    channel === undefined ? 'open' : withinDeadline(scope.access.checkChannel(team, user, channel)),
  ])
  if (refusal !== undefined) return { 'prompt-0': refusal }
  if (verdict !== 'hidden' && verdict !== 'closed') return undefined
  return { channel: describeChannelProblem(jobTextIn(await scope.languages.ofPerson(team, user)), verdict) }
}

async function sendFormStart(
  scope: JobScope,
  { team, user, view }: Submission,
  draft: FormDraft | undefined,
  { at, text, channel, ticked, project }: SubmittedForm,
): Promise<void> {
  const quotes: Quote[] = draft?.quotes.filter((_, index) => ticked.includes(index)) ?? []
  const target = channel ?? (await findDefaultChannel(scope, user, draft))
  const { threadTs } = target === draft?.channel ? (draft ?? {}) : {}
  await sendStart(scope.queue, {
    team,
    user,
    channel: target,
    ...(threadTs && { threadTs }),
    eventId: view.id,
    at,
    door: draft?.door ?? 'form',
    text,
    isRaw: false,
    ...(project && { project }),
    quotes,
    ...(draft?.source && { source: draft.source }),
    ...(draft?.used && quotes.length > 0 && { used: { ...draft.used, messages: quotes.length } }),
    ...(draft?.from && { from: draft.from }),
    ...(draft?.mail && { mail: draft.mail }),
    ...(draft?.door === 'again' && { twinIsFine: true }),
  })
  if (draft?.collected) await scope.docsList.removeUsed(user, quotes)
}

/** The error in the form for a person who may not start a job in this project. They are also sent a message that names the people to ask. */
async function refuseStart(
  scope: JobScope,
  { team, user, view }: Omit<Submission, 'eventId' | 'triggerId'>,
  draft: FormDraft | undefined,
  project: string | undefined,
): Promise<string | undefined> {
  const requester = { team, user, channel: draft?.channel, threadTs: draft?.threadTs, opId: `jobs.start:${view.id}` }
  const act = describeStartAct({ ...requester, verb: 'start' }, { at: scope.clock.now(), eventId: view.id })
  const permission = await askToStart(scope, act, project, { withinMs: questionTimeMs() })
  // If the answer is late, the task behind the form checks again.
  if (permission.is !== 'refused') return undefined
  await answerRequester(scope, requester, permission.message)
  return jobTextIn(await scope.languages.ofPerson(team, user)).form.refused
}

/** The conversation for a job without a channel: that of the form's thread, else the person's direct messages, which Slack opens by their user id. */
async function findDefaultChannel(
  { team, access }: JobScope,
  user: string,
  draft: FormDraft | undefined,
): Promise<string> {
  const { channel, threadTs } = draft ?? {}
  if (channel !== undefined && /^[CG]/.test(channel)) return threadTs === undefined ? user : channel
  if (!channel?.startsWith('D')) return user
  // The card of a job that was handed over can be in another person's direct messages.
  return (await withinDeadline(access.mayRead(team, user, channel))) === false ? user : channel
}
