import { isJsonObject, type JsonObject } from './server/control-routes.ts'

const PATIENCE_MS = 20_000
const POLL_MS = 60

const PULL_REQUEST = 'https://git.example.test/acme/docs/pull/412'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const lastWeek = new Date(Date.now() - WEEK_MS).toUTCString().slice(0, 16)

const MAIL = {
  from: 'Ines Prado <ines.prado@northwind.test>',
  subject: 'Webhook arrives twice',
  text: [
    'Hi there,',
    '',
    'Since Tuesday our endpoint has been getting some webhooks twice, a few seconds apart. Both copies have the same event ID.',
    'Is that expected? And how do we tell a repeat from a new event?',
    '',
    'Thanks,',
    'Ines',
    '',
    `On ${lastWeek}, Support <support@sandbox.test> wrote:`,
    '> Welcome aboard! Your account is ready.',
    '> If you have any questions, just reply to this email.',
  ].join('\n'),
}

const CHATTER = 'That’s the third customer this week asking how often we retry webhooks.'
const FINISHED = 'Explain the retry schedule on the webhooks page, with a table of the delays'
const RUNNING = 'Add a page about inbox routing: one example per rule'

const ANSWER = [
  'Hi Ines,',
  '',
  'Yes, that’s expected. If your endpoint doesn’t respond within 15 seconds, we send the webhook again.',
  'Store the event ID, and skip any you’ve already processed.',
  'We’re updating the page on retries right now. I’ll send you the link as soon as it’s live.',
  '',
  'Best,',
  'Tom',
].join('\n')

/** The words by which a card is found: it cuts a long title. */
const startOf = (prompt: string): string => prompt.slice(0, 40)

export interface Story {
  /** Resolves when two jobs are requested and a mail has arrived and been answered. */
  begun: Promise<void>
  /** Resolves when one job has its pull request, the other is running and the answer is delivered, or the story was left. */
  ended: Promise<void>
}

const nested = (value: unknown): JsonObject[] =>
  typeof value === 'object' && value !== null
    ? [...(isJsonObject(value) ? [value] : []), ...Object.values(value).flatMap(nested)]
    : []

function field(view: JsonObject): { block: string; action: string } | undefined {
  for (const block of nested(view['blocks'])) {
    const { element } = block
    if (block['type'] !== 'input' || !isJsonObject(element)) continue
    if (element['type'] === 'rich_text_input' || element['multiline'] === true)
      return { block: String(block['block_id']), action: String(element['action_id']) }
  }
  return undefined
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error('the opening story did not finish')
    await new Promise((wake) => setTimeout(wake, POLL_MS))
  }
}

/** The control calls that the story needs. */
function createStoryClient(control: string) {
  async function call(method: string, path: string, body?: JsonObject): Promise<unknown> {
    const answer = await fetch(control + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return answer.ok ? answer.json() : undefined
  }
  const list = async (path: string): Promise<JsonObject[]> => {
    const found = await call('GET', path)
    return Array.isArray(found) ? found.filter(isJsonObject) : []
  }
  return {
    call,
    list,
    named: async (path: string, name: string): Promise<string> =>
      String((await list(path)).find((one) => one['name'] === name)?.['id']),
    shown: (channel: string, words: string): Promise<JsonObject> =>
      until(async () =>
        (await list(`/slack/messages?channel=${channel}`)).find(
          (one) => one['bot_id'] !== undefined && JSON.stringify(one).includes(words),
        ),
      ),
    job: (prompt: string): Promise<JsonObject> =>
      until(async () => (await list('/agent/jobs')).find((one) => one['prompt'] === prompt)),
  }
}

/**
 * Fills the first screen with a finished job, a running one and an answered mail, by driving the app as people would. It gives up
 * after a while if the app knows none of this: `onLeft` receives the reason.
 */
export function playOpeningStory(control: string, inbox: string, onLeft: (error: unknown) => void): Story {
  const { call, list, named, shown, job } = createStoryClient(control)

  async function errands(): Promise<string> {
    const docs = await named('/slack/channels', 'docs')
    const [maria, tom] = [await named('/slack/users', 'maria'), await named('/slack/users', 'tom')]
    await call('POST', '/slack/message', { channel: docs, user: tom, text: CHATTER })
    await call('POST', '/slack/command', { channel: docs, user: maria, command: '/docs', text: FINISHED })
    await shown(docs, startOf(FINISHED))
    await call('POST', '/slack/command', { channel: docs, user: tom, command: '/docs', text: RUNNING })
    await shown(docs, startOf(RUNNING))
    return docs
  }

  /** Moves both jobs by hand, so the script no longer moves them: one ends, the other stays active. */
  async function work(docs: string): Promise<void> {
    const running = await job(RUNNING)
    await call('POST', `/agent/jobs/${String(running['id'])}`, { status: 'active' })
    const finished = await job(FINISHED)
    await call('POST', `/agent/jobs/${String(finished['id'])}`, { status: 'completed', prLink: PULL_REQUEST })
    await shown(docs, PULL_REQUEST)
  }

  async function mail(): Promise<void> {
    const [channel, tom] = [await named('/slack/channels', 'support'), await named('/slack/users', 'tom')]
    await call('POST', '/mail/inbound', { inbox_id: inbox, ...MAIL })
    const card = await shown(channel, MAIL.subject)
    const button = nested(card['blocks']).find(
      (one) => one['type'] === 'button' && JSON.stringify(one['text']).includes('"Reply"'),
    )
    await call('POST', '/slack/click', {
      channel,
      user: tom,
      message_ts: card['ts'],
      action_id: button?.['action_id'],
    })
    const form = await until(async () => (await list(`/slack/views?user=${tom}`)).findLast((view) => field(view)))
    const at = field(form)
    await call('POST', '/slack/submit', {
      user: tom,
      view_id: form['id'],
      values: { [at?.block ?? '']: { [at?.action ?? '']: ANSWER } },
    })
  }

  const delivered = async (): Promise<JsonObject> =>
    until(async () => (await list('/mail/deliveries')).find((one) => one['event_type'] === 'message.delivered'))

  const begun = Promise.all([errands(), mail()])
  return {
    begun: begun.then(() => {}),
    ended: begun
      .then(async ([docs]) => {
        await Promise.all([work(docs), delivered()])
      })
      .catch(onLeft),
  }
}
