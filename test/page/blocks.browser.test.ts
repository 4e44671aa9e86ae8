/** @module-tag browser */
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
} from './support/browser-page.ts'
import { TWO_OPTIONS, createButton, mrkdwnText, plainText } from './support/block-builders.ts'
import { BLOCK_GALLERY } from './support/block-gallery.ts'

const DOCS = 'C08DOCS001A'
const MARIA = 'U08MARIA01A'
const cell = (text: string) => ({ type: 'raw_text', text })
const seconds = Date.UTC(2026, 2, 14, 12) / 1000

useBrowser()

/** Shows these blocks as a message, including blocks that Slack would refuse. */
async function showBlocks(blocks: Fields[], looks: Parameters<typeof openPage>[1] = {}) {
  const at = await openSandbox({ app: false })
  const page = await openPage(`${at.page}#/panel/requests`, looks)
  const message = {
    ts: `${Math.floor(Date.now() / 1000)}.000100`,
    user: 'U08BELHOP3C',
    bot_id: 'B08BELHOP2B',
    text: 'x',
    blocks,
  }
  await page.route(`**/control/slack/messages?channel=${DOCS}`, (route) => route.fulfill({ json: [message] }))
  await page.goto(`${at.page}#/c/${DOCS}`)
  const log = page.getByRole('log')
  await log.getByRole('article').first().waitFor()
  return { at, page, log }
}

test('renders mrkdwn as Slack does, and leaves text without markup unchanged', async () => {
  const tomorrow = Math.floor(Date.now() / 1000) + 86_400
  const text = [
    `*bold* _it_ ~gone~ \`code\` 2*3*4 <@${MARIA}> <#${DOCS}> <!here> <https://docs.test/a|the page> <!date^${seconds}^{date_num}|then> &lt;b&gt; snake_case_name`,
    `since <!date^${tomorrow}^{date_short_pretty}|then>`,
    '&gt; quoted',
    '```const x = 1 < 2```',
    '<javascript:alert(1)|press>',
  ].join('\n')
  const { log } = await showBlocks([{ type: 'section', text: mrkdwnText(text) }])
  for (const [tag, content] of [
    ['strong', 'bold'],
    ['em', 'it'],
    ['s', 'gone'],
    ['blockquote', 'quoted'],
    ['pre', 'const x = 1 < 2'],
  ] as const)
    expect(await log.locator(`.content ${tag}`, { hasText: content }).count()).toBe(1)
  const line = await log.locator('.content .text').innerText()
  expect(line).toContain('2*3*4 @Maria Torres #docs @here the page 2026-03-14 <b> snake_case_name')
  expect(line).toContain('since Tomorrow')
  expect(await log.getByRole('link', { name: 'the page' }).getAttribute('href')).toBe('https://docs.test/a')
  expect(await log.getByRole('link', { name: 'press' }).count()).toBe(0)
})

test('renders rich text, Markdown, lists and tables', async () => {
  const { page, log } = await showBlocks([
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'firm', style: { bold: true } },
            { type: 'emoji', name: 'tada' },
            { type: 'user', user_id: MARIA },
            { type: 'date', timestamp: seconds, format: '{date_num}', fallback: 'then' },
          ],
        },
        {
          type: 'rich_text_list',
          style: 'ordered',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'first' }] }],
        },
        { type: 'rich_text_preformatted', elements: [{ type: 'text', text: '<raw>' }] },
        { type: 'rich_text_quote', elements: [{ type: 'text', text: 'said' }] },
      ],
    },
    {
      type: 'markdown',
      text: '## Title\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[here](https://docs.test/b) and `code`',
    },
    {
      type: 'table',
      rows: [
        [cell('Event'), cell('Count')],
        [cell('sent'), { type: 'raw_number', value: 1204 }],
      ],
    },
    {
      type: 'data_table',
      caption: 'By day',
      page_size: 2,
      rows: [
        [cell('Day'), cell('Sent')],
        ...[30, 10, 20].map((value, index) => [cell(`Day ${index}`), { type: 'raw_number', value }]),
      ],
    },
  ])
  await log.getByText('2026-03-14').waitFor()
  await log.getByRole('heading', { name: 'Title' }).waitFor()
  await log.getByRole('cell', { name: '1,204' }).waitFor()
  const table = log.getByRole('region', { name: 'By day' })
  expect(await table.getByRole('row').count()).toBe(3)
  await table.getByRole('button', { name: 'Sent' }).click()
  expect(await table.getByRole('rowheader').allInnerTexts()).toEqual(['Day 1', 'Day 2'])
  await log.getByRole('button', { name: 'Next' }).click()
  expect(await table.getByRole('rowheader').allInnerTexts()).toEqual(['Day 0'])
  expect(await findFaintTexts(page)).toEqual([])
})

for (const dark of [false, true])
  for (const width of [1280, 390] as const)
    test(`renders every block in ${dark ? 'dark' : 'light'} mode at ${width} pixels, without loading remote images`, async () => {
      const { page, log } = await showBlocks(BLOCK_GALLERY, { dark, width })
      for (const name of [
        'A header',
        'small print',
        'Mind the gap',
        'A film',
        'Card one',
        'The plan',
        'remote.pdf',
        'With a picture',
      ])
        await log.getByText(name, { exact: true }).waitFor()
      for (const name of ['Plain', 'Main', 'Risky', 'Good', 'Remove', 'Open'])
        await log.getByRole('button', { name, exact: true }).waitFor()
      await log.getByRole('img', { name: /^A week: Sent Mon 3, Tue -1/ }).waitFor()
      await log.getByRole('img', { name: /^Shares: Read 3, Lost 1/ }).waitFor()
      await log.getByRole('img', { name: 'A remote chart' }).waitFor()
      expect(await log.getByText('inside').count()).toBe(0)
      await log.getByRole('button', { name: 'Folded mails' }).click()
      await log.getByText('inside').waitFor()
      expect(await log.locator('.unknown').count()).toBe(0)
      expect(await findFaintTexts(page)).toEqual([])
      expect(await hasHorizontalOverflow(page)).toBe(false)
    })

test('an unknown block and a broken one show their JSON and do not affect the others', async () => {
  const { log } = await showBlocks([
    { type: 'hologram', depth: 3 },
    { type: 'section', text: 7 },
    { type: 'section', text: mrkdwnText('still here') },
  ])
  await log.getByText('still here').waitFor()
  await log.getByText('Unknown block type: hologram').click()
  await log.getByText('"depth": 3').waitFor()
  await log.getByText(/This section block couldn’t be shown/).waitFor()
})

test('buttons, menus, dates and confirmations send the chosen value to the app, and show a failure', async () => {
  const at = await openSandbox({ app: false })
  const requests = await serveFakeApp(at, () => undefined)
  const confirm = {
    title: plainText('Delete this email'),
    text: plainText('It is gone for everyone.'),
    confirm: plainText('Delete'),
    deny: plainText('Keep'),
    style: 'danger',
  }
  await callWebApi(at, 'chat.postMessage', {
    channel: DOCS,
    text: 'x',
    blocks: [
      {
        type: 'actions',
        block_id: 'row',
        elements: [
          createButton('Claim', { value: 'v1' }),
          createButton('Remove', { confirm }),
          { type: 'static_select', action_id: 'menu', placeholder: plainText('Choose one'), options: TWO_OPTIONS },
          { type: 'overflow', action_id: 'more', options: TWO_OPTIONS },
          { type: 'datepicker', action_id: 'day', placeholder: plainText('From') },
        ],
      },
    ],
  })
  const page = await openPage(at.page, { refusals: true })
  const log = page.getByRole('log')
  const actions = () =>
    requests.flatMap((payload) => (payload['type'] === 'block_actions' ? (payload['actions'] as Fields[]) : []))
  await log.getByRole('button', { name: 'Claim' }).click()
  await expect.poll(() => actions().at(-1)).toMatchObject({ action_id: 'Claim', block_id: 'row', value: 'v1' })
  await log.getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this email' })
  await question.getByRole('button', { name: 'Keep' }).click()
  await log.getByRole('button', { name: 'Remove' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => actions().map((action) => action['action_id'])).toEqual(['Claim', 'Remove'])
  await log.getByRole('button', { name: 'Choose one' }).click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => actions().at(-1)).toMatchObject({ action_id: 'menu', selected_option: { value: 'two' } })
  await log.getByRole('button', { name: 'More actions' }).first().focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => actions().at(-1)).toMatchObject({ action_id: 'more', selected_option: { value: 'two' } })
  const day = log.getByLabel('From')
  const shownBefore = () => day.evaluate((input) => getComputedStyle(input, '::before').content)
  expect(await shownBefore()).toBe('"From"')
  await day.fill('2026-03-14')
  await expect.poll(() => actions().at(-1)).toMatchObject({ action_id: 'day', selected_date: '2026-03-14' })
  await expect.poll(shownBefore).toBe('none')

  await callControl(at, '/slack/workspace', { action: 'uninstall' })
  await log.getByRole('button', { name: 'Claim' }).click()
  await log.getByRole('alert').getByText('Bellhop is not installed').waitFor()
})

test('the menu at the end of a row of buttons is never alone on a line', async () => {
  const at = await openSandbox({ app: false })
  const elements = [
    ...['Reply', 'Reply all', 'Assign', 'Show full message'].map((label) => createButton(label)),
    { type: 'overflow', action_id: 'more', options: TWO_OPTIONS },
  ]
  await callWebApi(at, 'chat.postMessage', { channel: DOCS, text: 'x', blocks: [{ type: 'actions', elements }] })
  const page = await openPage(`${at.page}#/c/${DOCS}`, { width: 390 })
  const heightOf = async (name: string) =>
    (await page.locator('.actions').getByRole('button', { name, exact: true }).boundingBox())?.y
  expect(await heightOf('More actions')).toBe(await heightOf('Show full message'))
  expect(await heightOf('Reply all')).not.toBe(await heightOf('Show full message'))
})

test('right-to-left text starts at the right, line by line', async () => {
  const at = await openSandbox({ app: false })
  const hebrew = 'שלום, יש לי שאלה על החשבונית.'
  await callWebApi(at, 'chat.postMessage', {
    channel: DOCS,
    text: 'x',
    blocks: [
      { type: 'section', text: plainText(`Hello\n${hebrew}`) },
      { type: 'section', text: mrkdwnText(`${hebrew} <https://a.test|Open it>`) },
      { type: 'header', text: plainText(hebrew) },
    ],
  })
  const page = await openPage(at.page)
  await page.getByRole('heading', { name: hebrew }).waitFor()
  /** Whether the lines of a text end at the right side of their box. */
  const lines = await page.evaluate<
    boolean[]
  >(`[...document.querySelectorAll('.list .text p, .list .header')].flatMap((box) => {
    const range = document.createRange()
    range.selectNodeContents(box)
    const right = box.getBoundingClientRect().right
    const rows = Map.groupBy([...range.getClientRects()].filter((row) => row.width > 0), (row) => Math.round(row.top / 8))
    return [...rows.values()].map((row) => right - Math.max(...row.map((one) => one.right)) < 2)
  })`)
  expect(lines).toEqual([false, true, true, true])
  // A link is isolated: its words keep their order, and the text around it keeps its direction.
  expect(await page.getByRole('link', { name: 'Open it' }).getAttribute('dir')).toBe('auto')
})
