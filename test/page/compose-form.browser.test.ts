/** @module-tag browser */
import { expect, test } from 'vitest'
import { callControl, type Fields, findFaintTexts, openPage, openSandbox, useBrowser } from './support/browser-page.ts'

useBrowser()

/** The form of a reply to a mail, on a narrow screen. */
async function openReply() {
  const at = await openSandbox({ env: { MAIL_UNDO_SECONDS: '0' } })
  const mail = { from: 'Rita <rita@customer.test>', subject: 'Contract', text: 'Please sign it.', cc: [ANN] }
  await callControl(at, '/mail/inbound', { inbox_id: at.env['SANDBOX_INBOX'], ...mail })
  const page = await openPage(`${at.page}#/c/C08SUPPT03C`, { width: 390 })
  const card = page.getByRole('article').filter({ hasText: 'Please sign it.' })
  await card.getByRole('button', { name: 'Reply', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Your reply' })
  await field.waitFor()
  return {
    page,
    card,
    dialog,
    field,
    send: () => dialog.getByRole('button', { name: 'Send', exact: true }).click(),
    readSent: async () => (await callControl<Fields[]>(at, '/mail/sent')).at(-1),
  }
}

const ANN = 'ann@customer.test'

test('a reply to all keeps what is typed, and a header that is no one’s to write is refused', async () => {
  const { page, dialog, field, send } = await openReply()
  await page.keyboard.type('We will sign it on Thursday')
  await dialog.getByRole('button', { name: 'Reply all instead' }).click()
  await dialog.getByText(`Cc: ${ANN}`).waitFor()
  expect(await field.textContent()).toContain('on Thursday')
  await dialog.getByRole('button', { name: 'More', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Headers' }).fill('Bcc: spy@rival.test')
  await send()
  await dialog.getByText('Line 1 (“Bcc: spy@rival.test”) is a header that email programs write themselves').waitFor()
})

test('a reply is closed, continued from its draft and sent, and its draft is gone', async () => {
  const { page, card, dialog, field, send, readSent } = await openReply()
  await page.keyboard.type('We will sign it on Thursday')
  await dialog.getByRole('button', { name: 'Reply all instead' }).click()
  await dialog.getByText(`Cc: ${ANN}`).waitFor()
  await dialog.getByRole('button', { name: 'More', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Labels' }).fill('contract')
  await dialog.getByRole('textbox', { name: 'Headers' }).fill('X-Ticket: 4711')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Continue your draft' }).click()
  await dialog.getByText('Your draft', { exact: true }).waitFor()
  expect(await field.textContent()).toContain('We will sign it on Thursday')
  expect(await dialog.getByRole('textbox', { name: 'Labels' }).inputValue()).toBe('contract')
  expect(await findFaintTexts(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Edit recipients' }).click()
  await dialog.getByRole('textbox', { name: 'Bcc' }).fill('lawyer@else.test')
  await send()
  await dialog.getByRole('checkbox', { name: 'Send it to lawyer@else.test' }).check()
  await send()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await readSent())?.['cc'], { timeout: 60_000 }).toEqual([ANN])
  expect(await readSent()).toMatchObject({ bcc: ['lawyer@else.test'], labels: expect.arrayContaining(['contract']) })

  await card.getByRole('button', { name: 'Reply', exact: true }).click()
  await field.waitFor()
  expect(await field.textContent()).toBe('')
})

test('a reply waits for its time, and is sent before it by a click', async () => {
  const { page, dialog } = await openReply()
  await page.keyboard.type('See you on Thursday')
  await dialog.getByRole('button', { name: 'When: Now' }).click()
  await page.getByRole('option', { name: /^Tomorrow at 09:00, your time/ }).click()
  await dialog.getByText(/^Scheduled for .*tomorrow 09:00, your time/).waitFor()
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^\d+ repl/ }).click()
  const scheduled = page.getByRole('article').filter({ hasText: 'See you on Thursday' })
  await scheduled.getByText(/^Scheduled · .+\d:00/).waitFor()
  expect(await scheduled.getByRole('button', { name: /^(Send now|Change time|Don’t send)$/ }).count()).toBe(3)
  await scheduled.getByRole('button', { name: 'Send now' }).click()
  await scheduled.getByText(/^Sent /).waitFor({ timeout: 40_000 })
  expect(await scheduled.getByRole('button', { name: 'Send now' }).count()).toBe(0)
})
