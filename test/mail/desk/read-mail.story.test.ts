import { expect } from 'vitest'
import { findButton, readText } from '../../support/block-queries.ts'
import { until } from '../../support/harness.ts'
import { test } from '../../support/story-test.ts'
import { pressInDetails } from '../mail-menu.ts'

const answer = `Thank you, that is fine.

-- 
Noor Haddad
Northwind

On Wed, Mar 4, 2026 at 16:20, Support <support@acme.test> wrote:
> We try five times.`

test(
  'the full message folds what is quoted until it is asked for, and leads to the earlier emails',
  { tags: 'smoke' },
  async ({ app, support, maria }) => {
    const attachments = [{ filename: 'plan.txt', content: Buffer.from('three seats').toString('base64') }]
    const { thread_id: thread } = await app.mail.receive({ subject: 'Retries', text: 'How often do you try?' })
    const head = await app.slack.findMessage(support, /How often/)
    await app.mail.receive({
      thread_id: thread,
      subject: 'Re: Retries',
      text: answer,
      attachments,
      cc: ['bob@customer.test'],
    })
    const card = await app.slack.findMessage(support, /that is fine/, head.ts)
    await app.slack.click(maria, { ...card, thread: head.ts }, /^Show full message$/)
    const read = async (fits: RegExp) =>
      until(async () => (await app.slack.views(maria)).find((view) => fits.test(readText(view))))
    const folded = await read(/Thank you, that is fine/)
    expect(readText(folded)).not.toMatch(/We try five times|Northwind/)
    expect(readText(folded)).toContain('1 earlier email and signature hidden')
    expect(readText(folded)).toContain('📎 plan.txt')

    await app.slack.clickInView(maria, folded.id, 'mail.page:fold', findButton(folded, /^Show hidden text$/)?.['value'])
    const whole = await read(/We try five times/)
    expect(readText(whole)).toContain('Northwind')
    await app.slack.clickInView(maria, whole.id, 'mail.page:fold', findButton(whole, /^Hide it again$/)?.['value'])
    const again = await read(/Show hidden text/)
    expect(readText(again)).toContain('Email 2 of 2 in this thread')
    // The mail has several recipients; all of them can be answered from here as well.
    await app.slack.clickInView(maria, again.id, 'mail.reply_all', findButton(again, /^Reply all$/)?.['value'])
    expect(readText(await read(/Your reply/))).toContain('2 people')
    await app.slack.clickInView(maria, again.id, 'mail.page:earlier', findButton(again, /^Earlier email$/)?.['value'])
    expect(readText(await read(/Email 1 of 2 in this thread/))).toContain('How often do you try?')
  },
)

test('Original sends the mail as received to one person only, as a page that loads nothing', async ({
  app,
  support,
  maria,
}) => {
  await app.mail.receive({
    subject: 'Letter',
    html: '<meta http-equiv="refresh" content="0;url=https://evil.test/"><p>Hello <img src="https://evil.test/x.png"></p><script>alert(1)</script>',
    attachments: [{ filename: 'a.txt', content: Buffer.from('three seats').toString('base64') }],
  })
  const head = await app.slack.findMessage(support, /Letter/)
  const more = await pressInDetails(app.slack, maria, head, 'mail.original')
  expect(readText(more).match(/"Original"/g)).toHaveLength(1)
  expect(readText(more)).not.toContain('*Original*')
  const page = await app.slack.findFile(maria, /mail\.html/)
  expect(page.content).toMatch(
    /^<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none';/,
  )
  expect(page.content).toContain('<p>Hello')
  expect(page.content).not.toContain('http-equiv="refresh"')
  const whole = await app.slack.findFile(maria, /mail\.eml/)
  expect(whole.content).toContain('Subject: Letter')
  expect(whole.content).toContain(Buffer.from('three seats').toString('base64'))
  await app.settled()
  const shown = [...(await app.slack.messages(support)), ...(await app.slack.messages(support, head.ts))]
  expect(shown.flatMap(({ files = [] }) => files)).toEqual([])
})
