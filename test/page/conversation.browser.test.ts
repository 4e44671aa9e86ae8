/** @module-tag browser */
import { expect, test } from 'vitest'
import {
  actAs,
  callWebApi,
  openSandbox,
  callControl,
  openPage,
  serveFakeApp,
  useBrowser,
  type Fields,
} from './support/browser-page.ts'

const MARIA = 'U08MARIA01A'
const TOM = 'U08TOMHD02B'
const DOCS = 'C08DOCS001A'
const SUPPORT = 'C08SUPPT03C'

useBrowser()

test('groups messages by author and shows edits, reactions, files and ephemeral messages', async () => {
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
  await list.getByText('3 bytes').waitFor()
  const file = await page.request.get(
    new URL((await list.getByRole('link', { name: 'limits.csv' }).getAttribute('href')) ?? '', at.page).href,
  )
  expect(await file.text()).toBe('a,b')
  await list.getByRole('button', { name: '+1, 1' }).click()
  await expect.poll(() => list.getByRole('button', { name: '+1, 1' }).count()).toBe(0)

  await actAs(page, 'Tom Hadley')
  await list.getByText('It is five').waitFor()
  expect(await list.getByText('For your eyes').count()).toBe(0)
})

test('a message after an app’s card shows its author', async () => {
  const at = await openSandbox({ app: false })
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
  const post = (text: string, blocks: unknown[]) =>
    callWebApi(at, 'chat.postMessage', { channel: DOCS, text, blocks: JSON.stringify(blocks) })
  await post('A card', [section('A card'), section('Its facts')])
  for (const text of ['Undone. Nothing was sent.', 'One more line']) await post(text, [section(text)])
  const page = await openPage(at.page)
  const rows = page.getByRole('log').getByRole('article')
  await rows.filter({ hasText: 'One more line' }).waitFor()
  const countAuthors = (text: string) => rows.filter({ hasText: text }).locator('.author').count()
  expect(await countAuthors('Undone.')).toBe(1)
  expect(await countAuthors('One more line')).toBe(0)
})

test('offers message shortcuts, but not on ephemeral messages', async () => {
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
  expect(await message('For your eyes').getByRole('button').allTextContents()).toEqual(['Dismiss'])
  await message('For your eyes').getByRole('button', { name: 'Dismiss' }).click()
  await message('For your eyes').waitFor({ state: 'detached' })
})

test('a reply that the app also sends to the channel leads to its thread', async () => {
  const at = await openSandbox({ app: false })
  const { ts } = await callControl<{ ts: string }>(at, '/slack/message', {
    channel: DOCS,
    user: TOM,
    text: 'Where is my *invoice*? <mailto:one@customer.test|one@customer.test>',
  })
  const reply = { channel: DOCS, thread_ts: ts, text: 'Still waiting', reply_broadcast: true }
  await callWebApi(at, 'chat.postMessage', reply)
  const page = await openPage(at.page)
  const shown = page.getByRole('log', { name: 'Messages in #docs' }).getByRole('article', { name: /^Bellhop/ })
  await shown.getByText('replied to a thread:').waitFor()
  await shown.getByText('Still waiting').waitFor()
  await shown.getByRole('button', { name: 'Where is my *invoice*? one@customer.test' }).click()
  const thread = page.getByRole('complementary', { name: 'Thread' })
  await thread.getByText('Also sent to #docs').waitFor()
  await thread.getByText('Still waiting').waitFor()
})

test('completes people, channels and commands with the keyboard, and sends them as references', async () => {
  const at = await openSandbox({ app: false })
  const requests = await serveFakeApp(at, () => undefined)
  const page = await openPage(at.page)
  const composer = page.getByRole('textbox', { name: 'Message #docs' })
  await composer.pressSequentially('/do')
  await page.getByRole('option', { name: /^\/docs add/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('tell <b> & more')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => requests.find((payload) => payload['command'] === '/docs')?.['text'])
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

test('offers the everyday words of a command, and sends what is typed unless one is chosen', async () => {
  const at = await openSandbox({ app: false })
  const requests = await serveFakeApp(at, () => undefined)
  const page = await openPage(at.page)
  const composer = page.getByRole('textbox', { name: 'Message #docs' })
  const readTexts = () =>
    requests.filter((payload) => payload['command'] === '/mail').map((payload) => payload['text'] ?? '')
  await composer.pressSequentially('/')
  for (const words of ['write Write', 'find Find', 'mine See', 'open See'])
    await page.getByRole('option', { name: `/mail ${words}` }).waitFor()
  await page.keyboard.type('mail ')
  await page.getByRole('option', { name: '/mail help' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(readTexts).toEqual([''])
  await composer.pressSequentially('/mail wa')
  await page.getByRole('option', { name: '/mail waiting' }).waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => composer.inputValue()).toBe('/mail waiting ')
  await page.keyboard.press('Enter')
  await expect.poll(readTexts).toEqual(['', 'waiting'])
})

test('shows why a command failed and keeps the typed text', async () => {
  const at = await openSandbox({ app: false })
  const page = await openPage(at.page)
  const composer = page.getByRole('textbox', { name: 'Message #docs' })
  await composer.fill('/docs explain the limits')
  await composer.press('Enter')
  const said = page.getByRole('article', { name: /^Slackbot, / })
  await said.getByText('/docs failed with the error "dispatch_failed"').waitFor()
  await said.getByText('Only visible to you').waitFor()
  expect(await composer.inputValue()).toBe('/docs explain the limits')
  expect(await page.getByRole('alert').count()).toBe(0)
  await composer.fill('/nothing here')
  await composer.press('Enter')
  await page.getByRole('alert').getByText('Bellhop has no command /nothing.').waitFor()
})

test('keeps only the messages near the screen in the document, in a channel of 5,000', async () => {
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

test('a permalink opens its message, from a link on the page and from outside', async () => {
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
  // An invalid address leads to the start page.
  await page.goto(`${at.page}#/%`)
  await page.reload()
  await page.getByRole('textbox', { name: 'Message #docs' }).waitFor()
})

test('times are those of the person one acts as: their zone, their day, their clock', async () => {
  const at = await openSandbox({ app: false })
  // In Madrid it is late in the evening, in Tokyo already the next day.
  const evening = Date.UTC(2026, 2, 3, 20, 5) / 1000
  const line = `at <!date^${evening}^{time}|?>, <!date^${evening}^{date_num}|?>`
  const said = [{ ts: `${evening}.000100`, user: TOM, text: line }]
  const page = await openPage(at.page)
  await page.route('**/control/slack/messages?channel=C08GENRL02B', (route) => route.fulfill({ json: said }))
  await page.getByRole('link', { name: 'general' }).click()
  const shown = page.getByRole('log').getByRole('article')
  const readTimes = async () =>
    (await shown.locator('time').allTextContents()).map((text) => text.replaceAll(/\s/g, ' '))
  for (const [person, day, time, date] of [
    ['Maria Torres', 'Tuesday, March 3', '21:05', '2026-03-03'],
    ['Aiko Tanaka', 'Wednesday, March 4', '05:05', '2026-03-04'],
    ['Tom Hadley', 'Tuesday, March 3', '8:05 PM', '2026-03-03'],
  ] as const) {
    await actAs(page, person)
    await page.getByText(day).waitFor()
    expect(await readTimes()).toEqual([time, time, date])
  }
})

test('a date token begins with a capital only if it begins its pattern', async () => {
  const at = await openSandbox({ app: false })
  const now = Math.floor(Date.now() / 1000)
  const text = `since <!date^${now}^{date_pretty}|?>, since <!date^${now}^\u200b{date_pretty}|?>`
  const page = await openPage(at.page)
  const said = [{ ts: `${now}.000100`, user: TOM, text }]
  await page.route('**/control/slack/messages?channel=C08GENRL02B', (route) => route.fulfill({ json: said }))
  await page.getByRole('link', { name: 'general' }).click()
  await page.getByText('since Today, since \u200btoday').waitFor()
})
