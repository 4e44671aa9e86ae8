import type { ScopedFeature } from '../../scoped-feature.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import { jobActionIds } from '../action-ids.ts'
import { parseButtonValue, parseMenuValue } from '../card/action-buttons.ts'
import { jobActionList, type JobVerb, jobVerbs } from '../model/allowed-actions.ts'
import type { JobAction } from '../model/job-action.ts'
import type { JobScope } from '../job-scope.ts'
import { sendJobAction, toActionRequest } from './job-action-task.ts'
import { openJobActionForm } from './job-forms.ts'

/** Listens to the button of every action in the table, and to the two menus. */
export const actionListenersFeature: ScopedFeature<JobScope> = {
  listen(slack) {
    for (const [name, action] of jobActionList) {
      if (action.id === undefined || action.url || action.listener) continue
      // The buttons of the likely projects differ by a number appended to the id.
      const actionId = name === 'pick' ? new RegExp(`^${RegExp.escape(action.id)}:`) : action.id
      slack.action(
        actionId,
        (scope, click) => {
          const { jobId, argument } = parseButtonValue(action, click.value)
          return runAction(scope, action, click, { jobId, argument })
        },
        () => sendsTask(action),
      )
    }
    const entrySendsTask = ({ value }: Action): boolean => sendsTask(parseMenuValue(value)?.action)
    slack.action(jobActionIds.more, (scope, click) => runMenuEntry(scope, click, 'inMenu'), entrySendsTask)
    slack.action(jobActionIds.listed, (scope, click) => runMenuEntry(scope, click, 'inList'), entrySendsTask)
  },
}

/** Whether a click only sends a task. The task checks permission. */
const sendsTask = (action: JobAction | undefined): boolean => action !== undefined && action.opens === undefined

/** Runs only actions that the menu can show: a forged value reaches no other action. */
async function runMenuEntry(scope: JobScope, click: Action, menu: 'inMenu' | 'inList'): Promise<void> {
  const entry = parseMenuValue(click.value)
  if (entry?.action[menu]) await runAction(scope, entry.action, click, { jobId: entry.jobId, argument: undefined })
  else scope.log.warn({ action: click.actionId }, 'unknown menu entry')
}

async function runAction(
  scope: JobScope,
  action: JobAction,
  click: Action,
  { jobId, argument }: { jobId: string; argument: string | undefined },
): Promise<void> {
  if (jobId === '') return scope.log.warn({ action: click.actionId }, 'a click names no job')
  const { opens: form, task, needs } = action
  if (form)
    return openJobActionForm(scope, { form, jobId, argument, verb: task ?? form, needs }, { ...click, value: jobId })
  if (isVerb(action.task)) await sendJobAction(scope.queue, toActionRequest(click, jobId, action.task, argument))
}

const isVerb = (task: string | undefined): task is JobVerb => jobVerbs.some((verb) => verb === task)
