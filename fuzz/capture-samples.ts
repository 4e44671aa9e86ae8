import { readTaskCounts } from '../tools/app-metrics.ts'
import { waitUntil } from '../tools/processes.ts'
import { ifPossible, type SandboxClient } from '../tools/sandbox-client.ts'
import type { Exchange, Fields, Named } from '../sandbox/control-types.ts'
import { isFields } from '../tools/fields.ts'
import { SAMPLE_WORD } from './canary.ts'

/** A valid request of Slack, exactly as sent to the app. */
export interface SlackSample {
  /** Its type, and the action, callback or command in it. */
  name: string
  encoding: 'json' | 'form' | 'payload'
  payload: Fields
}

export interface MailSample {
  name: string
  event: Fields
}

export interface Samples {
  slack: [SlackSample, ...SlackSample[]]
  mail: [MailSample, ...MailSample[]]
}

const COMMANDS = ['', 'help', 'jobs', 'settings', 'list', `add a page about ${SAMPLE_WORD}`]
const MAIL_COMMANDS = ['status', 'help', 'metrics', '']

const findId = (list: Named[], name: string): string => {
  const found = list.find((one) => one.name === name)
  if (!found) throw new Error(`the sandbox has no ${name}`)
  return found.id
}

const ofChannel = (channel: string) => ({ channel })

function* listElements(value: unknown): Generator<Fields> {
  if (Array.isArray(value)) for (const item of value) yield* listElements(item)
  else if (isFields(value)) {
    if (typeof value['action_id'] === 'string') yield value
    for (const item of Object.values(value)) yield* listElements(item)
  }
}

/** Clicks everything in the messages of a channel, and closes what opens. */
async function clickEverything({ slack }: SandboxClient, user: string, channel: string): Promise<void> {
  for (const message of await slack.messages(channel))
    for (const element of listElements(message.blocks)) {
      const target = { channel, message_ts: message.ts, action_id: String(element['action_id']) }
      const options = element['options']
      const choice = Array.isArray(options) && isFields(options[0]) ? options[0]['value'] : element['value']
      await ifPossible(slack.click({ user, ...target, value: choice }))
      for (const view of await slack.views(user)) {
        if (view.type === 'home') continue
        await ifPossible(slack.submitView({ user, view_id: view.id, values: {} }))
        await ifPossible(slack.closeView(user, view.id))
      }
    }
}

interface StoryPlace {
  inbox: string
  appUrl: string
}

/** People and customers do one of everything; what the simulators send to the app meanwhile are the samples. */
async function playStory(client: SandboxClient, { inbox, appUrl }: StoryPlace): Promise<void> {
  await client.agent.setScript('manual')
  const { slack, mail } = client
  const channels = await slack.channels()
  const [docs, support] = [findId(channels, 'docs'), findId(channels, 'support')]
  const users = await slack.users()
  const [maria, admin] = [findId(users, 'maria'), findId(users, 'aiko')]
  const { bot_user: bot } = await slack.app()
  for (const text of COMMANDS) await slack.sendCommand({ user: maria, ...ofChannel(docs), command: '/docs', text })
  for (const text of MAIL_COMMANDS) await slack.sendCommand({ user: admin, ...ofChannel(docs), command: '/mail', text })
  const text = `<@${bot}> explain ${SAMPLE_WORD}`
  const { ts } = await slack.sendMessage({ user: maria, channel: docs, text })
  await slack.sendMessage({ user: maria, channel: docs, text: `and more ${SAMPLE_WORD}`, thread_ts: ts })
  await slack.addReaction({ user: maria, channel: docs, ts, name: 'memo' })
  await slack.openHome(maria)
  for (const callback of ['jobs.new', 'jobs.from_message', 'jobs.collect', 'mail.send_as_reply'])
    await ifPossible(slack.useShortcut({ user: maria, callback_id: callback, channel: docs, message_ts: ts }))
  await mail.receive({
    inbox_id: inbox,
    from: 'Customer <customer@customer.test>',
    subject: `The ${SAMPLE_WORD} order`,
    text: `Where is my ${SAMPLE_WORD}?\n\nOn Monday, support wrote:\n> soon`,
    html: `<p>Where is my <b>${SAMPLE_WORD}</b>?</p>`,
    attachments: [{ filename: 'order.txt', content_type: 'text/plain', content: 'YQ==' }],
  })
  for (const kind of ['spam', 'blocked', 'unauthenticated'])
    await mail.receive({ inbox_id: inbox, from: 'b@c.test', subject: SAMPLE_WORD, text: SAMPLE_WORD, kind })
  const shows = async (channel: string): Promise<boolean> =>
    (await slack.messages(channel)).some((one) => one.bot_id !== undefined && JSON.stringify(one).includes(SAMPLE_WORD))
  await waitUntil('the first cards', async () => (await shows(docs)) && (await shows(support)), 120_000)
  // The same buttons each time: the job keeps working, and nothing is under way.
  await waitUntil(
    'all cards',
    async () => {
      const { waiting, active } = await readTaskCounts(appUrl)
      return waiting + active === 0 && (await client.agent.jobs()).length > 0
    },
    120_000,
  )
  await clickEverything(client, maria, docs)
  await clickEverything(client, maria, support)
}

function parseSlackSample({ requestBody }: Exchange): SlackSample | undefined {
  const name = (payload: Fields): string => {
    const actions = payload['actions']
    const action = Array.isArray(actions) && isFields(actions[0]) ? actions[0]['action_id'] : undefined
    const view = isFields(payload['view']) ? payload['view']['callback_id'] : undefined
    const event = isFields(payload['event']) ? payload['event']['type'] : undefined
    const words = [payload['type'], payload['command'], event, action, payload['callback_id'] ?? view]
    return words.filter((word) => typeof word === 'string' && word !== '').join(' ')
  }
  if (requestBody.startsWith('{')) {
    const payload = JSON.parse(requestBody) as Fields
    return { name: name(payload), encoding: 'json', payload }
  }
  const form = new URLSearchParams(requestBody)
  const json = form.get('payload')
  const payload = (json === null ? Object.fromEntries(form) : JSON.parse(json)) as Fields
  const text = json === null ? (form.get('text')?.split(' ')[0] ?? '') : ''
  return { name: `${name(payload)} ${text}`.trim(), encoding: json === null ? 'form' : 'payload', payload }
}

const DELIVERY_EVENTS = ['sent', 'delivered', 'bounced', 'complained', 'rejected'] as const

/** Reports about sent mail, in the shape of the mailbox's documentation. */
function createDeliverySamples(event: Fields): MailSample[] {
  const message = isFields(event['message']) ? event['message'] : {}
  const ids = { inbox_id: message['inbox_id'], thread_id: message['thread_id'], message_id: message['message_id'] }
  const part = { ...ids, timestamp: message['timestamp'] }
  const recipients = [{ address: 'customer@customer.test', status: 'bounced' }]
  const parts: Record<(typeof DELIVERY_EVENTS)[number], Fields> = {
    sent: { send: { ...part, recipients: ['customer@customer.test'] } },
    delivered: { delivery: { ...part, recipients: ['customer@customer.test'] } },
    bounced: { bounce: { ...part, type: 'Permanent', sub_type: 'General', recipients } },
    complained: { complaint: { ...part, type: 'abuse', sub_type: 'spam', recipients } },
    rejected: { reject: { ...part, reason: 'virus' } },
  }
  return DELIVERY_EVENTS.map((name) => ({
    name: `message.${name}`,
    event: { type: 'event', event_type: `message.${name}`, event_id: event['event_id'], ...parts[name] },
  }))
}

const byName = <T extends { name: string }>(samples: T[]): T[] => [
  ...new Map(samples.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((one) => [one.name, one])).values(),
]

function requireSome<T>([first, ...rest]: T[], what: string): [T, ...T[]] {
  if (first === undefined) throw new Error(`no ${what} was captured`)
  return [first, ...rest]
}

/** Captures one valid request of each kind that Slack and the mailbox send, in an order that does not depend on time. */
export async function captureSamples(client: SandboxClient, place: StoryPlace): Promise<Samples> {
  await playStory(client, place)
  const sent = (await client.exchanges()).filter(({ direction }) => direction === 'to-app')
  const slack = sent.filter(({ path }) => path === '/slack/events').flatMap((one) => parseSlackSample(one) ?? [])
  const mails = sent
    .filter(({ path }) => path === '/webhooks/mail')
    .map(({ requestBody }) => JSON.parse(requestBody) as Fields)
    .filter(({ event_type: type }) => String(type).startsWith('message.received'))
    .map((event): MailSample => ({ name: String(event['event_type']), event }))
  const [first] = requireSome(mails, 'mail')
  return {
    slack: requireSome(byName(slack), 'request of Slack'),
    mail: requireSome(byName([...mails, ...createDeliverySamples(first.event)]), 'mail'),
  }
}
