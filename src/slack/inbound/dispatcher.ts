import type { App } from '@slack/bolt'
import type { Log } from '../../core/log.ts'
import { currentCorrelation, withCorrelation } from '../../core/log.ts'
import { parseAction, parseCommand, parseShortcut, parseSubmission } from './interaction-payloads.ts'
import { parseSlackEvent, parseTypedMessage } from './event-payloads.ts'
import type { Action, Listeners } from './listeners.ts'

type Listen<T extends keyof Listeners> = Parameters<Listeners[T]>[1]

/** What Slack must be told to send: the names of the manifest. */
export interface Subscriptions {
  commands: string[]
  shortcuts: string[]
  /** By their type; every message that a person typed is `message`. */
  events: string[]
}

/** The slices' listeners on top of Bolt: payloads parsed into our words, one dispatcher per kind, an answer only when the listener is done. */
export function createDispatcher(app: App, log: Log): Listeners & { subscriptions(): Subscriptions } {
  const commands = new Map<string, Listen<'command'>>()
  const exact = new Map<string, Listen<'action'>>()
  const patterns: { pattern: RegExp; listen: Listen<'action'> }[] = []
  const shortcuts = new Map<string, Listen<'shortcut'>>()
  const submissions = new Map<string, Listen<'submit'>>()
  const messages: Parameters<Listeners['message']>[0][] = []
  const events = new Map<string, Listen<'event'>[]>()

  const anything = /[\s\S]*/
  const run = <T>(kind: string, name: string, work: () => Promise<T>): Promise<T> =>
    withCorrelation(currentCorrelation() ?? crypto.randomUUID().slice(0, 8), () => {
      log.debug({ kind, name }, 'from Slack')
      return work()
    })

  app.command(anything, async ({ ack, body }) => {
    const command = parseCommand(body)
    const listen = commands.get(command.command)
    if (!listen) return ack(`Bellhop does not know ${command.command}.`)
    const answer = await run('command', command.command, () => listen(command))
    if (answer === undefined) return ack()
    await ack(
      typeof answer === 'string'
        ? { response_type: 'ephemeral', text: answer }
        : { response_type: 'ephemeral', ...answer },
    )
  })

  app.action(anything, async ({ ack, body, context }) => {
    const action: Action = parseAction(body, context.teamId ?? '')
    const listen = exact.get(action.actionId) ?? patterns.find(({ pattern }) => pattern.test(action.actionId))?.listen
    // Buttons that only open a link arrive here too; unanswered they would show an error.
    if (listen) await run('action', action.actionId, () => listen(action))
    await ack()
  })

  app.shortcut(anything, async ({ ack, body, context }) => {
    const shortcut = parseShortcut(body, context.teamId ?? '')
    const listen = shortcuts.get(shortcut.callbackId)
    if (listen) await run('shortcut', shortcut.callbackId, () => listen(shortcut))
    await ack()
  })

  app.view({ callback_id: anything, type: 'view_submission' }, async ({ ack, body, context }) => {
    const submission = parseSubmission(body, context.teamId ?? '')
    const listen = submissions.get(submission.view.callbackId)
    const answer = listen && (await run('submission', submission.view.callbackId, () => listen(submission)))
    if (!answer) await ack()
    else if ('errors' in answer) await ack({ response_action: 'errors', errors: answer.errors })
    else if ('update' in answer) await ack({ response_action: 'update', view: answer.update })
    else await ack({ response_action: 'clear' })
  })

  app.event(anything, async ({ body, event, context }) => {
    const team = context.teamId ?? ''
    const type: string = event.type
    if (type === 'message' || type === 'app_mention') {
      const message = parseTypedMessage({ ...event }, team, context.botUserId ?? '')
      if (message) await run('message', type, () => Promise.all(messages.map((listen) => listen(message))))
      return
    }
    const other = parseSlackEvent(body, team)
    await run('event', type, () => Promise.all((events.get(type) ?? []).map((listen) => listen(other))))
  })

  const once = <K, V>(map: Map<K, V>, key: K, value: V): void => {
    if (map.has(key)) throw new Error(`two listeners for ${String(key)}`)
    map.set(key, value)
  }

  return {
    subscriptions: () => ({
      commands: [...commands.keys()],
      shortcuts: [...shortcuts.keys()],
      events: [...(messages.length > 0 ? ['message'] : []), ...events.keys()],
    }),
    command: (name, listen) => once(commands, name, listen),
    action: (actionId, listen) =>
      typeof actionId === 'string' ? once(exact, actionId, listen) : void patterns.push({ pattern: actionId, listen }),
    shortcut: (callbackId, listen) => once(shortcuts, callbackId, listen),
    submit: (callbackId, listen) => once(submissions, callbackId, listen),
    message: (listen) => void messages.push(listen),
    event: (type, listen) => void events.set(type, [...(events.get(type) ?? []), listen]),
  }
}
