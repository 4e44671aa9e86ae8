import { answerSoon } from '../../access/access-policy.ts'
import { type AnswerableClick, answerClick } from '../../access/answer-click.ts'
import type { Act } from '../../access/authorize.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { JobServices } from '../services.ts'
import { describeStartAct } from './job-act.ts'

/**
 * Why this person may not do it; undefined if they may. While no project is chosen, it is for everybody who may do it in any of them. The refusal is
 * recorded. Throws if Slack does not answer.
 */
export async function findActRefusal(
  { access, authorizer, projects: { names } }: JobServices,
  act: Act,
): Promise<Message | undefined> {
  if (act.project !== undefined) return authorizer.findRefusal(act)
  for (const project of names) if ((await access.decide({ ...act, project })).isAllowed) return undefined
  return authorizer.findRefusal({ ...act, ...(names[0] !== undefined && { project: names[0] }) })
}

/** The same for a start; `project`: empty or undefined while none is chosen. */
export const findStartRefusal = (
  services: JobServices,
  act: Omit<Act, 'action' | 'project'>,
  project: string | undefined,
): Promise<Message | undefined> =>
  findActRefusal(services, { ...act, action: 'jobs.start', ...(project && { project }) })

/**
 * Why somebody who wants to fill in the form may not start a job in any project, while they wait for it. Undefined too if Slack does not answer in
 * time: the task behind the form decides.
 */
export const findStartRefusalSoon = (
  services: JobServices,
  { team, user, eventId, channel }: { team: string; user: string; eventId: string; channel?: string | undefined },
): Promise<Message | undefined> => {
  const actor = { team, user, verb: 'start', opId: `jobs.form:${eventId}`, channel }
  const act = describeStartAct(actor, { kind: 'form', id: 'jobs.start' })
  return answerSoon(findStartRefusal(services, act, undefined))
}

/** Refuses the form to somebody who may not start a job in any project, where they clicked; false if it may open. */
export async function refuseForm(services: JobServices, click: AnswerableClick): Promise<boolean> {
  const refusal = await findStartRefusalSoon(services, { ...click, channel: click.message?.channel })
  if (refusal) await answerClick(services, click, { opId: `jobs.form:${click.eventId}:told`, message: refusal })
  return refusal !== undefined
}
