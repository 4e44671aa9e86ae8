import { expect } from 'vitest'
import { readText } from '../../../support/block-queries.ts'
import { until } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'

const base64 = (content: string) => Buffer.from(content).toString('base64')

interface SentFile {
  filename: string
  size: number
}

testSending({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'files of a mail and of its Slack thread are found in the form, attached, and named on the reply',
  { tags: 'smoke' },
  async ({ slack, mail, support, maria, tom }) => {
    await mail.receive({
      from: 'Anna <anna@customer.test>',
      text: 'The total looks wrong.',
      attachments: [{ filename: 'order.txt', content_type: 'text/plain', content: base64('three seats') }],
    })
    const head = await slack.findMessage(support, /The total looks wrong/)
    const plan = { name: 'plan.pdf', content_type: 'application/pdf', content: base64('the plan') }
    await slack.say(tom, support, 'Send them this', { thread_ts: head.ts, files: [plan] })
    await slack.click(maria, head, 'mail.reply')
    const form = await slack.findForm(maria)
    const offered = await slack.suggest(maria, form.id, 'mail.thread_files', '')
    expect(offered.map(({ text }) => text.text)).toEqual(['order.txt 11 bytes · Anna', 'plan.pdf 8 bytes · Tom Hadley'])
    await slack.fillForm(maria, form, [
      [/^Your reply$/, 'Here is the plan.'],
      [/^Files from this thread$/, offered.map(({ value }) => value)],
    ])
    const sent = await until(async () => (await mail.sent()).at(-1))
    const files = (sent.attachments ?? []) as unknown as SentFile[]
    expect(files.map(({ filename, size }) => [filename, size])).toEqual([
      ['plan.pdf', 8],
      ['order.txt', 11],
    ])
    const shown = readText(await slack.findMessage(support, /Here is the plan/, head.ts))
    for (const name of ['order.txt', 'plan.pdf']) expect(shown).toContain(name)
  },
)
