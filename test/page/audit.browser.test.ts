/** @module-tag browser */
import { expect, test } from 'vitest'
import { callControl, openPage, openSandbox, useBrowser } from './support/browser-page.ts'

useBrowser()

test('an admin opens the audit, narrows it to one object, clears the filters and asks for the file', async () => {
  const at = await openSandbox({ env: () => ({ ADMIN_USERS: 'U08MARIA01A', PUBLIC_URL: '' }) })
  const refused = { user: 'U08TOMHD02B', channel: 'C08DOCS001A', command: '/docs', text: 'audit' }
  await callControl(at, '/slack/command', refused)
  const page = await openPage(at.page)
  const composer = page.getByRole('textbox', { name: 'Message #docs' })
  await composer.fill('/docs audit')
  await composer.press('Enter')
  const audit = page.getByRole('dialog')
  await audit.getByText(': View the audit').waitFor()
  expect(await audit.getByText('Refused:').count()).toBe(1)
  await audit.getByText('@Tom Hadley').waitFor()
  await audit.getByRole('button').filter({ hasNotText: /./ }).last().click()
  await page.getByText('Show only entries about this').click()
  const filter = audit.getByText('Only entries about the audit')
  await filter.waitFor()
  await audit.getByRole('button', { name: 'Clear filters' }).click()
  await filter.waitFor({ state: 'detached' })
  await audit.getByRole('button', { name: 'Download CSV' }).click()
  await audit.getByText('Bellhop is writing the file').waitFor()
})
