/** @module-tag browser */
import { expect, test } from 'vitest'
import { createSandboxClient } from '../../tools/sandbox-client.ts'
import {
  actAs,
  findFaintTexts,
  hasHorizontalOverflow,
  openPage,
  openSandbox,
  useBrowser,
} from './support/browser-page.ts'

useBrowser()

const SUPPORT = 'C08SUPPT03C'

test('a reply is written, reviewed on a phone and approved, and its card says how far it is', async () => {
  const at = await openSandbox({ env: { MAIL_UNDO_SECONDS: '600' } })
  const { mail, slack } = createSandboxClient(at.control)
  const people = await slack.users()
  const idOf = (name: string) => people.find((one) => one.name === name)?.id ?? ''
  const text = `approval ${at.env['SANDBOX_INBOX']} <@${idOf('tom')}>`
  await slack.sendCommand({ user: idOf('aiko'), channel: SUPPORT, command: '/mail', text })
  await mail.receive({
    inbox_id: at.env['SANDBOX_INBOX'],
    from: 'Ann Lee <ann@globex.test>',
    subject: 'Invoice 7',
    text: 'Please pay',
  })
  const page = await openPage(at.page)
  await actAs(page, 'Maria Torres')
  await page.goto(`${at.page}#/c/${SUPPORT}`)
  await page.getByText('Please pay').first().waitFor()
  await page.getByRole('button', { name: 'Reply', exact: true }).first().click()
  const form = page.getByRole('dialog').last()
  await form.getByRole('textbox', { name: 'Your reply' }).fill('It is paid.')
  await form.getByRole('button', { name: 'Send', exact: true }).click()
  await page
    .getByRole('button', { name: /^\d+ repl/ })
    .first()
    .click()
  await page.getByText(/@Tom Hadley can approve it until/).waitFor()

  const phone = await openPage(at.page, { width: 390, dark: true })
  await actAs(phone, 'Tom Hadley')
  await phone.goto(`${at.page}#/app/home`)
  await phone.getByText('Awaiting your approval').waitFor()
  await phone.getByRole('button', { name: 'Review' }).first().click()
  const review = phone.getByRole('dialog').last()
  await review.getByText('Subject: Re: Invoice 7').waitFor()
  await review.getByText('It is paid.').waitFor()
  expect(await findFaintTexts(phone)).toEqual([])
  expect(await hasHorizontalOverflow(phone)).toBe(false)
  await review.getByRole('button', { name: 'Approve' }).click()
  await page.getByText(/Sending in \d+ seconds/).waitFor()
  await page
    .getByText(/Approved by @Tom Hadley/)
    .first()
    .waitFor()
})
