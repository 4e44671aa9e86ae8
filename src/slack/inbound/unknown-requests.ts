import type { App, BlockAction } from '@slack/bolt'
import type { Log } from '../../core/log.ts'
import { toMenuOptions } from '../blocks/form-fields.ts'
import type { Languages } from '../directory/languages.ts'
import { slackTextIn } from '../text/slack-text.ts'
import {
  parseAction,
  parseClosedForm,
  parseCommand,
  parseOptionsRequest,
  parseShortcut,
  parseSubmission,
} from './interaction-payloads.ts'
import { isListenedTo, type Subscriptions } from './subscriptions.ts'

const ANYTHING = /[\s\S]*/

/**
 * Registers one listener for everything of a kind, which acknowledges and logs requests without another listener: without an answer Slack would show
 * an error. An unreadable request is also an error here. Events need no answer.
 */
export function answerUnknownRequests(
  app: App,
  { commands, actions, options, shortcuts, submissions, closings }: Subscriptions,
  { log, languages }: { log: Log; languages: Pick<Languages, 'ofPerson'> },
): void {
  app.command(ANYTHING, async ({ ack, body, command: { command: name } }) => {
    if (isListenedTo(commands, name)) return
    const { team, user, command } = parseCommand(body)
    const { unknownCommand } = slackTextIn(await languages.ofPerson(team, user))
    await ack(unknownCommand({ command }))
  })
  app.action<BlockAction>(ANYTHING, async ({ ack, body, context, action: { action_id: id } }) => {
    if (isListenedTo(actions, id)) return
    const { actionId, url } = parseAction(body, context.teamId ?? '')
    // Slack also reports clicks on buttons that only open a link.
    if (url === undefined) log.warn({ action: actionId }, 'an action without a listener')
    await ack()
  })
  app.options<'block_suggestion'>(ANYTHING, async ({ ack, body, context, payload: { action_id: id } }) => {
    if (isListenedTo(options, id)) return
    const { actionId } = parseOptionsRequest(body, context.teamId ?? '')
    log.warn({ options: actionId }, 'a menu without a listener')
    await ack(toMenuOptions({ choices: [] }))
  })
  app.shortcut(ANYTHING, async ({ ack, body, context, shortcut: { callback_id: id } }) => {
    if (isListenedTo(shortcuts, id)) return
    const { callbackId } = parseShortcut(body, context.teamId ?? '')
    log.warn({ shortcut: callbackId }, 'a shortcut without a listener')
    await ack()
  })
  app.view({ callback_id: ANYTHING, type: 'view_submission' }, async ({ ack, body, context, view }) => {
    if (isListenedTo(submissions, view.callback_id)) return
    const { callbackId } = parseSubmission(body, context.teamId ?? '').view
    log.warn({ submission: callbackId }, 'a submission without a listener')
    await ack()
  })
  app.view({ callback_id: ANYTHING, type: 'view_closed' }, async ({ ack, body, context, view }) => {
    if (isListenedTo(closings, view.callback_id)) return
    const { callbackId } = parseClosedForm(body, context.teamId ?? '').view
    log.warn({ closing: callbackId }, 'a closed form without a listener')
    await ack()
  })
}
