/** @module-tag rest */
import { expect } from 'vitest'
import { until } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'

const test = testWith({ ownProcess: true })

/** A crash after this many requests about files to Slack: once in each step of an upload. */
const STEP = 4
const CRASHES = 3

test('each file is in the thread once, however often the process is killed', async ({ app, support, maria }) => {
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.txt`)
  await app.mail.receive({
    subject: 'Five files',
    text: 'x',
    attachments: names.map((filename) => ({
      filename,
      content: Buffer.from(filename.repeat(5000)).toString('base64'),
    })),
  })
  const head = await app.slack.findMessage(support, /Five files/)
  let calls = 0
  const crashes: Promise<void>[] = []
  app.sandbox.server.onEvent((event) => {
    if (event.type !== 'wire' || !/files\.|upload/.test(JSON.stringify(event)) || crashes.length >= CRASHES) return
    calls += 1
    if (calls % STEP === 0) crashes.push(app.kill().then(async () => void (await app.start())))
  })
  await app.slack.click(maria, head, /^Files$/)
  await until(async () => crashes.length >= CRASHES || undefined)
  await Promise.all(crashes)
  await app.slack.findMessage(support, /All 5 files are in this thread/, head.ts)
  await app.settled()
  const thread = await app.slack.messages(support, head.ts)
  expect(thread.flatMap(({ files = [] }) => files.map(({ name }) => name)).toSorted()).toEqual(names)
})
