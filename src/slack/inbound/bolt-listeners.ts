import type { App } from '@slack/bolt'
import type { Log } from '../../core/log.ts'
import { withTimeout } from '../../core/with-timeout.ts'
import { toMenuOptions } from '../blocks/form-fields.ts'
import type { Languages } from '../directory/languages.ts'
import { parseChangedMessage, parseDeletedMessage, parseSlackEvent, parseTypedMessage } from './event-payloads.ts'
import {
  parseAction,
  parseClosedForm,
  parseCommand,
  parseOptionsRequest,
  parseShortcut,
  parseSubmission,
} from './interaction-payloads.ts'
import type { Listeners } from './listeners.ts'
import { markRequestRead } from './process-request.ts'
import { claimName, createSubscriptions, type Subscriptions } from './subscriptions.ts'
import { answerUnknownRequests } from './unknown-requests.ts'

/** Slack waits 3 s for the choices of a menu; an empty menu is better than none. */
const OPTIONS_MS = 2500
/** A message that mentions the app may arrive as one, the other or both. */
const MESSAGE_EVENTS = /^(message|app_mention)$/

export interface BoltListeners {
  listeners: Listeners
  /** Everything registered so far; grows with each listener. */
  subscriptions: Subscriptions
  /** How many requests Bolt works on now. One may go on after Slack was answered that it is late. */
  runningRequests(this: void): number
}

/** Called once a request is read and its listener begins: errors from here on are ours. */
type Begin = (kind: string, name: string) => void

/**
 * Registers the slices' listeners with Bolt by their ids. A listener gets its request as one of the types of `listeners.ts`, and Slack is
 * answered only after it has resolved. Two listeners for one id are an error.
 */
export function createBoltListeners(
  app: App,
  { log, languages }: { log: Log; languages: Pick<Languages, 'ofPerson'> },
): BoltListeners {
  const subscriptions = createSubscriptions()
  const begin: Begin = (kind, name) => {
    log.debug({ kind, name }, 'from Slack')
    markRequestRead()
  }
  let running = 0
  app.use(async ({ next }) => {
    running += 1
    try {
      await next()
    } finally {
      running -= 1
    }
  })
  answerUnknownRequests(app, subscriptions, { log, languages })
  return {
    listeners: {
      ...createClickListeners(app, subscriptions, begin),
      ...createFormListeners(app, subscriptions, begin),
      ...createEventListeners(app, subscriptions, begin),
    },
    subscriptions,
    runningRequests: () => running,
  }
}

function createClickListeners(
  app: App,
  { commands, actions, shortcuts }: Subscriptions,
  begin: Begin,
): Pick<Listeners, 'command' | 'action' | 'shortcut'> {
  return {
    command(name, listen) {
      claimName(commands, name)
      app.command(name, async ({ ack, body }) => {
        const command = parseCommand(body)
        begin('command', name)
        const answer = await listen(command)
        if (answer === undefined) return ack()
        await ack(
          typeof answer === 'string'
            ? { response_type: 'ephemeral', text: answer }
            : { response_type: 'ephemeral', ...answer },
        )
      })
    },
    action(actionId, listen) {
      claimName(actions, actionId)
      app.action(actionId, async ({ ack, body, context }) => {
        const action = parseAction(body, context.teamId ?? '')
        begin('action', action.actionId)
        await listen(action)
        await ack()
      })
    },
    shortcut(callbackId, listen) {
      claimName(shortcuts, callbackId)
      app.shortcut(callbackId, async ({ ack, body, context }) => {
        const shortcut = parseShortcut(body, context.teamId ?? '')
        begin('shortcut', callbackId)
        await listen(shortcut)
        await ack()
      })
    },
  }
}

function createFormListeners(
  app: App,
  { options, submissions, closings }: Subscriptions,
  begin: Begin,
): Pick<Listeners, 'options' | 'submit' | 'close'> {
  return {
    options(actionId, listen) {
      claimName(options, actionId)
      app.options(actionId, async ({ ack, body, context }) => {
        const request = parseOptionsRequest(body, context.teamId ?? '')
        begin('options', actionId)
        const choices = await withTimeout(OPTIONS_MS, listen(request))
        await ack(toMenuOptions(choices ?? { choices: [] }))
      })
    },
    submit(callbackId, listen) {
      claimName(submissions, callbackId)
      app.view({ callback_id: callbackId, type: 'view_submission' }, async ({ ack, body, context }) => {
        const submission = parseSubmission(body, context.teamId ?? '')
        begin('submission', callbackId)
        const answer = await listen(submission)
        if (!answer) await ack()
        else if ('errors' in answer) await ack({ response_action: 'errors', errors: answer.errors })
        else if ('update' in answer) await ack({ response_action: 'update', view: answer.update })
        else if ('push' in answer) await ack({ response_action: 'push', view: answer.push })
        else await ack({ response_action: 'clear' })
      })
    },
    close(callbackId, listen) {
      claimName(closings, callbackId)
      app.view({ callback_id: callbackId, type: 'view_closed' }, async ({ ack, body, context }) => {
        const closing = parseClosedForm(body, context.teamId ?? '')
        begin('closing', callbackId)
        await listen(closing)
        await ack()
      })
    },
  }
}

/** Bolt runs every listener of an event, and acknowledges it itself; our receivers pass that on only once all have resolved. */
function createEventListeners(
  app: App,
  { events }: Subscriptions,
  begin: Begin,
): Pick<Listeners, 'message' | 'deletion' | 'change' | 'event'> {
  const subscribe = (type: string): void => {
    if (!events.includes(type)) events.push(type)
  }
  return {
    message(listen) {
      subscribe('message')
      app.event(MESSAGE_EVENTS, async ({ event, context }) => {
        const message = parseTypedMessage({ ...event }, context.teamId ?? '', context.botUserId ?? '')
        if (!message) return
        begin('message', event.type)
        await listen(message)
      })
    },
    deletion(listen) {
      subscribe('message')
      app.event(MESSAGE_EVENTS, async ({ event, context }) => {
        const deleted = parseDeletedMessage({ ...event }, context.teamId ?? '', context.botUserId ?? '')
        if (!deleted) return
        begin('deletion', event.type)
        await listen(deleted)
      })
    },
    change(listen) {
      subscribe('message')
      app.event('message', async ({ event, body, context }) => {
        const message = parseChangedMessage(body, context.teamId ?? '')
        if (!message) return
        begin('change', event.type)
        await listen(message)
      })
    },
    event(type, listen) {
      subscribe(type)
      app.event(type, async ({ body, context }) => {
        const event = parseSlackEvent(body, context.teamId ?? '')
        begin('event', type)
        await listen(event)
      })
    },
  }
}
