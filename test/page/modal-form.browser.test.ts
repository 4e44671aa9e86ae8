/** @module-tag browser */
import { expect, test } from 'vitest'
import { TWO_OPTIONS, createButton, plainText } from './support/block-builders.ts'
import { callWebApi, openPage, openSandbox, serveFakeApp, useBrowser, type Fields } from './support/browser-page.ts'

const TOM = 'U08TOMHD02B'
const DOCS = 'C08DOCS001A'
const SUPPORT = 'C08SUPPT03C'

useBrowser()

const field = (block_id: string, element: Fields, more: Fields = {}) => ({
  type: 'input',
  block_id,
  label: plainText(block_id),
  element: { action_id: 'value', ...element },
  ...more,
})
const form = {
  type: 'modal',
  callback_id: 'reply',
  title: plainText('Reply'),
  submit: plainText('Send'),
  notify_on_close: true,
  blocks: [
    field('Text', { type: 'rich_text_input' }),
    field('Subject', { type: 'plain_text_input' }),
    field('Address', { type: 'email_text_input' }, { optional: true }),
    field('Count', { type: 'number_input', is_decimal_allowed: false }, { optional: true }),
    field('Project', { type: 'static_select', options: TWO_OPTIONS }),
    field('People', { type: 'multi_users_select' }, { optional: true }),
    field('Channel', { type: 'conversations_select' }, { optional: true }),
    field('Day', { type: 'datepicker' }, { optional: true }),
    field('Tone', { type: 'radio_buttons', options: TWO_OPTIONS }, { optional: true }),
    field('Also', { type: 'checkboxes', options: TWO_OPTIONS }, { optional: true }),
    field('Files', { type: 'file_input' }, { optional: true }),
    { type: 'actions', block_id: 'more', elements: [{ type: 'button', action_id: 'deeper', text: plainText('More') }] },
  ],
}

/** The page with the form open, whose first submission the app may refuse. */
async function openForm({ refusals = 0 } = {}) {
  const at = await openSandbox({ app: false })
  let left = refusals
  const requests = await serveFakeApp(at, async (payload) => {
    if (payload['command']) await callWebApi(at, 'views.open', { trigger_id: payload['trigger_id'], view: form })
    if (payload['type'] !== 'view_submission' || left-- <= 0) return undefined
    return { response_action: 'errors', errors: { Subject: 'This subject is taken.' } }
  })
  const page = await openPage(at.page)
  const composer = page.getByRole('textbox', { name: 'Message #docs' })
  await composer.fill('/docs')
  await composer.press('Enter')
  const dialog = page.getByRole('dialog')
  return {
    page,
    dialog,
    send: () => dialog.getByRole('button', { name: 'Send' }).click(),
    fillRequired: async () => {
      await dialog.getByRole('textbox', { name: 'Text' }).click()
      await page.keyboard.type('All of ')
      await dialog.getByRole('button', { name: 'Bold' }).click()
      await page.keyboard.type('it')
      await dialog.getByRole('textbox', { name: 'Subject' }).fill('Invoice')
      await dialog.getByRole('button', { name: 'Project' }).click()
      await page.getByRole('option', { name: 'two' }).click()
    },
    /** The values that the app got last, by field. */
    readSubmitted: () => {
      const last = requests.findLast((payload) => payload['type'] === 'view_submission')?.['view'] as {
        state: { values: Record<string, Fields> }
      }
      return (block: string) => last.state.values[block]?.['value'] as Fields
    },
  }
}

test('a form points at its empty fields and puts the cursor into the first one', async () => {
  const { dialog, send } = await openForm()
  await send()
  expect(await dialog.getByText('Please fill in this field.').count()).toBe(3)
  expect(
    await dialog.getByRole('textbox', { name: 'Text' }).evaluate((node) => node === node.ownerDocument.activeElement),
  ).toBe(true)
})

test('a form shows the app’s error at its field and keeps the input', async () => {
  const { dialog, send, fillRequired, readSubmitted } = await openForm({ refusals: 1 })
  await fillRequired()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('one@customer.test')
  await send()
  await dialog.getByText('This subject is taken.').waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('one@customer.test')
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Invoice 2')
  await send()
  await dialog.waitFor({ state: 'detached' })
  expect(readSubmitted()('Subject')['value']).toBe('Invoice 2')
})

test('a form submits every kind of field', async () => {
  const { page, dialog, send, fillRequired, readSubmitted } = await openForm()
  await fillRequired()
  await dialog.getByRole('textbox', { name: 'Count' }).fill('3')
  await dialog.getByRole('button', { name: 'People' }).click()
  await page.getByRole('option', { name: /Tom Hadley/ }).click()
  await page.getByRole('option', { name: /Aiko/ }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Channel' }).click()
  await page.getByRole('combobox').fill('supp')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Day').fill('2026-12-01')
  await dialog.getByRole('radio', { name: 'two' }).check()
  await dialog.getByRole('checkbox', { name: 'one' }).check()
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await dialog.getByText('a.txt').waitFor()
  await send()
  await dialog.waitFor({ state: 'detached' })

  const value = readSubmitted()
  const section = (value('Text')['rich_text_value'] as { elements: Fields[] }).elements[0]
  expect(section?.['elements']).toEqual([
    { type: 'text', text: 'All of ' },
    { type: 'text', text: 'it', style: { bold: true } },
  ])
  expect(value('Count')['value']).toBe('3')
  expect(value('Project')['selected_option']).toMatchObject({ value: 'two' })
  expect(value('People')['selected_users']).toEqual([TOM, 'U08AIKO003C'])
  expect(value('Channel')['selected_conversation']).toBe(SUPPORT)
  expect(value('Day')['selected_date']).toBe('2026-12-01')
  expect(value('Tone')['selected_option']).toMatchObject({ value: 'two' })
  expect(value('Also')['selected_options']).toMatchObject([{ value: 'one' }])
  expect(value('Files')['files']).toMatchObject([{ name: 'a.txt' }])
})

test('a pushed view returns to the input of the view below, and the app is notified of closed views', async () => {
  const at = await openSandbox({ app: false })
  const requests = await serveFakeApp(at, async (payload) => {
    const trigger_id = payload['trigger_id']
    if (payload['command']) await callWebApi(at, 'views.open', { trigger_id, view: form })
    if (payload['type'] !== 'block_actions') return
    const view = {
      ...form,
      title: plainText('Deeper'),
      callback_id: 'deeper',
      blocks: [field('Why', { type: 'plain_text_input' })],
    }
    await callWebApi(at, 'views.push', { trigger_id, view })
  })
  const page = await openPage(at.page)
  await page.getByRole('textbox', { name: 'Message #docs' }).fill('/docs')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Kept')
  await dialog.getByRole('button', { name: 'More' }).click()
  await dialog.getByRole('heading', { name: 'Deeper' }).waitFor()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('heading', { name: 'Reply' }).waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Kept')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const closed = requests
    .filter((payload) => payload['type'] === 'view_closed')
    .map((payload) => payload['view'] as { callback_id: string; state: { values: Record<string, Fields> } })
  expect(closed.map(({ callback_id }) => callback_id)).toEqual(['deeper', 'reply'])
  expect(closed[1]?.state.values['Subject']?.['value']).toMatchObject({ value: 'Kept' })
})

test('with the keyboard alone, each toolbar is one tab stop and the focus is never lost', async () => {
  const at = await openSandbox({ app: false })
  const card = { channel: DOCS, text: 'A job' }
  const blocks = [{ type: 'actions', elements: [createButton('Undo'), createButton('View')] }]
  const { ts } = await callWebApi(at, 'chat.postMessage', { ...card, blocks })
  await serveFakeApp(at, async (payload) => {
    const still = [{ type: 'section', text: plainText('Not started') }]
    if (payload['type'] === 'block_actions') await callWebApi(at, 'chat.update', { ...card, ts, blocks: still })
    if (payload['command']) await callWebApi(at, 'views.open', { trigger_id: payload['trigger_id'], view: form })
  })
  const page = await openPage(at.page)
  const focused = () =>
    page.evaluate<string>('document.activeElement?.ariaLabel || document.activeElement?.textContent || ""')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await expect.poll(focused).toBe('Message #docs')
  const pressed: string[] = []
  for (const key of ['Shift+Tab', 'ArrowRight', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    pressed.push(await focused())
  }
  expect(pressed).toEqual(['Bold', 'Italic', 'More actions', 'View', 'Undo'])
  await page.keyboard.press('Enter')
  await page.getByText('Not started').waitFor()
  await expect.poll(focused).toContain('Bellhop, ')
  const composer = page.getByRole('textbox', { name: 'Message #docs' })
  await composer.fill('/docs')
  await composer.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(focused).toBe('Message #docs')
})

test('the cursor starts where the app wants it, and a warning is shown where the app put it', async () => {
  const at = await openSandbox({ app: false })
  const draft = { type: 'rich_text_section', elements: [{ type: 'text', text: 'Dear Rita' }] }
  const answer = { type: 'rich_text_input', initial_value: { type: 'rich_text', elements: [draft] } }
  const view = {
    ...form,
    blocks: [
      field('To', { type: 'plain_text_input', initial_value: 'rita@customer.test' }),
      field('Your reply', { ...answer, focus_on_load: true }),
      { type: 'alert', level: 'warning', text: plainText('Replies go to rita@elsewhere.test') },
    ],
  }
  await serveFakeApp(at, async ({ trigger_id, command }) => {
    if (!command) return
    // As the app does: a first view immediately, the form when it is known.
    const first = { ...form, submit: undefined, blocks: [{ type: 'section', text: plainText('Loading') }] }
    const opened = await callWebApi(at, 'views.open', { trigger_id, view: first })
    await callWebApi(at, 'views.update', { view_id: (opened['view'] as Fields)['id'], view })
  })
  const page = await openPage(at.page)
  await page.getByRole('textbox', { name: 'Message #docs' }).fill('/docs')
  await page.keyboard.press('Enter')
  const text = page.getByRole('dialog').getByRole('textbox', { name: 'Your reply' })
  await expect.poll(() => text.evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true)
  await page.keyboard.type(', thank you')
  expect(await text.textContent()).toBe('Dear Rita, thank you')
  await page.getByRole('note').getByText('Replies go to rita@elsewhere.test').waitFor()
})

test('a window without a field has no frame around it, opened with the keyboard', async () => {
  const at = await openSandbox({ app: false })
  const view = { type: 'modal', title: plainText('Jobs'), blocks: [{ type: 'section', text: plainText('None yet') }] }
  await serveFakeApp(at, async ({ trigger_id, command }) => {
    if (command) await callWebApi(at, 'views.open', { trigger_id, view })
  })
  const page = await openPage(at.page)
  await page.getByRole('textbox', { name: 'Message #docs' }).fill('/docs')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('None yet').waitFor()
  const frames = () => dialog.locator('.modal-body').evaluate((node) => getComputedStyle(node).outlineStyle)
  const focused = () => page.evaluate<string>('document.activeElement?.className ?? ""')
  await expect.poll(focused).toBe('modal-body')
  expect(await frames()).toBe('none')
})
