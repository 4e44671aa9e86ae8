import { answerSoon } from '../../access/access-policy.ts'
import { type AnswerableClick, answerClick } from '../../access/answer-click.ts'
import type { Act } from '../../access/authorize.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { JobServices } from '../services.ts'
import { describeStartAct } from './job-act.ts'

/**
 * Why this person may not start a job in the project, or in any project while none is chosen; undefined if they may. The refusal is recorded. Throws
 * if Slack does not answer.
 */
export async function findStartRefusal(
  { access, authorizer, projects: { names } }: JobServices,
  act: Omit<Act, 'action' | 'project'>,
  project: string | undefined,
): Promise<Message | undefined> {
  const { team, user } = act
  const action = 'jobs.start'
  if (project) return authorizer.findRefusal({ ...act, action, project })
  for (const name of names) if ((await access.decide({ team, user, action, project: name })).isAllowed) return undefined
  return authorizer.findRefusal({ ...act, action, ...(names[0] !== undefined && { project: names[0] }) })
}

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
