import { App, type AppOptions } from '@slack/bolt'
import type { ModalView } from '@slack/types'

/** A payload as Bolt passed it to a listener; the tests inspect it. */
export interface ReceivedPayload {
  kind: string
  payload: Record<string, unknown>
  body: Record<string, unknown>
}

const form = (text = ''): ModalView => ({
  type: 'modal',
  callback_id: 'ticket_form',
  private_metadata: JSON.stringify({ from: 'outside' }),
  notify_on_close: true,
  title: { type: 'plain_text', text: 'New ticket' },
  submit: { type: 'plain_text', text: 'Create' },
  blocks: [
    {
      type: 'input',
      block_id: 'title',
      label: { type: 'plain_text', text: 'What happened?' },
      element: { type: 'plain_text_input', action_id: 'value', ...(text && { initial_value: text }) },
    },
    {
      type: 'input',
      block_id: 'owner',
      optional: true,
      label: { type: 'plain_text', text: 'Who looks at it?' },
      element: { type: 'users_select', action_id: 'value' },
    },
    {
      type: 'input',
      block_id: 'product',
      optional: true,
      label: { type: 'plain_text', text: 'Product' },
      element: { type: 'external_select', action_id: 'product_search', min_query_length: 0 },
    },
    {
      type: 'section',
      block_id: 'level',
      text: { type: 'mrkdwn', text: 'How bad?' },
      accessory: {
        type: 'static_select',
        action_id: 'level_pick',
        options: ['low', 'high'].map((value) => ({ text: { type: 'plain_text', text: value }, value })),
      },
    },
  ],
})

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** An app as public samples write them, with `@slack/bolt` alone: command, action, modal, shortcut, event, options, Home. */
export function outsideApp(options: AppOptions): { app: App; received: ReceivedPayload[] } {
  const app = new App({ logLevel: 'error' as AppOptions['logLevel'] & string, ...options })
  const received: ReceivedPayload[] = []
  const note = (kind: string, payload: unknown, body: unknown): void =>
    void received.push({ kind, payload: payload as ReceivedPayload['payload'], body: body as ReceivedPayload['body'] })

  app.message('hello', async ({ message, say, body }) => {
    note('message', message, body)
    await say({
      text: 'Hey there!',
      blocks: [
        {
          type: 'section',
          text: { type: 'mrkdwn', text: 'Hey there!' },
          accessory: {
            type: 'button',
            text: { type: 'plain_text', text: 'Click Me' },
            action_id: 'button_click',
            value: 'v1',
          },
        },
      ],
    })
  })
  app.event('app_mention', async ({ event, say, body }) => {
    note('app_mention', event, body)
    await say({ text: 'You called?', thread_ts: event.thread_ts ?? event.ts })
  })
  app.event('reaction_added', async ({ event, body }) => note('reaction_added', event, body))
  app.event('app_home_opened', async ({ event, client, body }) => {
    note('app_home_opened', event, body)
    await client.views.publish({
      user_id: event.user,
      view: {
        type: 'home',
        blocks: [{ type: 'section', text: { type: 'mrkdwn', text: `Welcome home, <@${event.user}>` } }],
      },
    })
  })
  app.action('button_click', async ({ body, action, ack, client, respond }) => {
    await ack()
    note('button_click', action, body)
    const channel = body.type === 'block_actions' ? (body.channel?.id ?? body.user.id) : body.user.id
    await client.chat.postMessage({ channel, text: `<@${body.user.id}> clicked the button` })
    await respond({ text: 'Clicked.', replace_original: true })
  })
  app.action('level_pick', async ({ ack, body, action, client }) => {
    await ack()
    note('level_pick', action, body)
    if (body.type !== 'block_actions' || !body.view) return
    const view = form()
    await client.views.update({
      view_id: body.view.id,
      hash: body.view.hash,
      view: {
        ...view,
        blocks: [...view.blocks, { type: 'context', elements: [{ type: 'mrkdwn', text: 'Level is set.' }] }],
      },
    })
  })
  app.options('product_search', async ({ ack, payload, body }) => {
    note('product_search', payload, body)
    await ack({ options: [{ text: { type: 'plain_text', text: `Product ${payload.value}` }, value: payload.value }] })
  })
  app.command('/ticket', async ({ command, ack, client, body }) => {
    await ack()
    note('/ticket', command, body)
    await client.views.open({ trigger_id: command.trigger_id, view: form(command.text) })
  })
  app.command('/echo', async ({ command, ack, respond, body }) => {
    await ack({ text: 'Listening.' })
    note('/echo', command, body)
    await respond({ text: command.text, response_type: 'in_channel' })
  })
  app.shortcut('new_ticket', async ({ shortcut, ack, client, body }) => {
    await ack()
    note('new_ticket', shortcut, body)
    await client.views.open({ trigger_id: shortcut.trigger_id, view: form() })
  })
  app.shortcut('message_ticket', async ({ shortcut, ack, client, body }) => {
    await ack()
    note('message_ticket', shortcut, body)
    const about = shortcut.type === 'message_action' ? text(shortcut.message.text) : ''
    await client.views.open({ trigger_id: shortcut.trigger_id, view: form(about) })
  })
  app.view('ticket_form', async ({ ack, view, body, client }) => {
    note('ticket_form', view, body)
    const title = view.state.values['title']?.['value']?.value ?? ''
    if (title.length < 5) return ack({ response_action: 'errors', errors: { title: 'Say a little more.' } })
    await ack()
    await client.chat.postMessage({ channel: body.user.id, text: `Ticket: ${title}` })
  })
  app.view({ callback_id: 'ticket_form', type: 'view_closed' }, async ({ ack, view, body }) => {
    await ack()
    note('view_closed', view, body)
  })
  return { app, received }
}
