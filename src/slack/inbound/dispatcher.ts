import type { App } from '@slack/bolt'
import { currentCorrelation, type Log, withCorrelation } from '../../core/log.ts'
import { withTimeout } from '../../core/with-timeout.ts'
import { toMenuOptions } from '../blocks/form-fields.ts'
import type { Languages } from '../directory/languages.ts'
import { slackTextIn } from '../text/slack-text.ts'
import { parseDeletedMessage, parseSlackEvent, parseTypedMessage } from './event-payloads.ts'
import {
  parseAction,
  parseClosedForm,
  parseCommand,
  parseOptionsRequest,
  parseShortcut,
  parseSubmission,
} from './interaction-payloads.ts'
import { createListenerRegistry, type Subscriptions } from './listener-registry.ts'
import type { Listeners } from './listeners.ts'
import { markRequestRead } from './process-request.ts'

const ANYTHING = /[\s\S]*/
/** Slack waits 3 s for the choices of a menu; an empty menu is better than none. */
const OPTIONS_MS = 2500

export interface Dispatcher {
  listeners: Listeners
  subscriptions(): Subscriptions
  /** How many listeners run now. One may go on after Slack was answered that it is late. */
  runningListeners(): number
}

/** Runs listeners with the correlation of their request, and counts those that run. */
function createListenerRunner(log: Log) {
  let running = 0
  const run = <T>(kind: string, name: string, work: () => Promise<T>): Promise<T> =>
    withCorrelation(currentCorrelation() ?? crypto.randomUUID().slice(0, 8), async () => {
      log.debug({ kind, name }, 'from Slack')
      markRequestRead()
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
      }
    })
  return { run, runningListeners: () => running }
}

/**
 * Passes what Bolt receives to the slices' listeners: parses the payload, finds the listener by its name, and answers Slack only after the
 * listener has resolved.
 */
export function createDispatcher(app: App, { log, languages }: { log: Log; languages: Languages }): Dispatcher {
  const registry = createListenerRegistry()
  const { run, runningListeners } = createListenerRunner(log)

  app.command(ANYTHING, async ({ ack, body }) => {
    const command = parseCommand(body)
    const listen = registry.findCommand(command.command)
    if (!listen) {
      const { unknownCommand } = slackTextIn(await languages.ofPerson(command.team, command.user))
      return ack(unknownCommand({ command: command.command }))
    }
    const answer = await run('command', command.command, () => listen(command))
    if (answer === undefined) return ack()
    await ack(
      typeof answer === 'string'
        ? { response_type: 'ephemeral', text: answer }
        : { response_type: 'ephemeral', ...answer },
    )
  })

  app.action(ANYTHING, async ({ ack, body, context }) => {
    const action = parseAction(body, context.teamId ?? '')
    const listen = registry.findAction(action.actionId)
    if (listen) await run('action', action.actionId, () => listen(action))
    // Buttons that only open a link arrive here too; without an answer Slack would show an error.
    else if (action.url === undefined) log.warn({ action: action.actionId }, 'an action without a listener')
    await ack()
  })

  app.options(ANYTHING, async ({ ack, body, context }) => {
    const request = parseOptionsRequest(body, context.teamId ?? '')
    const listen = registry.findOptions(request.actionId)
    if (!listen) log.warn({ options: request.actionId }, 'a menu without a listener')
    const choices = listen && (await run('options', request.actionId, () => withTimeout(OPTIONS_MS, listen(request))))
    await ack(toMenuOptions(choices ?? { choices: [] }))
  })

  app.shortcut(ANYTHING, async ({ ack, body, context }) => {
    const shortcut = parseShortcut(body, context.teamId ?? '')
    const listen = registry.findShortcut(shortcut.callbackId)
    if (listen) await run('shortcut', shortcut.callbackId, () => listen(shortcut))
    else log.warn({ shortcut: shortcut.callbackId }, 'a shortcut without a listener')
    await ack()
  })

  app.view({ callback_id: ANYTHING, type: 'view_submission' }, async ({ ack, body, context }) => {
    const submission = parseSubmission(body, context.teamId ?? '')
    const listen = registry.findSubmission(submission.view.callbackId)
    const answer = listen && (await run('submission', submission.view.callbackId, () => listen(submission)))
    if (!listen) log.warn({ submission: submission.view.callbackId }, 'a submission without a listener')
    if (!answer) await ack()
    else if ('errors' in answer) await ack({ response_action: 'errors', errors: answer.errors })
    else if ('update' in answer) await ack({ response_action: 'update', view: answer.update })
    else await ack({ response_action: 'clear' })
  })

  app.view({ callback_id: ANYTHING, type: 'view_closed' }, async ({ ack, body, context }) => {
    const closing = parseClosedForm(body, context.teamId ?? '')
    const listen = registry.findClosing(closing.view.callbackId)
    if (listen) await run('closing', closing.view.callbackId, () => listen(closing))
    await ack()
  })

  app.event(ANYTHING, async ({ body, event, context }) => {
    const team = context.teamId ?? ''
    const type: string = event.type
    if (type === 'message' || type === 'app_mention') {
      const message = parseTypedMessage({ ...event }, team, context.botUserId ?? '')
      const deleted = parseDeletedMessage({ ...event }, team, context.botUserId ?? '')
      if (deleted)
        await run('deletion', type, () => Promise.all(registry.deletionListeners.map((listen) => listen(deleted))))
      if (message)
        await run('message', type, () => Promise.all(registry.messageListeners.map((listen) => listen(message))))
      return
    }
    const other = parseSlackEvent(body, team)
    await run('event', type, () => Promise.all(registry.findEvent(type).map((listen) => listen(other))))
  })

  return {
    listeners: registry.listeners,
    subscriptions: registry.subscriptions,
    runningListeners,
  }
}
