import { expect } from 'vitest'
import { findElements, readText } from '../../../support/block-queries.ts'
import { type Harness, until, type View } from '../../../support/harness.ts'
import { listTicks } from '../send/reply-sending.ts'
import { testSending } from '../../../support/sending/sending-story.ts'

const pdf = (name: string, content = 'aGVsbG8=') => ({ name, content_type: 'application/pdf', content })

/** The value of the tick for a file. */
function tickOf(form: View, list: string, name: string): string | undefined {
  const element = findElements(form).find(({ action_id }) => action_id === list)
  const options = element?.['options'] as { value: string; text: { text: string } }[] | undefined
  return options?.find(({ text }) => text.text.startsWith(name))?.value
}

/** Replies with two files as Maria, stops the reply, and opens it again. */
async function openAgain(app: Harness, stop: 'cancel' | 'bounce' | 'refusal') {
  const { slack, mail } = app
  const [support, maria] = await Promise.all([slack.channel('support'), slack.user('maria')])
  await mail.receive({ text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(maria, head, 'mail.reply')
  const first = await slack.findForm(maria)
  // The form has read the list a moment ago.
  if (stop === 'refusal') await mail.changeAccount({ send_block: ['one@customer.test'] })
  await slack.fillForm(maria, first, [
    [/^Your reply$/, 'A new invoice.'],
    [/^Files$/, [pdf('invoice.pdf'), pdf('terms.pdf')]],
  ])
  if (stop === 'cancel') {
    const held = await slack.findMessage(support, /Sending in 60 seconds/, head.ts)
    await slack.click(maria, { ...held, thread: head.ts }, 'mail.cancel')
  }
  if (stop === 'bounce') await mail.reportOutcome((await mail.findSentMail(/A new invoice/)).message_id, 'bounced')
  const failed = { cancel: /Not sent: stopped in time/, bounce: /Not delivered to one/, refusal: /⚠️ Not sent/ }[stop]
  const stopped = await slack.findMessage(support, failed, head.ts)
  if (stop === 'refusal') await mail.changeAccount({ send_block: [] })
  const open = async (user = maria) => {
    await slack.click(user, { ...stopped, thread: head.ts }, 'mail.edit')
    return slack.findForm(user, first)
  }
  return { maria, open }
}

/** The files of the last sent mail, once this many are sent. */
async function findSentFiles(app: Harness, count: number): Promise<string[]> {
  await until(async () => (await app.mail.sent()).length >= count)
  await app.settled()
  const all = await app.mail.sent()
  expect(all).toHaveLength(count)
  return (all.at(-1)?.attachments ?? []).map((one) => (one as { filename: string }).filename).sort()
}

for (const stop of ['cancel', 'bounce', 'refusal'] as const) {
  testSending({ env: { MAIL_UNDO_SECONDS: stop === 'cancel' ? '60' : '0' } })(
    `after a ${stop}, Edit and send again keeps the files that stay ticked, next to new ones`,
    async ({ app }) => {
      const { slack, mail } = app
      const { maria, open } = await openAgain(app, stop)
      const form = await open()
      expect(readText(form)).toContain('invoice.pdf 5 bytes')
      if (stop === 'cancel')
        await app.slack.command(await slack.user('aiko'), await slack.channel('support'), `/mail hold ${mail.inbox} 0`)
      await app.settled()
      const files: [RegExp | string, unknown][] = [
        [/^Attached$/, [tickOf(form, 'mail.kept', 'invoice.pdf')]],
        [/^Files$/, [pdf('offer.pdf')]],
      ]
      await slack.fillForm(maria, form, files, listTicks(form))
      expect(await findSentFiles(app, stop === 'bounce' ? 2 : 1)).toEqual(['invoice.pdf', 'offer.pdf'])
    },
  )
}

testSending({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'a file that Slack no longer has stops the send until it is added again or left out',
  { tags: 'smoke' },
  async ({ app }) => {
    const { slack } = app
    const { maria, open } = await openAgain(app, 'refusal')
    await app.addFault({ target: 'slack', match: 'files.info', mode: 'status', error: 'file_deleted', times: 2 })
    const form = await open()
    expect(readText(form)).toContain('Slack no longer has invoice.pdf and terms.pdf.')
    const first = await slack.submit(maria, form.id)
    expect(first.errors).toEqual({ without: expect.stringContaining('Add invoice.pdf and terms.pdf again') })
    const second = await slack.fillForm(maria, form, [[/^Send without$/, [tickOf(form, 'mail.without', 'terms.pdf')]]])
    expect(second.errors).toEqual({ without: expect.stringContaining('Add invoice.pdf again') })
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(0)
    await slack.fillForm(maria, form, [['mail.files', [pdf('Invoice.pdf')]]])
    expect(await findSentFiles(app, 1)).toEqual(['Invoice.pdf'])
  },
)

testSending({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'a file deleted while the form is open is named before anything is sent',
  async ({ app }) => {
    const { slack } = app
    const { maria, open } = await openAgain(app, 'refusal')
    const form = await open()
    await app.addFault({ target: 'slack', match: 'files.info', mode: 'status', error: 'file_deleted', times: 2 })
    const first = await slack.submit(maria, form.id)
    expect(first.response_action).toBe('update')
    await app.settled()
    const shown = (await slack.views(maria)).at(-1)
    expect(readText(shown)).toContain('Slack no longer has invoice.pdf and terms.pdf.')
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(0)
  },
)

testSending({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'a colleague sends the files of a reply again',
  async ({ app, tom }) => {
    const { open } = await openAgain(app, 'refusal')
    const form = await open(tom)
    await app.slack.fillForm(tom, form, [['mail.files', [pdf('offer.pdf')]]])
    expect(await findSentFiles(app, 1)).toEqual(['invoice.pdf', 'offer.pdf', 'terms.pdf'])
  },
)

testSending({ env: { MAIL_UNDO_SECONDS: '0' } })('kept and new files together are at most ten', async ({ app }) => {
  const { slack } = app
  const { maria, open } = await openAgain(app, 'refusal')
  const form = await open()
  const nine = Array.from({ length: 9 }, (_, index) => pdf(`page-${index}.pdf`))
  const answer = await slack.fillForm(maria, form, [['mail.files', nine]])
  expect(answer.errors).toEqual({ files: expect.stringContaining('at most 10 files, and this one has 11') })
})
