import type { AccessQuestion } from '../../access/access-policy.ts'
import { withinDeadline } from '../../core/question-time.ts'
import { type AnswerableClick, answerClick } from '../../access/answer-click.ts'
import type { Act } from '../../access/authorize.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
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

/** Why this person may not do it; undefined if they may. The refusal is recorded. Throws if Slack does not answer. */
export async function findActRefusal(scope: JobScope, act: Act): Promise<Message | undefined> {
  if (act.project === undefined && (await isActAllowed(scope, act))) return undefined
  return scope.authorizer.findRefusal({ ...act, project: act.project ?? scope.projects.names[0] })
}

/** The same for a start; `project`: empty or undefined while none is chosen. */
export const findStartRefusal = (
  scope: JobScope,
  act: Omit<Act, 'action' | 'project'>,
  project: string | undefined,
): Promise<Message | undefined> => findActRefusal(scope, { ...act, action: 'jobs.start', ...(project && { project }) })

/**
 * Why somebody who wants to fill in the form may not start a job in any project, while they wait for it. Undefined too if Slack does not answer in
 * time: the task behind the form decides.
 */
export const findStartRefusalSoon = (
  scope: JobScope,
  { user, eventId, channel }: { user: string; eventId: string; channel?: string | undefined },
): Promise<Message | undefined> => {
  const actor = { team: scope.team, user, verb: 'start', opId: `jobs.form:${eventId}`, channel }
  const act = describeStartAct(actor, { kind: 'form', id: 'jobs.start' })
  return withinDeadline(findStartRefusal(scope, act, undefined))
}

/** Refuses the form to somebody who may not start a job in any project, where they clicked; false if it may open. */
export async function refuseForm(scope: JobScope, click: AnswerableClick): Promise<boolean> {
  const refusal = await findStartRefusalSoon(scope, { ...click, channel: click.message?.channel })
  if (refusal) await answerClick(scope, click, { opId: `jobs.form:${click.eventId}:told`, message: refusal })
  return refusal !== undefined
}
