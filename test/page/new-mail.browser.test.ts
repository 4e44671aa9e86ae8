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

test('a new mail is written, sent and shown as the head of its thread, and a mail is forwarded without a file', async () => {
  const at = await openSandbox()
  const { mail, slack } = createSandboxClient(at.control)
  await mail.receive({
    inbox_id: at.env['SANDBOX_INBOX'],
    from: 'Ann Lee <ann@globex.test>',
    subject: 'Contract',
    text: 'Please sign this.',
    attachments: ['contract.txt', 'salary.txt'].map((filename) => ({
      filename,
      content_type: 'text/plain',
      content: 'aGk=',
    })),
  })
  const page = await openPage(at.page)
  await actAs(page, 'Maria Torres')
  await page.goto(`${at.page}#/c/C08SUPPT03C`)
  await page.getByText('Please sign this').first().waitFor()
  const maria = (await slack.users()).find(({ name }) => name === 'maria')?.id ?? ''
  await slack.sendCommand({ user: maria, channel: 'C08SUPPT03C', command: '/mail', text: 'write rita@partner.test' })
  const form = page.getByRole('dialog').last()
  await form.getByText('This email and its replies will be visible to everyone in').waitFor()
  await form.getByRole('textbox', { name: 'Subject' }).fill('Our offer')
  await form.getByRole('textbox', { name: 'Your message' }).fill('Hello Rita, here is our offer.')
  await form.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('wrote an email to rita@partner.test').first().waitFor()
  await page
    .getByText(/Maria Torres wrote to rita@partner\.test/)
    .first()
    .waitFor({ timeout: 40_000 })
  await page.getByText('Waiting for their reply').first().waitFor()
  expect(await findFaintTexts(page)).toEqual([])
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Forward' }).click()
  await page.getByRole('dialog').last().getByText('Attachments of the email').waitFor()
  expect(await hasHorizontalOverflow(page)).toBe(false)
})
