import { expect, test } from 'vitest'
import { callControl, type Fields, findFaintTexts, openPage, openSandbox, useBrowser } from './support/browser-page.ts'

useBrowser()

test('a reply is closed, continued from its draft and sent, on a narrow screen', async () => {
  const at = await openSandbox({ env: { MAIL_UNDO_SECONDS: '0' } })
  const cc = ['ann@customer.test']
  const mail = { from: 'Rita <rita@customer.test>', subject: 'Contract', text: 'Please sign it.', cc }
  await callControl(at, '/mail/inbound', { inbox_id: at.env['SANDBOX_INBOX'], ...mail })
  const page = await openPage(`${at.page}#/c/C08SUPPT03C`, { width: 390 })
  const card = page.getByRole('article').filter({ hasText: 'Please sign it.' })
  await card.getByRole('button', { name: 'Reply', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Your reply' })
  await field.waitFor()
  await page.keyboard.type('We will sign it on Thursday')
  await dialog.getByRole('button', { name: 'Reply all instead' }).click()
  await dialog.getByText('Cc: ann@customer.test').waitFor()
  expect(await field.textContent()).toContain('on Thursday')
  await dialog.getByRole('button', { name: 'More', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Labels' }).fill('contract')
  await dialog.getByRole('textbox', { name: 'Headers' }).fill('Bcc: spy@rival.test')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('Line 1 (“Bcc: spy@rival.test”) is a header that mail programs write themselves').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Continue your draft' }).click()
  await dialog.getByText('Your draft', { exact: true }).waitFor()
  expect(await field.textContent()).toContain('We will sign it on Thursday')
  expect(await dialog.getByRole('textbox', { name: 'Labels' }).inputValue()).toBe('contract')
  expect(await findFaintTexts(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Headers' }).fill('X-Ticket: 4711')
  await dialog.getByRole('button', { name: 'Edit recipients' }).click()
  await dialog.getByRole('textbox', { name: 'Bcc' }).fill('lawyer@else.test')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByRole('checkbox', { name: 'Send it to lawyer@else.test' }).check()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const sent = async () => (await callControl<Fields[]>(at, '/mail/sent')).at(-1)
  await expect.poll(async () => (await sent())?.['cc'], { timeout: 60_000 }).toEqual(cc)
  expect(await sent()).toMatchObject({ bcc: ['lawyer@else.test'], labels: expect.arrayContaining(['contract']) })

  await card.getByRole('button', { name: 'Reply', exact: true }).click()
  await field.waitFor()
  expect(await field.textContent()).toBe('')
})
