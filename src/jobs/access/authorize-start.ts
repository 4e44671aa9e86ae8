import type { AccessQuestion } from '../../access/access-policy.ts'
import { questionTimeMs } from '../../core/question-time.ts'
import { type AnswerableClick, answerClick } from '../../access/answer-click.ts'
import type { AccessAnswer, Act, AskOptions } from '../../access/authorize.ts'
import type { JobScope } from '../job-scope.ts'
import { describeStartAct } from './job-act.ts'

/**
 * Whether the settings allow it to this person. While no project is chosen, it is for everybody who may do it in any of them. Throws if Slack does
 * not answer.
 */
export async function isActAllowed(
  { access, projects: { names } }: JobScope,
  question: AccessQuestion,
): Promise<boolean> {
  const scopes = question.project === undefined && names.length > 0 ? names : [question.project]
  for (const project of scopes) if ((await access.decide({ ...question, project })).isAllowed) return true
  return false
}

/** Whether this person may do it. */
export function askToAct(scope: JobScope, act: Act, options: AskOptions = {}): Promise<AccessAnswer> {
  const { names } = scope.projects
  const isOpen = act.project === undefined
  return scope.authorizer.ask({ ...act, ...(isOpen && { project: names[0], projects: names }) }, options)
}

/** The same for a start; `project`: empty or undefined while none is chosen. */
export const askToStart = (
  scope: JobScope,
  act: Omit<Act, 'action' | 'project'>,
  project: string | undefined,
  options: AskOptions = {},
): Promise<AccessAnswer> => askToAct(scope, { ...act, action: 'jobs.start', ...(project && { project }) }, options)

/** Whether somebody who wants to fill in the form may start a job in any project. If the answer is late, the task behind the form decides. */
export function askToFillForm(
  scope: JobScope,
  { user, eventId, channel }: { user: string; eventId: string; channel?: string | undefined },
): Promise<AccessAnswer> {
  const actor = { team: scope.team, user, verb: 'start', opId: `jobs.form:${eventId}`, channel }
  const act = describeStartAct(actor, { kind: 'form', id: 'jobs.start' })
  return askToStart(scope, act, undefined, { withinMs: questionTimeMs() })
}

/** Refuses the form to somebody who may not start a job in any project, where they clicked; false if it may open. */
export async function refuseForm(scope: JobScope, click: AnswerableClick): Promise<boolean> {
  const permission = await askToFillForm(scope, { ...click, channel: click.message?.channel })
  if (permission.is !== 'refused') return false
  await answerClick(scope, click, { opId: `jobs.form:${click.eventId}:told`, message: permission.message })
  return true
}
