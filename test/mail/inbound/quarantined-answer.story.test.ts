/** @module-tag redis */
import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { type Harness, until } from '../../support/harness.ts'
import { testSending } from '../../support/sending/sending-story.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

/** Receives a mail that Tom claims, and then an answer without proof of its sender, while quarantined mail goes to another channel. */
async function receiveUnproved(app: Harness, { shownIn, quarantine }: { shownIn: string; quarantine: string }) {
  const { slack, mail } = app
  const aiko = await slack.user('aiko')
  const tom = await slack.user('tom')
  const docs = await slack.channel('docs')
  const channel = await slack.channel(shownIn)
  await slack.command(aiko, docs, `/mail route ${mail.inbox} #${shownIn}`)
  await slack.command(aiko, docs, `/mail quarantine #${quarantine}`)
  await app.settled()
  const { thread_id: threadId } = await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong' })
  const head = await slack.findMessage(channel, /The total looks wrong/)
  await slack.click(tom, head, 'mail.claim')
  await slack.findCard(channel, 'claimed', { kind: 'mail.card' })
  const send = () =>
    mail.receive({
      thread_id: threadId,
      kind: 'unauthenticated',
      subject: 'Secret subject',
      text: 'Secret words',
    })
  await send()
  const card = await slack.findMessage(await slack.channel(quarantine), /Unverified sender/)
  return { tom, head, channel, card, send }
}

test('the owner of a conversation is notified of its quarantined email, but not of the words, and the card links to the conversation', async ({
  app,
  slack,
}) => {
  const { tom, head, channel, card, send } = await receiveUnproved(app, { shownIn: 'support', quarantine: 'leads' })
  expect(readText(card)).toContain('Part of the conversation')
  expect(readText(card)).toContain('Invoice 4711')
  expect(readText(card)).toContain(head.ts.replace('.', ''))
  const notice = await slack.findMessage(channel, /“Invoice 4711” was quarantined, because/, head.ts)
  expect(readText(notice)).toContain(tom)
  await send()
  await app.settled()
  const below = (await slack.messages(channel, head.ts)).map((one) => readText(one))
  expect(below.filter((one) => one.includes('was quarantined'))).toHaveLength(1)
  expect(below.join()).not.toContain('Secret')
  await slack.click(tom, notice, 'mail.show')
  await until(async () => (await slack.views(tom)).some((view) => readText(view).includes('Secret words')))
})

test.for([
  ['release', 'released'],
  ['discard', 'deleted'],
])(
  'the notice of a quarantined email in a conversation shows its %s, without a button',
  async ([verb, done], { app, slack }) => {
    const { head, channel, card } = await receiveUnproved(app, { shownIn: 'support', quarantine: 'leads' })
    const notice = await slack.findMessage(channel, /“Invoice 4711” was quarantined, because/, head.ts)
    const aiko = await slack.user('aiko')
    await slack.clickAndConfirm(aiko, card, `mail.ask_${verb}`)
    const now = await slack.findMessage(
      channel,
      new RegExp(`was quarantined, because.*@Aiko Tanaka ${done} it\\.`),
      head.ts,
    )
    expect(now.ts).toBe(notice.ts)
    expect(readText(now)).not.toContain('mail.show')
  },
)

test('a card in quarantine doesn’t name the conversation of a channel that its readers may not read', async ({
  app,
}) => {
  const { card } = await receiveUnproved(app, { shownIn: 'leads', quarantine: 'support' })
  expect(readText(card)).toContain('Part of a conversation in another channel')
  expect(readText(card)).not.toContain('Invoice 4711')
})
