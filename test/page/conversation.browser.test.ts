import { expect, test } from 'vitest'
import {
  callWebApi,
  openSandbox,
  callControl,
  findFaintTexts,
  openPage,
  serveFakeApp,
  hasHorizontalOverflow,
  useBrowser,
  type Fields,
} from './browser-page.ts'

const MARIA = 'U08MARIA01A'
const TOM = 'U08TOMHD02B'
const DOCS = 'C08DOCS001A'
const SUPPORT = 'C08SUPPT03C'
const plain = (text: string) => ({ type: 'plain_text', text })

useBrowser()

test('a conversation reads as one: authors grouped, edits and reactions marked, files offered, notes for one person only', async () => {
  const at = await openSandbox({ app: false })
  const say = (text: string, more: Fields = {}) =>
    callControl<{ ts: string }>(at, '/slack/message', { channel: DOCS, user: TOM, text, ...more })
  await say('The guide says *three* retries')
  const second = await say('It is five & more')
  await callControl(at, '/slack/edit', { channel: DOCS, ts: second.ts, text: 'It is five' })
  await callControl(at, '/slack/react', { user: MARIA, channel: DOCS, ts: second.ts, name: '+1' })
  await say('', { files: [{ name: 'limits.csv', content_type: 'text/csv', content: 'YSxi' }] })
  await callWebApi(at, 'chat.postEphemeral', { channel: DOCS, user: MARIA, text: 'For your eyes' })
  const page = await openPage(at.page)
  const list = page.getByRole('log')
  await list.getByText('For your eyes').waitFor()
  expect(await list.getByText('Tom Hadley').count()).toBe(1)
  expect(await list.locator('strong', { hasText: 'three' }).count()).toBe(1)
  await list.getByText('(edited)').waitFor()
  await list.getByText('Only visible to you').waitFor()
  const file = await page.request.get(
    new URL((await list.getByRole('link', { name: 'limits.csv' }).getAttribute('href')) ?? '', at.page).href,
  )
  expect(await file.text()).toBe('a,b')
  await list.getByRole('button', { name: '+1, 1' }).click()
  await expect.poll(() => list.getByRole('button', { name: '+1, 1' }).count()).toBe(0)

  await page.getByRole('button', { name: /^Acting as/ }).click()
  await page.getByRole('menuitemradio', { name: /Tom Hadley/ }).click()
  await list.getByText('It is five').waitFor()
  expect(await list.getByText('For your eyes').count()).toBe(0)
})

test('a message offers the shortcuts of the app, an ephemeral one does not', async () => {
  const at = await openSandbox({ app: false })
  const { shortcuts } = await callControl<{ shortcuts: { name: string; type: string }[] }>(at, '/slack/app')
  const names = shortcuts.filter(({ type }) => type === 'message').map(({ name }) => name)
  expect(names.length).toBeGreaterThan(0)
  await callControl(at, '/slack/message', { channel: DOCS, user: TOM, text: 'For everyone' })
  await callWebApi(at, 'chat.postEphemeral', { channel: DOCS, user: MARIA, text: 'For your eyes' })
  const page = await openPage(at.page)
  const message = (text: string) => page.getByRole('article').filter({ hasText: text })
  await message('For everyone').hover()
  await message('For everyone').getByRole('button', { name: 'More actions' }).click()
  for (const name of names) await page.getByRole('menuitem', { name }).waitFor()
  await page.keyboard.press('Escape')
  await message('For your eyes').hover()
  expect(await message('For your eyes').getByRole('button').count()).toBe(0)
})

test('what arrives elsewhere is marked unread until it is opened', async () => {
  const at = await openSandbox({ app: false })
  const page = await openPage(at.page)
  await page.getByText('This is the start of #docs').waitFor()
  await callControl(at, '/slack/message', { channel: SUPPORT, user: TOM, text: 'A customer waits' })
  await page.getByRole('link', { name: 'support 1 unread' }).click()
  await page.getByText('A customer waits').waitFor()
  expect(await page.getByText('1 unread').count()).toBe(0)
})

test('people, channels and commands complete with the keyboard, and go out as what they mean', async () => {
  const at = await openSandbox({ app: false })
  const heard = await serveFakeApp(at, () => undefined)
  const page = await openPage(at.page)
  const composer = page.getByRole('textbox', { name: 'Message #docs' })
  await composer.pressSequentially('/do')
  await page.getByRole('option', { name: /^\/docs/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('tell <b> & more')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => heard.find((asked) => asked['command'] === '/docs')?.['text'])
    .toBe('tell &lt;b&gt; &amp; more')
  await composer.pressSequentially('ask @to')
  await page.getByRole('option', { name: /Tom Hadley/ }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('in #sup')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('now')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('@Tom Hadley').waitFor()
  const [message] = await callControl<Fields[]>(at, `/slack/messages?channel=${DOCS}`)
  expect(message?.['text']).toBe(`ask <@${TOM}> in <#${SUPPORT}> now`)
})

test('a command that fails says so and keeps what was typed', async () => {
  const at = await openSandbox({ app: false })
  const page = await openPage(at.page)
  const composer = page.getByRole('textbox', { name: 'Message #docs' })
  await composer.fill('/docs explain the limits')
  await composer.press('Enter')
  await page.getByRole('alert').getByText('/docs failed.').waitFor()
  expect(await composer.inputValue()).toBe('/docs explain the limits')
  await composer.fill('/nothing here')
  await composer.press('Enter')
  await page.getByRole('alert').getByText('Bellhop has no command /nothing.').waitFor()
})

const field = (block_id: string, element: Fields, more: Fields = {}) => ({
  type: 'input',
  block_id,
  label: plain(block_id),
  element: { action_id: 'value', ...element },
  ...more,
})
const offers = ['one', 'two'].map((value) => ({ text: plain(value), value }))
const form = {
  type: 'modal',
  callback_id: 'reply',
  title: plain('Reply'),
  submit: plain('Send'),
  notify_on_close: true,
  blocks: [
    field('Text', { type: 'rich_text_input' }),
    field('Subject', { type: 'plain_text_input' }),
    field('Address', { type: 'email_text_input' }, { optional: true }),
    field('Count', { type: 'number_input', is_decimal_allowed: false }, { optional: true }),
    field('Project', { type: 'static_select', options: offers }),
    field('People', { type: 'multi_users_select' }, { optional: true }),
    field('Channel', { type: 'conversations_select' }, { optional: true }),
    field('Day', { type: 'datepicker' }, { optional: true }),
    field('Tone', { type: 'radio_buttons', options: offers }, { optional: true }),
    field('Also', { type: 'checkboxes', options: offers }, { optional: true }),
    field('Files', { type: 'file_input' }, { optional: true }),
    { type: 'actions', block_id: 'more', elements: [{ type: 'button', action_id: 'deeper', text: plain('More') }] },
  ],
}

test('a form shows its errors in place, keeps what was typed, and sends every kind of field', async () => {
  const at = await openSandbox({ app: false })
  let refusals = 1
  const heard = await serveFakeApp(at, async (asked) => {
    if (asked['command']) await callWebApi(at, 'views.open', { trigger_id: asked['trigger_id'], view: form })
    if (asked['type'] !== 'view_submission' || refusals-- <= 0) return undefined
    return { response_action: 'errors', errors: { Subject: 'This subject is taken.' } }
  })
  const page = await openPage(at.page)
  const composer = page.getByRole('textbox', { name: 'Message #docs' })
  await composer.fill('/docs')
  await composer.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send' }).click()
  expect(await dialog.getByText('Please fill in this field.').count()).toBe(3)
  expect(
    await dialog.getByRole('textbox', { name: 'Text' }).evaluate((node) => node === node.ownerDocument.activeElement),
  ).toBe(true)

  await page.keyboard.type('All of ')
  await dialog.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('it')
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Invoice')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('one@customer.test')
  await dialog.getByRole('textbox', { name: 'Count' }).fill('3')
  await dialog.getByRole('button', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'two' }).click()
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
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByText('This subject is taken.').waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('one@customer.test')
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Invoice 2')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.waitFor({ state: 'detached' })

  const last = heard.findLast((asked) => asked['type'] === 'view_submission')?.['view'] as {
    state: { values: Record<string, Fields> }
  }
  const value = (block: string) => last.state.values[block]?.['value'] as Fields
  const section = (value('Text')['rich_text_value'] as { elements: Fields[] }).elements[0]
  expect(section?.['elements']).toEqual([
    { type: 'text', text: 'All of ' },
    { type: 'text', text: 'it', style: { bold: true } },
  ])
  expect(value('Subject')['value']).toBe('Invoice 2')
  expect(value('Count')['value']).toBe('3')
  expect(value('Project')['selected_option']).toMatchObject({ value: 'two' })
  expect(value('People')['selected_users']).toEqual([TOM, 'U08AIKO003C'])
  expect(value('Channel')['selected_conversation']).toBe(SUPPORT)
  expect(value('Day')['selected_date']).toBe('2026-12-01')
  expect(value('Tone')['selected_option']).toMatchObject({ value: 'two' })
  expect(value('Also')['selected_options']).toMatchObject([{ value: 'one' }])
  expect(value('Files')['files']).toMatchObject([{ name: 'a.txt' }])
})

test('a view on a view goes back to what was typed below, and the app hears of what is closed', async () => {
  const at = await openSandbox({ app: false })
  const heard = await serveFakeApp(at, async (asked) => {
    const trigger_id = asked['trigger_id']
    if (asked['command']) await callWebApi(at, 'views.open', { trigger_id, view: form })
    if (asked['type'] !== 'block_actions') return
    const view = {
      ...form,
      title: plain('Deeper'),
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
  const closed = heard
    .filter((asked) => asked['type'] === 'view_closed')
    .map((asked) => (asked['view'] as Fields)['callback_id'])
  expect(closed).toEqual(['deeper', 'reply'])
})

test('the keyboard alone: one stop for each toolbar, and the focus is never lost', async () => {
  const at = await openSandbox({ app: false })
  const button = (text: string) => ({ type: 'button', action_id: text, text: plain(text) })
  const card = { channel: DOCS, text: 'A job' }
  const blocks = [{ type: 'actions', elements: [button('Undo'), button('View')] }]
  const { ts } = await callWebApi(at, 'chat.postMessage', { ...card, blocks })
  await serveFakeApp(at, async (asked) => {
    const still = [{ type: 'section', text: plain('Not started') }]
    if (asked['type'] === 'block_actions') await callWebApi(at, 'chat.update', { ...card, ts, blocks: still })
    if (asked['command']) await callWebApi(at, 'views.open', { trigger_id: asked['trigger_id'], view: form })
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

test('a channel of 5,000 messages keeps few of them in the document, wherever one scrolls', async () => {
  const at = await openSandbox({ app: false })
  const page = await openPage(at.page)
  const start = 1_700_000_000
  const many = Array.from({ length: 5000 }, (_, index) => ({
    ts: `${start + index * 400}.000100`,
    user: index % 3 ? MARIA : TOM,
    text: `Number ${index}: ${'words '.repeat(index % 60)}`,
  }))
  await page.route('**/control/slack/messages?channel=C08GENRL02B', (route) => route.fulfill({ json: many }))
  await page.getByRole('link', { name: 'general' }).click()
  await page.getByText('Number 4999:').waitFor()
  const list = page.getByRole('log')
  const drawn = () => list.locator('[data-ts]').count()
  expect(await drawn()).toBeLessThan(300)
  for (const share of [0.75, 0.5, 0.25, 0]) {
    await list.evaluate((node, part) => (node.scrollTop = node.scrollHeight * part), share)
    await expect
      .poll(() => list.evaluate((node) => node.ownerDocument.elementFromPoint(700, 300)?.closest('[data-ts]') !== null))
      .toBe(true)
    expect(await drawn()).toBeLessThan(400)
  }
  await page.getByText('Number 0:').waitFor()
  await page.getByRole('button', { name: 'Latest' }).click()
  await page.getByText('Number 4999:').waitFor()
})

test('a permalink leads to its message, from a link on the page and from elsewhere', async () => {
  const at = await openSandbox({ app: false })
  const { ts } = await callControl<{ ts: string }>(at, '/slack/message', {
    channel: DOCS,
    user: TOM,
    text: 'the one meant',
  })
  for (let index = 0; index < 60; index++)
    await callControl(at, '/slack/message', { channel: DOCS, user: TOM, text: `later ${index}` })
  const { permalink } = await callWebApi(at, 'chat.getPermalink', { channel: DOCS, message_ts: ts })
  await callWebApi(at, 'chat.postMessage', { channel: SUPPORT, text: `see <${String(permalink)}|that message>` })
  const page = await openPage(`${at.page}#/c/${SUPPORT}`)
  await page.getByRole('link', { name: 'that message' }).click()
  const meant = page.getByRole('article').filter({ hasText: 'the one meant' })
  const height = async () => (await meant.boundingBox())?.y ?? -1
  await expect.poll(height).toBeGreaterThan(56)
  expect(await height()).toBeLessThan(640)
  await page.goto(String(permalink))
  await meant.waitFor()
  expect(page.url()).toContain(`#/c/${DOCS}/m/${ts}`)
  // What is no address leads to the start.
  await page.goto(`${at.page}#/%`)
  await page.reload()
  await page.getByRole('textbox', { name: 'Message #docs' }).waitFor()
})

test('text keeps its contrast in light and dark, and nothing sticks out at either width', async () => {
  const at = await openSandbox({ app: false })
  await callControl(at, '/slack/message', {
    channel: DOCS,
    user: TOM,
    text: 'Some `code`, <@U08MARIA01A>, <!here> and https://a.very.long.address.test/with/many/parts/that/cannot/break/anywhere/at/all',
  })
  await callWebApi(at, 'chat.postMessage', {
    channel: DOCS,
    text: 'x',
    blocks: [
      {
        type: 'actions',
        elements: ['primary', 'danger'].map((style) => ({
          type: 'button',
          style,
          text: plain(style),
          action_id: style,
        })),
      },
    ],
  })
  for (const dark of [false, true]) {
    for (const width of [1280, 390] as const) {
      const page = await openPage(`${at.page}#/c/${DOCS}`, { dark, width })
      await page.getByRole('button', { name: 'danger' }).waitFor()
      // Whoever hears the page is told its name, and whoever sees no colours where a link is.
      await page.getByRole('heading', { level: 1, name: 'Acme sandbox' }).waitFor()
      const link = page.getByRole('link', { name: 'https://a.very.long' })
      expect(await link.evaluate((found) => getComputedStyle(found).textDecorationLine)).toBe('underline')
      expect(await findFaintTexts(page)).toEqual([])
      expect(await hasHorizontalOverflow(page)).toBe(false)
      for (const panel of ['mail', 'agent', 'faults', 'requests']) {
        await page.goto(`${at.page}#/panel/${panel}`)
        await page.getByRole('heading', { level: 2 }).waitFor()
        expect(await findFaintTexts(page)).toEqual([])
        expect(await hasHorizontalOverflow(page)).toBe(false)
      }
    }
  }
})
