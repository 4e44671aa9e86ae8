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

test('an admin makes a rule on a phone, tries it before it is saved, and finds it in the list', async () => {
  const at = await openSandbox()
  const { mail } = createSandboxClient(at.control)
  await mail.receive({
    inbox_id: at.env['SANDBOX_INBOX'],
    from: 'Ann Lee <ann@globex.test>',
    subject: 'Invoice 7',
    text: 'Please pay',
  })
  const page = await openPage(at.page, { width: 390, dark: true })
  await actAs(page, 'Aiko Tanaka')
  await page.goto(`${at.page}#/c/C08SUPPT03C`)
  await page.getByText('Please pay').waitFor()
  await page.getByRole('textbox', { name: 'Message #support' }).fill('/mail rules')
  await page.getByRole('button', { name: /^Send/ }).click()
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('textbox', { name: 'Subject' }).fill('invoice')
  const form = page.getByRole('dialog').last()
  await form.getByRole('button', { name: /^Assign to/ }).click()
  await page.getByRole('combobox', { name: /^Search/ }).fill('maria')
  await page.getByRole('option', { name: /Maria/ }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: /^Channel/ }).click()
  await page.getByRole('option', { name: /leads/ }).click()
  await form.getByRole('button', { name: 'Try on the last 50 emails' }).click()
  await form.getByText(/because of the rule “invoice”/).waitFor()
  expect(await form.getByText(/Invoice 7/).count()).toBe(1)
  expect(await form.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('invoice')
  expect(await findFaintTexts(page)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/An email that has “invoice” in its subject/).waitFor()
  expect(await page.getByText(/assigned to/).count()).toBeGreaterThan(0)
  expect(await findFaintTexts(page)).toEqual([])
  expect(await hasHorizontalOverflow(page)).toBe(false)
})
