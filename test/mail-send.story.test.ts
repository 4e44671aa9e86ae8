import { expect, test } from 'vitest'
import { type Harness, harness, type Message, until, whole, type Where } from './harness.ts'

const answer = 'A new invoice is on its way.'
const noHold = { env: { MAIL_UNDO_SECONDS: '0' } }

const busy = { mode: 'status', status: 503, error: 'service_unavailable' }

/** The troubles that the send meets, one after the other. */
async function replied(app: Harness, ...troubles: Record<string, unknown>[]) {
  const support = await app.slack.channel('support')
  const maria = await app.slack.user('maria')
  await app.mail.inbound({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await app.slack.saw(support, /The total looks wrong/)
  await app.slack.click(maria, head, /^Reply$/)
  const form = await app.slack.form(maria)
  for (const trouble of troubles) await app.fault({ target: 'mail', match: '/reply', ...trouble })
  await app.slack.fill(maria, form, [[/^Text$/, answer]])
  return { support, maria, head }
}

const inThread = (app: Harness, head: Message & Where, fits: RegExp) => app.slack.saw(head.channel, fits, head.ts)

test('a mailbox that stays silent is asked again until a person stops it, and Look again finds the mail', async () => {
  const app = await harness(noHold)
  const { maria, head } = await replied(app, { mode: 'accept-then-drop', times: 1 }, busy)
  const trying = await inThread(app, head, /Not sent yet\. Bellhop keeps trying/)
  await app.slack.click(maria, { ...trying, thread: head.ts }, /^Stop trying$/)
  const unknown = await inThread(app, head, /We cannot tell whether this was sent/)
  await app.fair()
  await app.slack.click(maria, { ...unknown, thread: head.ts }, /^Look again$/)
  await inThread(app, head, /Sent </)
  expect(await app.mail.sent()).toHaveLength(1)
})

test('killed at any moment between the form and the answer, the reply still leaves once', async () => {
  const app = await harness(noHold)
  const { head } = await replied(app, { mode: 'delay', delayMs: 400, times: 1 })
  await app.app('kill')
  await app.app('start')
  await inThread(app, head, /Sent </)
  expect(await app.mail.sent()).toHaveLength(1)
  await until(async () => {
    const thread = await app.slack.messages(head.channel, head.ts)
    return thread.filter((one) => /replied to/.test(whole(one))).length === 1
  })
})
