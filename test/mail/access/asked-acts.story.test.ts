import { expect, onTestFinished } from 'vitest'
import { openAccessRecords } from '../../support/access-rules.ts'
import { findElements, readText } from '../../support/block-queries.ts'
import { createForger } from '../../support/forged-requests.ts'
import { type Harness, until } from '../../support/harness.ts'
import { test, testWith } from '../../support/story-test.ts'

/** Receives a spam mail, and returns its card and the value of its buttons. */
async function receiveSpam({ mail, slack }: Harness, support: string) {
  await mail.receive({ kind: 'spam', subject: 'You won', from: 'Prize <prize@win.test>', text: 'A prize' })
  const card = await slack.findMessage(support, /You won/)
  const value = findElements(card).find(({ action_id: id }) => id === 'mail.ask_release')?.['value']
  return { card, value: String(value) }
}

test(
  'nobody is asked to confirm a decision that they may not make',
  { tags: 'smoke' },
  async ({ app, support, maria }) => {
    const { card } = await receiveSpam(app, support)
    for (const [n, act] of ['release', 'not_spam', 'discard'].entries()) {
      await app.slack.click(maria, card, `mail.ask_${act}`)
      await until(
        async () => (await app.slack.messages(support)).filter((one) => one.ephemeral_for === maria).length === n + 1,
      )
    }
    await app.settled()
    expect(await app.slack.views(maria)).toEqual([])
    expect(readText(await app.slack.findMessage(support, /You won/))).toContain('mail.ask_release')
  },
)

testWith({ file: true })(
  'of two people who confirm different decisions, the first one decides and the other one reads it',
  async ({ app, support, aiko, maria }) => {
    const { card } = await receiveSpam(app, support)
    const records = await openAccessRecords(app)
    onTestFinished(() => records.close())
    await records.allow('mail.release', `person:${maria}`, `person:${aiko}`)
    await app.slack.click(maria, card, 'mail.ask_discard')
    const findQuestion = (user: string) =>
      until(async () => (await app.slack.views(user)).find(({ callback_id: id }) => id === 'mail.ask_verdict'))
    const question = await findQuestion(maria)
    await app.slack.click(aiko, card, 'mail.ask_discard')
    const own = await findQuestion(aiko)
    expect(readText(question)).toContain('prize@win.test')
    await app.slack.clickAndConfirm(aiko, card, 'mail.ask_release')
    await app.slack.findMessage(support, /Released by Aiko Tanaka/)
    await app.slack.submit(maria, question.id)
    await app.slack.findEphemeral(support, maria, /Nothing changed: @Aiko Tanaka released this email first/)
    await app.slack.submit(aiko, own.id)
    await app.slack.findEphemeral(support, aiko, /Nothing changed: you released this email/)
    await app.settled()
    await app.slack.findMessage(support, /Released by Aiko Tanaka/)
  },
)

test('a button that an earlier version posted asks by itself, and decides immediately', async ({
  app,
  support,
  aiko,
  maria,
}) => {
  const { card, value } = await receiveSpam(app, support)
  const forger = createForger(app.sandbox, (await app.client.slack.app()).team.id)
  await forger.click(maria, { actionId: 'mail.discard', value, message: card })
  await app.slack.findEphemeral(support, maria, /can release quarantined email/)
  await forger.click(aiko, { actionId: 'mail.discard', value, message: card })
  await app.slack.findMessage(support, /Deleted by Aiko Tanaka/)
})
