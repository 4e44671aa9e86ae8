/** @module-tag browser */
import { expect, test } from 'vitest'
import { plainText, TWO_OPTIONS } from './support/block-builders.ts'
import { callWebApi, openPage, openSandbox, serveFakeApp, useBrowser, type Fields } from './support/browser-page.ts'

useBrowser()

const createOption = (text: string, value: string) => ({ text: plainText(text), value })

const field = (block_id: string, element: Fields, more: Fields = {}) => ({
  type: 'input',
  block_id,
  label: plainText(block_id),
  element: { action_id: 'value', ...element },
  ...more,
})
const settings = (more: Fields[] = []) => ({
  type: 'modal',
  callback_id: 'settings',
  title: plainText('Settings'),
  submit: plainText('Save'),
  blocks: [
    field('Who', {
      type: 'multi_external_select',
      initial_options: [createOption('Maria', 'maria')],
      min_query_length: 1,
      max_selected_items: 3,
      placeholder: plainText('People and groups'),
    }),
    field('Name', { type: 'plain_text_input', initial_value: 'first' }),
    field('Days', { type: 'checkboxes', options: TWO_OPTIONS }, { dispatch_action: true, optional: true }),
    field('From', { type: 'timepicker', initial_time: '09:00' }),
    ...more,
  ],
})
const GROUPS = [
  { label: plainText('People'), options: [createOption('Tom', 'tom'), createOption('Li', 'li')] },
  { label: plainText('Groups'), options: [createOption('Docs team', 'team')] },
]

interface ShownView {
  id: string
  hash: string
  state: { values: Record<string, Record<string, Fields>> }
}

/** The page with the form of settings open; a click in it adds a field. `suggest` is what the app offers for Who. */
async function openSettingsForm(suggest: () => Fields = () => ({ option_groups: GROUPS })) {
  const at = await openSandbox({ app: false, manifest: 'test/fixtures/slack-manifest.yml' })
  const requests = await serveFakeApp(at, async (payload) => {
    if (payload['command']) await callWebApi(at, 'views.open', { trigger_id: payload['trigger_id'], view: settings() })
    if (payload['type'] === 'block_suggestion') return suggest()
    if (payload['type'] === 'block_actions') {
      const { id, hash } = payload['view'] as ShownView
      const more = field('Until', { type: 'timepicker', initial_time: '17:00' })
      await callWebApi(at, 'views.update', { view_id: id, hash, view: settings([more]) })
    }
    return undefined
  })
  const page = await openPage(at.page)
  const composer = page.getByRole('textbox', { name: 'Message #docs' })
  await composer.fill('/plain')
  await composer.press('Enter')
  const dialog = page.getByRole('dialog')
  const chips = dialog.getByRole('listitem')
  await expect.poll(() => chips.allTextContents()).toEqual(['Maria'])
  return {
    page,
    dialog,
    chips,
    /** Opens the menu of Who with the keyboard. */
    openWho: async () => {
      await dialog.getByRole('button', { name: /^Who:/ }).press('Enter')
      return page.getByRole('combobox', { name: 'Search Who' })
    },
    /** The view in the last request of this type. */
    readView: (type: string) => requests.findLast((payload) => payload['type'] === type)?.['view'] as ShownView,
  }
}

test('a field takes what the app suggests, with the keyboard alone', async () => {
  const { page, chips, openWho } = await openSettingsForm()
  const search = await openWho()
  await page.getByText('Type 1 or more letters').waitFor()
  await search.fill('t')
  await page.getByText('Groups', { exact: true }).waitFor()
  await search.press('ArrowDown')
  await search.press('ArrowDown')
  await search.press('Enter')
  await search.press('ArrowUp')
  await search.press('Enter')
  await expect.poll(() => chips.allTextContents()).toEqual(['Maria', 'Docs team', 'Li'])
  expect(await page.getByRole('option', { name: 'Tom' }).getAttribute('aria-disabled')).toBe('true')
  await search.fill('')
  await search.press('Backspace')
  await expect.poll(() => chips.allTextContents()).toEqual(['Maria', 'Docs team'])
})

test('a field reports suggestions of the app that are no options', async () => {
  const { page, openWho } = await openSettingsForm(() => ({ options: 'none' }))
  await (await openWho()).fill('x')
  await page.getByRole('alert').getByText('The app’s answer couldn’t be used').waitFor()
})

test('a form keeps what is typed when the app updates it, and saves it with the new field', async () => {
  const { page, dialog, chips, openWho, readView } = await openSettingsForm()
  await (await openWho()).fill('t')
  await page.getByRole('option', { name: 'Docs team' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Remove Maria' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('typed')
  await dialog.getByRole('checkbox', { name: 'two' }).check()
  await expect.poll(() => dialog.getByLabel('Until').inputValue()).toBe('17:00')
  expect(readView('block_actions').state.values).toMatchObject({
    Who: { value: { selected_options: [{ value: 'team', text: { text: 'Docs team' } }] } },
    Name: { value: { value: 'typed' } },
  })
  expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('typed')
  expect(await chips.allTextContents()).toEqual(['Docs team'])
  await dialog.getByLabel('From').fill('08:30')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(readView('view_submission').state.values).toMatchObject({
    Who: { value: { selected_options: [{ value: 'team', text: { text: 'Docs team' } }] } },
    Name: { value: { value: 'typed' } },
    Days: { value: { selected_options: [{ value: TWO_OPTIONS[1]?.value }] } },
    From: { value: { selected_time: '08:30' } },
    Until: { value: { selected_time: '17:00' } },
  })
})

test('an update with another initial value does not replace what stands in a field', async () => {
  const at = await openSandbox({ app: false, manifest: 'test/fixtures/slack-manifest.yml' })
  const view = (name: string) => ({
    ...settings(),
    blocks: [field('Name', { type: 'plain_text_input', initial_value: name })],
  })
  let view_id: unknown
  await serveFakeApp(at, async ({ trigger_id, command }) => {
    if (!command) return
    const opened = await callWebApi(at, 'views.open', { trigger_id, view: view('mine') })
    view_id = (opened['view'] as Fields)['id']
  })
  const page = await openPage(at.page)
  await page.getByRole('textbox', { name: 'Message #docs' }).fill('/plain')
  await page.keyboard.press('Enter')
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  await expect.poll(() => name.inputValue()).toBe('mine')
  const more = [{ type: 'section', block_id: 'note', text: plainText('Tom changed the name') }]
  await callWebApi(at, 'views.update', {
    view_id,
    view: { ...view('theirs'), blocks: [...view('theirs').blocks, ...more] },
  })
  await page.getByText('Tom changed the name').waitFor()
  expect(await name.inputValue()).toBe('mine')
})
