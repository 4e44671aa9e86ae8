import type { AgentClient } from '../../clients/agent-client.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Action, Listeners, OpenView, Submission, SubmissionAnswer } from '../../slack/inbound/listeners.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import type { People } from '../../slack/directory/people.ts'
import type { Views } from '../../slack/api/slack-views.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import { withTimeout } from '../../core/with-timeout.ts'
import type { JobActionRequest } from './job-actions.ts'
import type { JobEditing } from './edit-job.ts'
import type { JobUpdates } from '../updates/job-updates.ts'
import type { Project } from '../model/projects.ts'
import type { Gate } from '../gate.ts'
import { callbackIds, actionIds } from '../action-ids.ts'
import { type Job, threadTsOf } from '../model/job.ts'
import { adoptModal, handOverModal, mirrorModal, promptModal } from './job-modals.ts'
import { followUpModal } from '../follow-up/follow-up-modal.ts'
import type { AgentQuota } from '../quota/agent-quota.ts'
import type { QuoteVisibility } from '../conversation/quote-visibility.ts'
import type { JobForm } from '../form/job-form.ts'
import type { AdoptJob } from '../run/adopt-job.ts'
import { jobText } from '../text/en.ts'

const FOUND_MS = 2000

/** What the menu beside a listed job does at once; the rest opens a form. */
const LISTED = ['undo', 'cancel', 'anyway', 'drop', 'retry', 'watch', 'check', 'stop', 'unwatch'] as const
const isListed = (verb: string): verb is (typeof LISTED)[number] => LISTED.some((known) => known === verb)

/** The forms about one job: opened inline, their submissions as tasks. */
export function createJobForms(deps: {
  desk: JobUpdates
  views: Views
  people: People
  agent: AgentClient
  quota: AgentQuota
  gate: Gate
  projects: Project[]
  changes: Pick<JobEditing, 'pause'>
  leaveLine: (job: Job) => Promise<void>
  dashboardUrl: string | undefined
  act: (act: JobActionRequest) => Promise<void>
  adopt: AdoptJob
  startForm: JobForm
  isMember: (team: string, channel: string) => Promise<boolean>
  readers: QuoteVisibility
  fingerprint: KeyedHash
  /** The job with everything that can be done with it, as a form. */
  whole: (job: Job) => Promise<View>
}): { listen(slack: Listeners): void } {
  const { desk, views, people, agent, quota, gate, projects, changes, act, startForm, readers, fingerprint } = deps

  /** Opens a form about one job; the job's id is the button's value. */
  async function about(action: Action, form: (job: Job) => Promise<unknown>): Promise<void> {
    const job = action.value === undefined ? undefined : await desk.storeOf(action.team).get(action.value)
    if (job) await form(job)
  }
  const opener = (show: (job: Job, action: Action) => Promise<Parameters<Views['open']>[2]>) => (action: Action) =>
    about(action, async (job) => {
      await views.push(action, await show(job, action))
    })

  async function shownPrompt(job: Job, action: Action) {
    const { sent = job.title, followUps, hidden } = await readers(job, action)
    const canGoElsewhere = projects.length > 1 && job.remoteId !== undefined
    return promptModal(job, sent, followUps, { canGoElsewhere, hidden })
  }

  /** The old text, follow-ups and pull request, for a person to edit before it becomes another job. */
  async function continued(job: Job, action: Action): Promise<void> {
    const { prompt, followUps, forForm: carried } = await readers(job, action)
    const more = followUps.map((one) => one.prompt?.instruction ?? one.text)
    const text = [prompt?.instruction ?? job.title, ...more, job.prLink && jobText.earlierPr(job.prLink)]
    await startForm.open(action, {
      door: 'again',
      from: job.id,
      text: text.filter((part) => typeof part === 'string').join('\n\n'),
      channel: job.channel,
      threadTs: threadTsOf(job),
      project: job.project,
      ...carried('all'),
    })
  }

  async function edited(job: Job, action: Action, why?: 'before'): Promise<void> {
    const { prompt, forForm: carried } = await readers(job, action)
    await startForm.open(action, {
      door: 'again',
      edit: job.id,
      text: prompt?.instruction ?? job.title,
      channel: job.channel,
      project: job.project,
      ...carried('prompt'),
      ...(job.used && { used: job.used }),
      ...(why && { why }),
    })
  }

  /** The hold is over before the form opens: what a person looks at has not been sent. */
  async function before(job: Job, action: Action): Promise<void> {
    const { team, user, eventId, message, responseUrl } = action
    const { channel, threadTs } = message ?? {}
    const asker = { team, user, channel, threadTs, responseUrl, opId: `jobs.before:${eventId}` }
    if (!(await gate.lets(asker))) return
    const paused = await changes.pause(job, user)
    if (!paused) return gate.tell(asker, jobText.tooLateToChange)
    await edited(paused, action, 'before')
    await deps.leaveLine(paused)
  }

  /** A job that the agent has stays where it is; its text starts another one in another project. */
  async function elsewhere(job: Job, action: Action): Promise<void> {
    const { prompt, forForm: carried } = await readers(job, action)
    const [other] = projects.filter(({ name }) => name !== job.project)
    if (!other) return
    await startForm.open(action, {
      door: 'again',
      why: 'elsewhere',
      not: job.project,
      text: prompt?.instruction ?? job.title,
      channel: job.channel,
      threadTs: threadTsOf(job),
      project: other.name,
      ...carried('prompt'),
      ...(job.used && { used: job.used }),
    })
  }

  /** Asked while the person still looks at the form: an id that the agent does not know is told there. */
  async function found({ team, user, view: form }: Submission): Promise<SubmissionAnswer> {
    const typed = form.values['id']?.['id']?.value?.trim() ?? ''
    if (typed === '') return { errors: { id: jobText.form.foundMissing } }
    const job = await desk.storeOf(team).get(form.privateMetadata)
    const project = job && desk.findProject(job.project)
    if (!job || !project) return { errors: { id: jobText.noJob } }
    const taken = await desk.storeOf(team).findByName(typed)
    if (taken && taken.remoteId === typed && taken.id !== job.id) return { errors: { id: jobText.foundTaken } }
    const error = await withTimeout(
      FOUND_MS,
      agent.getJob({ ...project, id: typed }).then(
        () => undefined,
        (failure: unknown) => failure,
      ),
    )
    if (error instanceof UpstreamError && error.details.code === 'not_found')
      return { errors: { id: jobText.foundUnknown(typed) } }
    await deps.adopt(job, { user, eventId: form.id, remoteId: typed })
  }

  /** Sent again as it is, a form counts once; with other words, because its answer was lost, these count too. */
  const sent = ({ id }: OpenView, words: string): string => `${id}:${fingerprint('form', words)}`

  async function handed({ team, user, view: form }: Submission): Promise<SubmissionAnswer> {
    const chosen = form.values['person']?.['person']?.selected_user ?? ''
    const person = chosen === '' ? undefined : await people.person(team, chosen)
    if (!person?.isMember) return { errors: { person: jobText.form.handMember } }
    const job = await desk.storeOf(team).get(form.privateMetadata)
    if (job?.requester === chosen) return { errors: { person: jobText.form.handSame } }
    await act({ team, id: form.privateMetadata, user, verb: 'hand', eventId: sent(form, chosen), arg: chosen })
  }

  async function mirrored({ team, user, view: form }: Submission): Promise<SubmissionAnswer> {
    const arg = form.values['channel']?.['channel']?.selected_conversation ?? ''
    const job = await desk.storeOf(team).get(form.privateMetadata)
    if (job?.channel === arg || job?.mirrors?.includes(arg)) return { errors: { channel: jobText.form.mirrorSame } }
    if (!(await deps.isMember(team, arg))) return { errors: { channel: jobText.form.mirrorOutside } }
    await act({ team, id: form.privateMetadata, user, verb: 'mirror', eventId: sent(form, arg), arg, channel: arg })
  }

  async function followed({ team, user, view: form }: Submission): Promise<SubmissionAnswer> {
    const arg = form.values['text']?.['text']?.value?.trim() ?? ''
    if (arg === '') return { errors: { text: jobText.form.promptMissing } }
    await act({ team, id: form.privateMetadata, user, verb: 'say', eventId: sent(form, arg), arg })
  }

  const opening = {
    follow_up: opener(async (job) => {
      const hint = job.state === 'working' ? jobText.form.followUpHint : jobText.form.followUpIdle
      const { left, limit, roomAt } = await quota.peek(job.project, 'follow_up')
      return followUpModal(job, left > 0 || roomAt === undefined ? hint : jobText.followUpWaits(limit, roomAt))
    }),
    prompt: opener(shownPrompt),
    found: opener((job) => Promise.resolve(adoptModal(job, deps.dashboardUrl))),
    edit: (action: Action) => about(action, (job) => edited(job, action)),
    continue: (action: Action) => about(action, (job) => continued(job, action)),
    more: opener((job) => deps.whole(job)),
    before: (action: Action) => about(action, (job) => before(job, action)),
    elsewhere: (action: Action) => about(action, (job) => elsewhere(job, action)),
  }
  const isOpening = (verb: string): verb is keyof typeof opening => Object.hasOwn(opening, verb)

  return {
    listen(slack) {
      slack.shortcut(callbackIds.fromMessage, (shortcut) => startForm.fromMessage(shortcut))
      slack.shortcut(callbackIds.start, (shortcut) => startForm.open(shortcut, { door: 'form', text: '', quotes: [] }))
      slack.action(actionIds.start, (action) => startForm.open(action, { door: 'form', text: '', quotes: [] }))
      slack.action(actionIds.followUp, opening.follow_up)
      slack.action(actionIds.prompt, opening.prompt)
      slack.action(actionIds.found, opening.found)
      slack.action(actionIds.edit, opening.edit)
      slack.action(actionIds.continue, opening.continue)
      slack.action(actionIds.trim, opening.before)
      slack.action(actionIds.project, opening.before)
      slack.action(actionIds.elsewhere, opening.elsewhere)
      slack.action(actionIds.listed, async (action) => {
        const [verb = '', id = ''] = (action.value ?? '').split(':')
        if (isOpening(verb)) await opening[verb]({ ...action, value: id })
        else if (isListed(verb)) await act(toActionRequest(action, id, verb))
      })
      slack.action(actionIds.more, async (action) => {
        const [verb = '', id = ''] = (action.value ?? '').split(':')
        const job = await desk.storeOf(action.team).get(id)
        if (!job) return
        if (verb === 'mirror') await views.push(action, mirrorModal(job))
        else if (verb === 'hand') await views.push(action, handOverModal(job))
        else if (verb === 'stop' || verb === 'unwatch' || verb === 'tell') await act(toActionRequest(action, id, verb))
      })
      slack.submit(callbackIds.start, (submission) => startForm.submitted(submission))
      slack.submit(callbackIds.followUp, followed)
      slack.submit(callbackIds.found, found)
      slack.submit(callbackIds.mirror, mirrored)
      slack.submit(callbackIds.handOver, handed)
    },
  }
}

/** A click as a task. */
export function toActionRequest(
  action: Action,
  id: string,
  verb: JobActionRequest['verb'],
  arg?: string,
): JobActionRequest {
  const { team, user, eventId, message, responseUrl, view } = action
  return {
    team,
    id,
    user,
    verb,
    eventId,
    ...(message && { channel: message.channel }),
    ...(message?.threadTs && { threadTs: message.threadTs }),
    ...(responseUrl && { responseUrl }),
    ...(arg !== undefined && { arg }),
    ...(view?.type === 'modal' && {
      view: { id: view.id, callbackId: view.callbackId, metadata: view.privateMetadata },
    }),
  }
}
