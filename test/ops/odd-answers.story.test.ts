import { expect } from 'vitest'
import { readTaskCounts } from '../../tools/app-metrics.ts'
import type { Fault } from '../../sandbox/control-types.ts'
import { readText } from '../support/block-queries.ts'
import { until, type Harness } from '../support/harness.ts'
import { findInThread, sendReply, withoutHold } from '../mail/outbound/send/reply-sending.ts'
import { test, testWith } from '../support/story-test.ts'

const ODD_ANSWERS: Pick<Fault, 'mode' | 'status'>[] = [
  { mode: 'html', status: 200 },
  { mode: 'html', status: 403 },
  { mode: 'html', status: 404 },
  { mode: 'html', status: 502 },
  { mode: 'truncate' },
  { mode: 'wrong-types' },
]

const countDead = async ({ sandbox }: Harness): Promise<number> => (await readTaskCounts(sandbox.app)).dead

/** The next calls meet each odd answer once, two at most for each of the methods; a test need not wait long. */
async function injectOddAnswers(app: Harness, target: Fault['target'], matches: string[]): Promise<void> {
  for (const [index, match] of matches.entries())
    for (const odd of [ODD_ANSWERS[2 * index], ODD_ANSWERS[2 * index + 1]])
      if (odd) await app.addFault({ target, match, ...odd, times: 1 })
}

test('a person whose form Slack does not open gets a notice', async ({ app, slack, docs, maria }) => {
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const card = await slack.findCard(docs, 'working')
  const page: Fault = { target: 'slack', match: 'views.open', mode: 'html', status: 403, times: 1 }
  for (const words of ['settings', 'jobs', '']) {
    await app.addFault(page)
    const { status, body } = await slack.command(maria, docs, `/docs ${words}`)
    expect({ status, body: JSON.stringify(body) }).toMatchObject({
      status: 200,
      body: expect.stringMatching(/Try again in a moment/),
    })
  }
  await app.addFault(page)
  await slack.click(maria, card, 'jobs.follow_up')
  await slack.findEphemeral(docs, maria, /didn’t respond properly/)
})

test('pages, cut-off and mistyped answers of Slack end no command and no mail', async ({
  app,
  slack,
  agent,
  docs,
  support,
  maria,
}) => {
  await injectOddAnswers(app, 'slack', ['users.info', 'chat.postMessage', 'chat.update'])
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  await app.mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  await slack.findCard(docs, 'working')
  await slack.findMessage(support, /The total looks wrong/)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(1)
  for (const channel of [docs, support]) expect(await slack.messages(channel)).toHaveLength(1)
  expect(await countDead(app)).toBe(0)
})

for (const { mode, status } of [ODD_ANSWERS[2], ODD_ANSWERS[5]].filter((odd) => odd !== undefined))
  test(`a create that meets ${mode} has an unknown outcome and is not repeated`, async ({
    app,
    slack,
    docs,
    maria,
  }) => {
    await app.addFault({ target: 'agent', match: 'POST', mode, ...(status && { status }), times: 1 })
    await slack.command(maria, docs, '/docs Explain the retry schedule')
    await slack.findMessage(docs, mode === 'html' ? /The agent responded with an error/ : /Couldn’t confirm the start/)
    await app.settled()
    const creates = (await app.exchanges()).filter(({ system, method }) => system === 'agent' && method === 'POST')
    expect(creates).toHaveLength(1)
    expect(await countDead(app)).toBe(0)
  })

testWith(withoutHold)('a reply that meets pages and mistyped answers is sent once', async ({ app }) => {
  const { head } = await sendReply(app, { mode: 'html', status: 403, times: 1 }, { mode: 'wrong-types', times: 1 })
  await findInThread(app, head, /Sent </)
  await app.settled()
  expect(await app.mail.sent()).toHaveLength(1)
  expect(await countDead(app)).toBe(0)
})

testWith({ scale: 600 })(
  'an absurd Retry-After holds nothing up for long, and the admins are notified once',
  async ({ app, slack, docs, maria, aiko }) => {
    const absurd = { mode: 'status', status: 429, retryAfterS: 99_999_999_999 } as const
    await app.addFault({ target: 'agent', match: 'POST', ...absurd, error: 'Rate limit exceeded', times: 2 })
    await slack.command(maria, docs, '/docs Explain the retry schedule')
    const notice = /The agent asked Bellhop to wait more than a year/
    await slack.findMessage(aiko, notice)
    await slack.findCard(docs, 'working')
    await app.settled()
    expect((await slack.messages(aiko)).filter((one) => notice.test(readText(one)))).toHaveLength(1)
  },
)

testWith({ scale: 600 })(
  'a post that Slack wants to see in a year is made as soon as Slack takes it',
  async ({ app, slack, docs, maria }) => {
    const absurd = { mode: 'status', status: 429, retryAfterS: 99_999_999_999, times: 1 } as const
    await app.addFault({ target: 'slack', match: 'chat.postMessage', ...absurd })
    await slack.command(maria, docs, '/docs Explain the retry schedule')
    await slack.findCard(docs, 'working')
    await until(async () => app.output().includes('asks for a very long wait'))
  },
)
