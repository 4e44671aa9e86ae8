import { type AccessQuestion, decideInAny } from '../../access/access-policy.ts'
import { questionTimeMs } from '../../core/question-time.ts'
import { type AnswerableClick, answerClick } from '../../access/answer-click.ts'
import type { AccessAnswer, Act, AskOptions } from '../../access/authorize.ts'
import type { JobScope } from '../job-scope.ts'
import { describeStartAct } from './job-act.ts'

/** Whether the settings allow this act. Without a chosen project, permission in any project is enough. Throws if Slack does not answer. */
export async function isActAllowed(
  { access, projects: { names } }: JobScope,
  question: AccessQuestion,
): Promise<boolean> {
  return (await decideInAny(access, question, question.project === undefined ? names : [])).isAllowed
}

/** Whether this person may do this. Without a chosen project, permission in any project is enough. */
export function askToAct(scope: JobScope, act: Act, options: AskOptions = {}): Promise<AccessAnswer> {
  const { names } = scope.projects
  const isOpen = act.project === undefined
  return scope.authorizer.ask({ ...act, ...(isOpen && { project: names[0], projects: names }) }, options)
}

/** Whether this person may start a job in this project; `project` is empty or undefined if none is chosen. */
export const askToStart = (
  scope: JobScope,
  act: Omit<Act, 'action' | 'project'>,
  project: string | undefined,
  options: AskOptions = {},
): Promise<AccessAnswer> => askToAct(scope, { ...act, action: 'jobs.start', ...(project && { project }) }, options)

/** Whether a person who opens the form may start a job in any project. If the answer is late, the task behind the form decides. */
export function askToFillForm(
  scope: JobScope,
  { user, eventId, channel }: { user: string; eventId: string; channel?: string | undefined },
): Promise<AccessAnswer> {
  const actor = { team: scope.team, user, verb: 'start', opId: `jobs.form:${eventId}`, channel }
  const act = describeStartAct(actor, { kind: 'form', id: 'jobs.start' })
  return askToStart(scope, act, undefined, { withinMs: questionTimeMs() })
}

/** Refuses the form, where it was asked for, to a person who may not start a job in any project. Returns false if the form may open. */
export async function refuseForm(scope: JobScope, click: AnswerableClick): Promise<boolean> {
  const permission = await askToFillForm(scope, { ...click, channel: click.message?.channel })
  if (permission.is !== 'refused') return false
  await answerClick(scope, click, { opId: `jobs.form:${click.eventId}:told`, message: permission.message })
  return true
}
