import { expect } from 'vitest'
import { type AccessRecords, recordsFixture } from '../../support/access-rules.ts'
import { findButton, readText } from '../../support/block-queries.ts'
import { createForger } from '../../support/forged-requests.ts'
import { type Harness, type Message, until } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'
import { listEntries, pickEntry } from '../mail-menu.ts'

const test = testWith({ file: true }).extend<{ records: AccessRecords }>({ records: recordsFixture })

/** The messages that a guest reads privately in a channel, oldest first. */
const readRefusals = async ({ slack }: Harness, guest: string, channel: string): Promise<Message[]> =>
  (await slack.messages(channel)).filter((one) => one.ephemeral_for === guest)

test(
  'a guest who presses any button of an email reads its name and the people to ask, and can ask them',
  { tags: 'smoke' },
  async ({ app, slack, mail, records, support, gwen, aiko }) => {
    await mail.receive({
      subject: 'Broken invoice',
      text: `The total looks wrong.\n${'A line of the invoice.\n'.repeat(80)}`,
    })
    const head = await slack.findMessage(support, /The total looks wrong/)
    const entries = listEntries(head).filter((verb) => verb !== 'snooze_tomorrow')
    const presses: [act: string, sentence: RegExp, press: () => Promise<unknown>][] = [
      ['mail.reply claim', /can work on email here/, () => slack.click(gwen, head, 'mail.claim')],
      ['mail.reply send', /can reply to email here/, () => slack.click(gwen, head, 'mail.reply')],
      ['mail.reply open', /can open email here/, () => slack.click(gwen, head, 'mail.read')],
      ['mail.reply snooze', /can work on email here/, () => pickEntry(slack, gwen, head, 'snooze')],
      ['mail.reply hand_over', /can work on email here/, () => pickEntry(slack, gwen, head, 'hand_over')],
      ['mail.reply send', /can reply to email here/, () => pickEntry(slack, gwen, head, 'forward')],
      ['mail.reply open', /can open email here/, () => pickEntry(slack, gwen, head, 'more')],
    ]
    expect(entries).toEqual(expect.arrayContaining(['snooze', 'hand_over', 'forward', 'more']))
    for (const [n, [, sentence, press]] of presses.entries()) {
      await press()
      const refusal = await until(async () => (await readRefusals(app, gwen, support))[n])
      expect(readText(refusal)).toMatch(sentence)
      expect(readText(refusal)).toContain('Ask @Aiko Tanaka')
      expect(findButton(refusal, /^Request access$/)).toBeDefined()
    }
    await app.settled()
    expect(await slack.views(gwen)).toEqual([])
    const audit = (await records.readAudit()).filter(({ user }) => user === gwen)
    expect(audit.map(({ action, verb, outcome }) => [`${action} ${verb}`, outcome]).toReversed()).toEqual(
      presses.map(([act]) => [act, 'refused']),
    )
    const refusal = await slack.findEphemeral(support, gwen, /can open email here/)
    await slack.click(gwen, { ...refusal, channel: support }, 'access.ask')
    const asked = await slack.findPost(aiko, 'access.request')
    expect(readText(asked)).toContain('@Gwen Ashby would like permission to open email.')
  },
)

test('the refusal of a click on an email that the channel and its thread show can be seen from both', async ({
  app,
  slack,
  mail,
  support,
  maria,
  gwen,
}) => {
  const { thread_id: threadId } = await mail.receive({ subject: 'Broken invoice', text: 'The total looks wrong.' })
  await slack.click(maria, await slack.findMessage(support, /The total looks wrong/), 'mail.claim')
  await slack.findCard(support, 'claimed', { kind: 'mail.card' })
  await mail.receive({ thread_id: threadId, text: 'Any news?' })
  const further = await until(async () =>
    (await slack.messages(support)).find((one) => one.subtype === 'thread_broadcast' && /Any news/.test(readText(one))),
  )
  await slack.click(gwen, { ...further, channel: support }, 'mail.reply')
  await until(async () => (await slack.views(gwen)).some((view) => /can reply to email here/.test(readText(view))))
  await slack.click(gwen, { ...further, channel: support }, 'mail.done')
  const refusal = await slack.findEphemeral(support, gwen, /can work on email here/)
  expect(refusal.thread_ts).toBeUndefined()
  await app.settled()
})

test('a guest outside the channel of an email learns nothing about it, whatever their client sends', async ({
  app,
  slack,
  mail,
  records,
  support,
  docs,
  gwen,
}) => {
  await slack.join(gwen, docs)
  await slack.leave(gwen, support)
  await mail.receive({ subject: 'Broken invoice', text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  const value = String(findButton(head, /^Reply$/)?.['value'])
  const message = await slack.say(gwen, docs, 'Hello')
  const forger = createForger(app.sandbox, (await app.client.slack.app()).team.id)
  for (const forged of [value, 'made-up.mail'])
    for (const actionId of ['mail.reply', 'mail.read', 'mail.review', 'mail.claim'])
      await forger.click(gwen, { actionId, value: forged, message })
  await until(async () => (await readRefusals(app, gwen, docs)).length === 8)
  await app.settled()
  for (const refusal of await readRefusals(app, gwen, docs))
    expect(readText(refusal)).toMatch(/Only full members of this workspace can use Bellhop/)
  const acts = (await records.readAudit()).filter(({ user }) => user === gwen)
  expect(acts.map(({ outcome }) => outcome)).toEqual(acts.map(() => 'refused'))
})
