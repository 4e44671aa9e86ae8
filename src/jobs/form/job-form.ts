import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import type { Queue } from '../../queue/queue.ts'
import type { OpenView, RequestOrigin, Shortcut, Submission, SubmissionAnswer } from '../../slack/inbound/listeners.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Views } from '../../slack/api/slack-views.ts'
import type { JobActionRequest } from '../actions/job-actions.ts'
import type { Conversations } from '../../slack/directory/conversations.ts'
import type { ThreadContext } from '../conversation/thread-context.ts'
import type { JobUpdates } from '../updates/job-updates.ts'
import type { Project } from '../model/projects.ts'
import type { FormDraft, DraftStore } from '../model/form-draft.ts'
import { callbackIds } from '../action-ids.ts'
import { canRestart, wasApplied } from '../model/job.ts'
import { readJobForm } from './job-form-modal.ts'
import { loadingModal } from './job-form-modal.ts'
import { jobFormModal } from './job-form-modal.ts'
import type { Quote } from '../model/job-prompt.ts'
import type { AgentQuota } from '../quota/agent-quota.ts'
import type { JobSettings } from '../job-settings.ts'
import type { StartRequest } from '../start/start-job.ts'
import { describeOmitted } from '../card/omitted-context.ts'
import { jobText } from '../text/en.ts'

const fillSchema = z.object({
  team: z.string(),
  user: z.string(),
  viewId: z.string(),
  channel: z.string(),
  channelName: z.string().optional(),
  ts: z.string(),
  threadTs: z.string().optional(),
  text: z.string(),
})
const fillKind = taskKind('jobs.fill', fillSchema)

const SHOWN_METERS = 3

export interface JobForm {
  tasks: TaskHandler[]
  /** Opens the start form while the trigger lives, on top of the form it was asked for in. */
  open: (at: RequestOrigin & { triggerId: string; view?: OpenView }, draft: FormDraft) => Promise<void>
  /** From a message: the form opens at once and is filled when the thread around the message has been read. */
  fromMessage: (shortcut: Shortcut) => Promise<void>
  submitted: (submission: Submission) => Promise<SubmissionAnswer>
}

/** The one form that starts or changes a job, whatever door it was opened by. */
export function createJobForm(deps: {
  desk: JobUpdates
  queue: Queue
  views: Views
  clock: Clock
  quota: AgentQuota
  context: ThreadContext
  conversations: Conversations
  settings: JobSettings
  projects: Project[]
  draftsOf: (team: string) => DraftStore
  start: (request: StartRequest) => Promise<void>
  act: (act: JobActionRequest) => Promise<void>
  used: (team: string, user: string, quotes: Quote[]) => Promise<void>
  decode: (team: string, text: string) => Promise<string>
}): JobForm {
  const { desk, queue, views, clock, quota, context, settings, projects, draftsOf, start, act } = deps
  const names = projects.map((project) => project.name)

  async function roomOf(project: string | undefined): Promise<string[]> {
    const meters = await Promise.all(
      (project === undefined ? names.slice(0, SHOWN_METERS) : [project]).map(async (name) => {
        const { left, limit, roomAt } = await quota.peek(name, 'create')
        return { left, line: jobText.quota(name, left, limit, left === 0 ? roomAt : undefined) }
      }),
    )
    const lines = meters.map(({ line }) => line)
    return meters.some(({ left }) => left === 0) ? [...lines, jobText.fullForm] : lines
  }

  async function defaultProject(team: string, user: string, channel: string | undefined): Promise<string | undefined> {
    const own = await settings.person(team, user)
    const here = channel === undefined ? undefined : await settings.channel(team, channel)
    const known = [here?.project, own.project].find((name) => name !== undefined && names.includes(name))
    if (known !== undefined || names.length === 1) return known ?? names[0]
    const { jobs } = await desk.storeOf(team).list(user, { limit: 1 })
    return names.find((name) => name === jobs[0]?.project)
  }

  async function view(team: string, user: string, draftId: string, draft: FormDraft) {
    const project = draft.project ?? (await defaultProject(team, user, draft.channel))
    const F = jobText.form
    const from = draft.not
    const open = from === undefined ? names : names.filter((name) => name !== from)
    const titles = { before: F.beforeTitle, elsewhere: F.elsewhereTitle }
    const notes = { before: F.before, elsewhere: F.elsewhere(from ?? '') }
    return jobFormModal({
      draft: draftId,
      title: draft.why
        ? titles[draft.why]
        : draft.edit
          ? F.editTitle
          : draft.door === 'again'
            ? F.continueTitle
            : F.startTitle,
      note: draft.why && notes[draft.why],
      submit: F.start,
      projects: open,
      project,
      text: draft.text,
      channel: draft.channel && /^[CG]/.test(draft.channel) ? draft.channel : undefined,
      asksChannel: draft.edit === undefined,
      inThread: draft.threadTs !== undefined,
      source: draft.source,
      quotes: draft.quotes,
      leftOut: describeOmitted({ ...draft.used, hidden: draft.hidden }),
      room: await roomOf(project),
    })
  }

  const open: JobForm['open'] = async (at, draft) => {
    const { team, user, eventId } = at
    await draftsOf(team).save(eventId, draft)
    await views.push(at, await view(team, user, eventId, draft))
  }

  async function fromMessage({ team, user, triggerId, message }: Shortcut): Promise<void> {
    if (!message) return
    const { viewId } = await views.open(team, triggerId, loadingModal(jobText.form.startTitle, callbackIds.start))
    const { channel, channelName, ts, threadTs, text } = message
    const data = { team, user, viewId, channel, channelName, ts, text, ...(threadTs && { threadTs }) }
    await queue.send(fillKind.of(data), { id: `jobs.fill:${team}:${viewId}` })
  }

  async function fill(data: z.infer<typeof fillSchema>): Promise<void> {
    const { team, user, viewId, channel, channelName = '', ts, threadTs, text } = data
    const source = await deps.conversations.permalink(team, channel, ts)
    const around = threadTs ? await context.thread(team, channel, { threadTs, by: user }) : undefined
    const isAmongPeople =
      channelName.startsWith('mpdm') || (await deps.conversations.isInaccessible(team, user, channel))
    const quotes = around?.quotes.filter((quote) => quote.ts !== ts) ?? []
    const draft: FormDraft = {
      door: 'shortcut',
      text: (await deps.decode(team, text)).trim(),
      // Where people write among themselves nothing can be reported.
      ...(!isAmongPeople && { channel, threadTs: threadTs ?? ts }),
      quotes,
      ...(source && { source }),
      ...(around && { used: { ...around.used, messages: quotes.length } }),
    }
    await draftsOf(team).save(viewId, draft)
    await views.update(team, viewId, await view(team, user, viewId, draft))
  }

  async function submitted({ team, user, view: form }: Submission): Promise<SubmissionAnswer> {
    const { project: picked, text, channel, ticked } = readJobForm(form)
    if (text === '') return { errors: { 'prompt-0': jobText.form.promptMissing } }
    const draft = await draftsOf(team).get(form.privateMetadata)
    const offered = names.find((name) => name === draft?.project) ?? (names.length === 1 ? names[0] : undefined)
    const project = names.find((name) => truncate(name, 75) === picked) ?? offered
    if (draft?.edit) {
      const job = await desk.storeOf(team).get(draft.edit)
      if (wasApplied(job, form.id)) return
      // Said while the form is still open, so that what was typed is not lost.
      if (!job || !canRestart(job)) return { errors: { 'prompt-0': jobText.notNow } }
      await act({
        team,
        id: draft.edit,
        user,
        verb: 'edit',
        eventId: form.id,
        arg: text,
        channel: draft.channel,
        draft: form.privateMetadata,
        ticked,
        ...(project && { project }),
      })
      return
    }
    const quotes: Quote[] = draft?.quotes.filter((_, index) => ticked.includes(index)) ?? []
    // Without a channel the job reports in the person's direct messages; Slack opens them by the person's id.
    const target = channel ?? (draft?.channel?.startsWith('D') ? draft.channel : user)
    const { threadTs } = target === draft?.channel ? (draft ?? {}) : {}
    await start({
      team,
      user,
      channel: target,
      ...(threadTs && { threadTs }),
      eventId: form.id,
      at: clock.now(),
      door: draft?.door ?? 'form',
      text,
      isRaw: false,
      ...(project && { project }),
      quotes,
      ...(draft?.source && { source: draft.source }),
      ...(draft?.used && quotes.length > 0 && { used: { ...draft.used, messages: quotes.length } }),
      ...(draft?.from && { from: draft.from }),
      ...(draft?.door === 'again' && { twinIsFine: true }),
    })
    if (!draft?.collected) return
    await deps.used(team, user, quotes)
    // The list below still shows them.
    return { clear: true }
  }

  return { open, fromMessage, submitted, tasks: [fillKind.handler(fill)] }
}
