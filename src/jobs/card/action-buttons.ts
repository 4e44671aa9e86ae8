import { button, menuOption, overflow, plainText } from '../../slack/blocks/block-builders.ts'
import { staticSelect } from '../../slack/blocks/form-fields.ts'
import type { ActionsBlockElement, Button } from '../../slack/blocks/slack-message.ts'
import { jobActionIds } from '../action-ids.ts'
import { findJobAction, type JobActionName, jobActionList, jobActions } from '../model/allowed-actions.ts'
import type { JobAction } from '../model/job-action.ts'
import { projectKey } from '../model/job-ids.ts'
import type { Job } from '../model/job.ts'
import type { JobText } from '../text/jobs-text.ts'

/** The number of projects with a button. */
export const GUESSES_SHOWN = 2

type ButtonActionName = {
  [Name in JobActionName]: (typeof jobActions)[Name] extends { id: string } ? Name : never
}[JobActionName]

function renderButton(
  text: JobText,
  action: JobAction,
  job: Job,
  { argument, isSure = false }: { argument?: string | number | undefined; isSure?: boolean } = {},
): Button {
  const [url, style] = [action.url?.(job), action.style?.(job)]
  const question = !isSure && action.asks?.isNeeded(job) ? action.asks : undefined
  return button({
    actionId: question?.id ?? action.id ?? '',
    text: action.label(text, job),
    value: action.value === 'job:argument' ? `${job.id}:${argument ?? ''}` : job.id,
    ...(url !== undefined && { url }),
    ...(style && { style }),
  })
}

/** Renders the button of one action, for messages and forms about the job. With `isSure`, it asks nothing before. */
export function renderActionButton(
  text: JobText,
  name: ButtonActionName,
  job: Job,
  { style, ...more }: { argument?: string | number; style?: 'primary'; isSure?: boolean } = {},
): Button {
  return { ...renderButton(text, jobActions[name], job, more), ...(style && { style }) }
}

/** The only button under the message about the end of a run; undefined where people decide on the card. */
export function renderEndButton(text: JobText, job: Job): Button | undefined {
  const [, action] = jobActionList.find(([, one]) => one.onEnd?.(job)) ?? []
  return action && { ...renderButton(text, action, job), style: 'primary' }
}

/** Buttons for the most likely projects, always in the operator's order, and a menu of the others. */
function renderProjectChoice(
  text: JobText,
  job: Job,
  { projects, guesses }: { projects: string[]; guesses: string[] },
) {
  const value = (project: string): string => `${job.id}:${projectKey(project)}`
  const [best] = guesses
  const likely = projects.filter((project) => guesses.slice(0, GUESSES_SHOWN).includes(project))
  const buttons = likely.map((project, index) =>
    button({
      actionId: `${jobActions.pick.id}:${index}`,
      text: project,
      value: value(project),
      ...(project === best && { style: 'primary' }),
    }),
  )
  const others = projects.filter((project) => !likely.includes(project))
  const menu = staticSelect(
    jobActions.pick_other.id,
    others.map((project) => ({ text: project, value: value(project) })),
  )
  const placeholder = plainText(text.otherProject)
  return [...buttons, ...(others.length > 0 ? [{ ...menu, placeholder }] : [])]
}

/** Renders the buttons and menus under a card from the table of actions; only links where most people may not steer the job. */
export function renderCardActions(
  text: JobText,
  job: Job,
  context: {
    projects: string[]
    guesses: string[]
    mirror?: { isOpen: boolean } | undefined
    duplicate?: { takesText: boolean } | undefined
  },
): ActionsBlockElement[] {
  const shown = jobActionList
    .filter(([, action]) => action.onCard?.(job, context.projects.length))
    .filter(([name]) => name !== 'instead' || context.duplicate?.takesText)
    .map(([, action]) => action)
    .toSorted((one, other) => (one.order?.(job) ?? 0) - (other.order?.(job) ?? 0))
  if (context.mirror?.isOpen === false)
    return shown.filter(({ url }) => url !== undefined).map((action) => renderButton(text, action, job))
  const menu = jobActionList.filter(([, action]) => action.inMenu?.(job))
  return [
    ...(jobActions.pick.isAllowed(job) ? renderProjectChoice(text, job, context) : []),
    ...shown.map((action) => renderButton(text, action, job)),
    ...(menu.length > 0 ? [renderMenu(text, jobActionIds.more, menu, job)] : []),
  ]
}

/** The menu of a listed job: the most frequent actions in its state, and an entry for all others. */
export const renderListMenu = (text: JobText, job: Job) =>
  renderMenu(
    text,
    jobActionIds.listed,
    jobActionList.filter(([, action]) => action.inList?.(job)),
    job,
  )

const renderMenu = (text: JobText, actionId: string, entries: [name: string, action: JobAction][], job: Job) =>
  overflow(
    actionId,
    entries.map(([name, action]) => menuOption(action.label(text, job), `${name}:${job.id}`)),
  )

/** Returns the action and the job that a menu entry names; undefined for an entry of a later version. */
export function parseMenuValue(value = ''): { action: JobAction; jobId: string } | undefined {
  const [name = '', jobId = ''] = value.split(':')
  const action = findJobAction(name)
  return action && { action, jobId }
}

/** Parses the job's id and the argument from the value of a button. */
export function parseButtonValue(action: JobAction, value = ''): { jobId: string; argument: string | undefined } {
  if (action.value !== 'job:argument') return { jobId: value, argument: undefined }
  const [jobId = '', ...rest] = value.split(':')
  return { jobId, argument: rest.join(':') }
}
