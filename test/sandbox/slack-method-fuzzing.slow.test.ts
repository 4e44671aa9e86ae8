import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts'

let box: Sandbox
let known: string[]

beforeAll(async () => {
  box = await createSandbox({ app: false, empty: true, manifest: 'test/fixtures/outside-app.yml', scale: 1_000_000 })
  const list = async (path: string) => {
    const answer = await fetch(`${box.control}/slack/${path}`)
    return (await answer.json()) as { id?: string; ts?: string }[]
  }
  const channels = (await list('channels')).flatMap(({ id }) => id ?? [])
  const people = (await list('users')).flatMap(({ id }) => id ?? [])
  const body = JSON.stringify({ channel: channels[0], user: people[0], text: 'hello' })
  const { ts } = (await (await fetch(`${box.control}/slack/message`, { method: 'POST', body })).json()) as {
    ts: string
  }
  known = [...channels, ...people, ts, 'text', 'docs', 'https://a.test', '1', '-1', '']
})
afterAll(() => box.close())

const NAMES =
  'channel user users text blocks view ts thread_ts timestamp name limit cursor oldest latest files file metadata attachments ' +
  'trigger_id view_id hash channel_id message_ts post_at title link type bookmark_id action_id block_id value values callback_id ' +
  'command action times event_id topic status query filename length types markdown_text user_id external_id scheduled_message_id'

/** Arguments with the right names and anything in them: what is there, what is not, other kinds of JSON. */
const args = () =>
  fc.dictionary(
    fc.constantFrom(...NAMES.split(' ')),
    fc.oneof(
      fc.nat().map((pick) => known[pick % known.length]),
      fc.jsonValue({ maxDepth: 3 }),
      fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
      fc.array(
        fc.record({
          type: fc.constantFrom('section', 'actions', 'input', 'rich_text', 'modal'),
          text: fc.jsonValue({ maxDepth: 1 }),
        }),
      ),
    ),
    { maxKeys: 12 },
  )

const AMOUNTS: { name: string; tags: 'rest'[]; runs: number }[] = [
  { name: 'a few', tags: [], runs: 100 },
  { name: 'many', tags: ['rest'], runs: 1200 },
]

for (const { name, tags, runs } of AMOUNTS) {
  test(`${name} odd calls of methods are answered with ok or a named error`, { tags }, async () => {
    const methods = Object.keys(box.slack.methods).filter((method) => method !== 'auth.revoke')
    const token = box.env['SANDBOX_BOT_TOKEN'] ?? ''
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...methods), args(), fc.boolean(), async (method, given, form) => {
        const text = Object.fromEntries(
          Object.entries(given).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
        )
        const answer = await fetch(`${box.slackApi}${method}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${method === 'apps.connections.open' ? box.env['SANDBOX_APP_TOKEN'] : token}`,
            'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json; charset=utf-8',
          },
          body: form ? new URLSearchParams(text).toString() : JSON.stringify(given),
        })
        const body = (await answer.json()) as { ok?: boolean; error?: string }
        expect([200, 429], `${method} ${JSON.stringify(given)} → ${JSON.stringify(body)}`).toContain(answer.status)
        expect(body.ok === true || /^[a-z_]+$/.test(body.error ?? '')).toBe(true)
      }),
      { numRuns: runs },
    )
  })

  test(`${name} odd requests to the control surface are answered with 2xx, or 4xx and a reason`, { tags }, async () => {
    const paths =
      'message edit command shortcut click submit close home react workspace redeliver suggest socket group person'.split(
        ' ',
      )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), args(), async (path, given) => {
        const answer = await fetch(`${box.control}/slack/${path}`, { method: 'POST', body: JSON.stringify(given) })
        const body = (await answer.json()) as { error?: unknown }
        expect(answer.status, `${path} ${JSON.stringify(given)} → ${JSON.stringify(body)}`).toBeLessThan(500)
        if (answer.status >= 400) expect(body.error).toEqual(expect.any(String))
      }),
      { numRuns: runs },
    )
  })
}
