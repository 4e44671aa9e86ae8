import { escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import type { OpenView, RequestOrigin } from '../../slack/inbound/listeners.ts'
import { findClosedProjects } from '../card/closed-projects.ts'
import { describeOmitted } from '../card/omitted-context.ts'
import type { FormDraft } from '../model/form-draft.ts'
import type { JobScope } from '../job-scope.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { buildJobFormModal, type JobFormContent } from './job-form-modal.ts'
import { describeProjectQuota } from '../text/quota-sentences.ts'

/** The number of projects whose quota is shown while none is chosen. */
const DESCRIBED_PROJECTS = 3

/** Opens the form that starts or changes a job while the trigger is valid, on top of the form that asked for it. */
export async function openJobForm(
  scope: JobScope,
  at: RequestOrigin & { triggerId: string; view?: OpenView },
  draft: FormDraft,
): Promise<void> {
  const { user, eventId } = at
  await scope.drafts.save(user, eventId, draft)
  await scope.views.push(at, await renderJobForm(scope, user, eventId, draft))
}

export async function renderJobForm(scope: JobScope, user: string, draftId: string, draft: FormDraft): Promise<View> {
  const text = jobTextIn(await scope.languages.ofPerson(scope.team, user))
  const closed = await findClosedProjects(scope, user)
  const project = draft.project ?? (await chooseDefaultProject(scope, user, { channel: draft.channel, closed }))
  const { names } = scope.projects
  return buildJobFormModal(text, {
    draft: draftId,
    ...describePurpose(text, draft),
    submit: draft.savesOnly ? text.form.save : text.form.start,
    isKeptOnClose: draft.why === 'before',
    projects: draft.not === undefined ? names : names.filter((name) => name !== draft.not),
    closed,
    project,
    text: draft.text,
    channel: draft.channel && /^[CG]/.test(draft.channel) ? draft.channel : undefined,
    asksChannel: draft.edit === undefined,
    inThread: draft.threadTs !== undefined,
    source: draft.source,
    quotes: draft.quotes,
    unticked: draft.unticked,
    leftOut: describeOmitted(text, { ...draft.used, hidden: draft.hidden }),
    quota: await describeQuota(scope, text, project),
  })
}

function describePurpose(text: JobText, draft: FormDraft): Pick<JobFormContent, 'title' | 'note' | 'example'> {
  switch (draft.why) {
    case 'before':
      return { title: text.form.beforeTitle, note: draft.savesOnly ? text.form.beforeSave : text.form.before }
    case 'elsewhere':
      return { title: text.form.elsewhereTitle, note: text.form.elsewhere({ project: escapeMrkdwn(draft.not ?? '') }) }
    case 'stopped':
      return { title: text.buttons.editAndStart }
    case undefined:
    default:
      if (draft.edit) return { title: text.form.editTitle }
      if (draft.mail && draft.door === 'form')
        return { title: text.form.startTitle, note: text.mail.purpose, example: text.mail.promptExample }
      return { title: draft.door === 'again' ? text.form.continueTitle : text.form.startTitle }
  }
}

/** The channel's project, else the person's, else the only one, else the one they used last; none that is closed to them. */
async function chooseDefaultProject(
  { team, settings, projects: { names }, jobs }: JobScope,
  user: string,
  { channel, closed }: { channel: string | undefined; closed: string[] },
): Promise<string | undefined> {
  const open = names.filter((name) => !closed.includes(name))
  const own = await settings.person(team, user)
  const here = channel === undefined ? undefined : await settings.channel(team, channel)
  const known = [here?.project, own.project].find((name) => name !== undefined && open.includes(name))
  if (known !== undefined || names.length === 1) return known ?? names[0]
  const last = await jobs.store.list(user, { limit: 1 })
  return open.find((name) => name === last.jobs[0]?.project)
}

async function describeQuota(
  { quota, projects: { names } }: JobScope,
  text: JobText,
  project: string | undefined,
): Promise<string[]> {
  const usages = await Promise.all(
    (project === undefined ? names.slice(0, DESCRIBED_PROJECTS) : [project]).map(async (name) => {
      const usage = await quota.peekForNewJob(name)
      return { left: usage.left, line: describeProjectQuota(text, name, usage) }
    }),
  )
  const lines = usages.map(({ line }) => line)
  return usages.some(({ left }) => left === 0) ? [...lines, text.fullForm] : lines
}
