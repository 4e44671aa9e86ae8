import { createHmac, randomUUID } from 'node:crypto'
import type { Fields, View } from '../../sandbox/control-types.ts'
import { until } from './simulators.ts'

/** Where the app listens, and the settings that it runs with. */
interface ForgedTarget {
  app: string
  env: Record<string, string>
}

export interface ForgedAnswer {
  status: number
  body: string
}

/** Sends a request until the app answers it so: if Slack is slow on a busy machine, the app leaves the question to its task. */
export const untilAnswered = (send: () => Promise<ForgedAnswer>, fits: RegExp): Promise<true> =>
  until(async () => fits.test((await send()).body) || undefined)

/** A click whose element need not be on anybody's screen. */
export interface ForgedClick {
  actionId: string
  blockId?: string
  value?: string
  /** The message that supposedly contains the element. */
  message?: { channel: string; ts: string }
  /** The modal that supposedly contains it. */
  view?: Fields
}

/**
 * Sends requests with Slack's signature that Slack itself would never send: everything in them that the person's own client chooses (button
 * values, metadata, fields) can be anything.
 */
export function createForger({ app, env }: ForgedTarget, team: string) {
  async function post(type: string, body: string): Promise<ForgedAnswer> {
    const stamp = `${Math.floor(Date.now() / 1000)}`
    const digest = createHmac('sha256', env['SLACK_SIGNING_SECRET'] ?? '')
      .update(`v0:${stamp}:${body}`)
      .digest('hex')
    const answer = await fetch(`${app}/slack/events`, {
      method: 'POST',
      headers: { 'content-type': type, 'x-slack-request-timestamp': stamp, 'x-slack-signature': `v0=${digest}` },
      body,
    })
    return { status: answer.status, body: await answer.text() }
  }
  const send = (fields: Record<string, string>): Promise<ForgedAnswer> =>
    post('application/x-www-form-urlencoded', new URLSearchParams(fields).toString())
  const interact = (user: string, payload: Fields): Promise<ForgedAnswer> =>
    send({
      payload: JSON.stringify({
        team: { id: team },
        user: { id: user },
        trigger_id: `1.2.${randomUUID()}`,
        ...payload,
      }),
    })
  return {
    command: (user: string, channel: string, command: string, text: string) =>
      send({ command, text, team_id: team, user_id: user, channel_id: channel, trigger_id: `1.2.${randomUUID()}` }),
    event: (event: Fields) =>
      post(
        'application/json',
        JSON.stringify({ type: 'event_callback', team_id: team, event_id: `Ev${randomUUID()}`, event }),
      ),
    /** A choice in a menu has the same value in another field. */
    click: (user: string, { actionId, blockId = 'b', value = '', message, view }: ForgedClick) =>
      interact(user, {
        type: 'block_actions',
        actions: [
          {
            type: 'overflow',
            action_id: actionId,
            block_id: blockId,
            action_ts: '1.2',
            selected_option: { text: { type: 'plain_text', text: 'Go' }, value },
          },
        ],
        ...(message && { container: { type: 'message', channel_id: message.channel, message_ts: message.ts } }),
        ...(view && { view: { id: 'V0FORGED', type: 'modal', ...view } }),
      }),
    shortcut: (user: string, callbackId: string, message?: { channel: string; ts: string }) =>
      interact(user, {
        type: message ? 'message_action' : 'shortcut',
        callback_id: callbackId,
        ...(message && { channel: { id: message.channel, name: 'x' }, message: { ts: message.ts, text: 'x' } }),
      }),
    /** Somebody types into a menu whose choices the app finds. */
    suggest: (user: string, fields: Fields) => interact(user, { type: 'block_suggestion', ...fields }),
    /** A closed modal, without its values unless some are given. */
    close: (
      user: string,
      { id, callback_id, private_metadata }: Pick<View, 'id' | 'callback_id' | 'private_metadata'>,
      values?: Record<string, Record<string, Fields>>,
    ) =>
      interact(user, {
        type: 'view_closed',
        is_cleared: false,
        view: { id, type: 'modal', callback_id, private_metadata, ...(values && { state: { values } }) },
      }),
    submit: (user: string, callbackId: string, metadata: string, values: Record<string, Record<string, Fields>>) =>
      interact(user, {
        type: 'view_submission',
        view: {
          id: `V${randomUUID()}`,
          type: 'modal',
          callback_id: callbackId,
          private_metadata: metadata,
          blocks: Object.keys(values).map((block_id) => ({ type: 'input', block_id })),
          state: { values },
        },
      }),
  }
}

export type Forger = ReturnType<typeof createForger>
