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

test('a reply is previewed on a phone, formatted and plain, and what was typed is still there', async () => {
  const at = await openSandbox()
  const { mail } = createSandboxClient(at.control)
  await mail.receive({
    inbox_id: at.env['SANDBOX_INBOX'],
    from: 'Ann Lee <ann@globex.test>',
    subject: 'Invoice 7',
    text: 'Please pay\n\nAnn',
    html: '<p>Please <b>pay</b></p><ul><li>soon</li></ul><p>Ann</p>',
  })
  const page = await openPage(at.page, { width: 390, dark: true })
  await actAs(page, 'Maria Torres')
  await page.goto(`${at.page}#/c/C08SUPPT03C`)
  await page.getByText('Please pay').first().waitFor()
  await page.getByRole('button', { name: 'Reply', exact: true }).first().click()
  const form = page.getByRole('dialog').last()
  await form.getByRole('textbox', { name: 'Your reply' }).fill('It is paid.')
  await form.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog').last()
  await preview.getByText('Subject: Re: Invoice 7').waitFor()
  await preview.getByText(/Ann Lee <ann@globex\.test> wrote:/).waitFor()
  expect(await findFaintTexts(page)).toEqual([])
  await preview.getByRole('button', { name: 'Show plain text' }).click()
  await preview.getByText('> Please pay').waitFor()
  expect(await hasHorizontalOverflow(page)).toBe(false)
  await preview.getByRole('button', { name: 'Back' }).last().click()
  expect(await form.getByRole('textbox', { name: 'Your reply' }).textContent()).toContain('It is paid.')
})
