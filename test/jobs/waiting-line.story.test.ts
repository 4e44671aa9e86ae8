import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { type Story, testWith } from '../support/story-test.ts'

const test = testWith({ env: { AGENT_HOURLY_LIMIT: '1', JOB_UNDO_SECONDS: '0' } })

type Line = Pick<Story, 'app' | 'slack' | 'docs' | 'maria'>

const PAGES = ['inboxes', 'invoices', 'webhooks', 'quotas', 'labels', 'threads', 'exports', 'domains', 'limits']

/** Starts a job that uses the hour's room, and one for each of the other pages, which wait. Returns the cards of these by page. */
async function fillLine({ app, slack, docs, maria }: Line, count: number): Promise<Map<string, string>> {
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  await slack.findCard(docs, 'working')
  const cards = new Map<string, string>()
  for (const page of PAGES.slice(0, count)) {
    await slack.command(maria, docs, `/docs Write a page about ${page}`)
    const card = await until(async () =>
      (await slack.messages(docs)).find(
        (one) => one.metadata?.event_payload['state'] === 'waiting' && readText(one).includes(page),
      ),
    )
    cards.set(page, card.ts)
  }
  await app.settled()
  return cards
}

/** Reads the place in line from each card. */
async function readPlaces({ app, slack, docs }: Line, cards: Map<string, string>): Promise<string[]> {
  await app.settled()
  const messages = await slack.messages(docs)
  return Array.from(cards.values(), (ts) => {
    const text = readText(messages.find((one) => one.ts === ts))
    return /\d\w\w in line|In line behind at least \d other jobs?|Not started/.exec(text)?.[0] ?? text
  })
}

/** Lists the messages that an act edits, in the order of their cards. */
async function listEdits({ app, slack }: Line, act: () => Promise<unknown>): Promise<string[]> {
  await app.settled()
  const before = (await slack.calls()).length
  await act()
  await app.settled()
  const edits = (await slack.calls()).slice(before).filter(({ method }) => method === 'chat.update')
  return edits.map(({ args }) => String(args['ts'])).toSorted((one, other) => (one < other ? -1 : 1))
}

const shown = ['1st in line', '2nd in line', '3rd in line', '4th in line', '5th in line']
const behind = 'In line behind at least 5 other jobs'

test(
  'a job that leaves the line changes the cards of the first places only',
  { tags: 'redis' },
  async ({ app, slack, docs, maria }) => {
    const line = { app, slack, docs, maria }
    const cards = await fillLine(line, 9)
    const [first = '', second = '', ...others] = cards.values()
    expect(await readPlaces(line, cards)).toEqual([...shown, behind, behind, behind, behind])
    const cancel = (ts: string) => () => slack.click(maria, { channel: docs, ts }, 'jobs.cancel')
    expect(await listEdits(line, cancel(others.at(-1) ?? ''))).toEqual([others.at(-1)])
    expect(await listEdits(line, cancel(second))).toEqual([second, ...others.slice(0, 4)])
    expect(await readPlaces(line, cards)).toEqual([
      shown[0],
      'Not started',
      ...shown.slice(1),
      behind,
      behind,
      'Not started',
    ])
    expect(await listEdits(line, cancel(first))).toEqual([first, ...others.slice(0, 5)])
    // A list counts all places when it is opened.
    await slack.command(maria, docs, '/docs jobs')
    const list = await until(async () => (await slack.views(maria)).findLast((view) => view.type === 'modal'))
    expect(readText(list)).toContain('6th in line')
  },
)

test('a job that goes back to the front of the line changes the cards behind it', async ({
  app,
  slack,
  docs,
  maria,
}) => {
  const line = { app, slack, docs, maria }
  const cards = await fillLine(line, 6)
  const [first = ''] = cards.values()
  await slack.click(maria, { channel: docs, ts: first }, 'jobs.cancel')
  expect(await readPlaces(line, cards)).toEqual(['Not started', ...shown])
  await slack.click(maria, { channel: docs, ts: first }, 'jobs.edit')
  const form = await slack.findForm(maria)
  await slack.submit(maria, form.id)
  expect(await readPlaces(line, cards)).toEqual([...shown, behind])
})
