/** @module-tag browser */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  actAs,
  callControl,
  callWebApi,
  openPage,
  openSandbox,
  serveFakeApp,
  useBrowser,
  type Fields,
} from './support/browser-page.ts'

const MARIA = 'U08MARIA01A'
const TOM = 'U08TOMHD02B'
const DOCS = 'C08DOCS001A'
const SUPPORT = 'C08SUPPT03C'

useBrowser()

const LONG = 'every word of this has to be readable, also while the mouse is over it, '.repeat(4)

/** The visible toolbars, and how many lines of text or pictures of authors each of them covers. */
const measureToolbars = (page: Page): Promise<number[]> =>
  page.evaluate<number[]>(`[...document.querySelectorAll('.message-tools')]
    .filter((bar) => getComputedStyle(bar).opacity === '1')
    .map((bar) => {
      const box = bar.getBoundingClientRect()
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      let covered = 0
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (bar.contains(node) || !node.parentElement.closest('.list')) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const line of range.getClientRects())
          if (line.right > box.left && line.left < box.right && line.bottom > box.top && line.top < box.bottom) covered++
      }
      return covered
    })`)

test('one message at a time has a toolbar, and it covers no text', async () => {
  const at = await openSandbox({ app: false })
  const say = (text: string, more: Fields = {}) =>
    callControl<{ ts: string }>(at, '/slack/message', { channel: DOCS, user: TOM, text, ...more })
  const { ts } = await say(LONG)
  await say(LONG)
  await say(LONG)
  for (const text of [LONG, LONG]) await say(text, { thread_ts: ts })
  await callWebApi(at, 'chat.postMessage', { channel: DOCS, text: LONG })
  const page = await openPage(`${at.page}#/c/${DOCS}/t/${ts}`)
  await page.getByRole('complementary', { name: 'Thread' }).getByRole('article').nth(2).waitFor()
  for (const article of await page.getByRole('article').all()) {
    await article.hover()
    expect(await measureToolbars(page)).toEqual([0])
  }
  // The keyboard's toolbar and an open menu come first.
  const articles = page.getByRole('log', { name: 'Messages in #docs' }).getByRole('article')
  await articles.nth(0).getByRole('button', { name: 'More actions' }).focus()
  await page.keyboard.press('ArrowLeft')
  expect(await measureToolbars(page)).toEqual([0])
  await articles.nth(2).hover()
  expect(await measureToolbars(page)).toEqual([0])
})

test('the keyboard edits the last message, and the app learns of the edit', async () => {
  const at = await openSandbox({ app: false })
  const requests = await serveFakeApp(at, () => undefined)
  const page = await openPage(at.page)
  const composer = page.getByRole('textbox', { name: 'Message #docs' })
  await composer.fill('The first')
  await composer.press('Enter')
  await page.getByRole('log').getByText('The first').waitFor()
  await callControl(at, '/slack/message', { channel: DOCS, user: TOM, text: 'Not yours' })
  await page.getByRole('log').getByText('Not yours').waitFor()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => page.getByRole('textbox', { name: 'Edit message' }).inputValue()).toBe('The first')
  await page.keyboard.type(' of all')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('The first of all').waitFor()
  const focused = () => page.evaluate<string>('document.activeElement?.ariaLabel ?? ""')
  await expect.poll(focused).toBe('Message #docs')
  const changed = () =>
    requests
      .map((payload) => payload['event'] as Fields | undefined)
      .find((one) => one?.['subtype'] === 'message_changed')
  await expect.poll(changed).toMatchObject({
    message: { text: 'The first of all', user: MARIA, edited: { user: MARIA } },
    previous_message: { text: 'The first' },
  })
  // Another person doesn't edit it.
  await page.keyboard.press('ArrowUp')
  await page.getByRole('textbox', { name: 'Edit message' }).waitFor()
  await actAs(page, 'Tom Hadley')
  await page.getByRole('button', { name: /^Acting as Tom/ }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Edit message' }).count()).toBe(0)
  // With a text in the field, the arrow key belongs to the text.
  await composer.fill('half a sentence')
  await page.keyboard.press('ArrowUp')
  expect(await page.getByRole('textbox', { name: 'Edit message' }).count()).toBe(0)
})

test('the keyboard moves through messages and between conversations', async () => {
  const at = await openSandbox({ app: false })
  for (const text of ['one', 'two', 'three'])
    await callControl(at, '/slack/message', { channel: DOCS, user: TOM, text })
  const page = await openPage(at.page)
  const focused = () =>
    page.evaluate<string>(
      'document.activeElement?.querySelector(".content")?.textContent ?? document.activeElement?.ariaLabel ?? ""',
    )
  await page.getByRole('log').getByText('three').waitFor()
  await page.getByRole('log').focus()
  for (const text of ['three', 'two', 'one']) {
    await page.keyboard.press('ArrowUp')
    expect(await focused()).toContain(text)
  }
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe('Message #docs')

  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('main', { name: '#general' }).waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('main', { name: '#docs' }).waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('main', { name: 'Bellhop' }).waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Jump to/ }).waitFor()
  await page.keyboard.type('#supp')
  await page.keyboard.press('Enter')
  await page.getByRole('main', { name: '#support' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(focused).toBe('Message #support')
})

test('a reply is also sent to the channel if the person wants it, as Slack sends it', async () => {
  const at = await openSandbox({ app: false })
  const requests = await serveFakeApp(at, () => undefined)
  const { ts } = await callControl<{ ts: string }>(at, '/slack/message', { channel: SUPPORT, user: TOM, text: 'Who?' })
  const page = await openPage(`${at.page}#/c/${SUPPORT}/t/${ts}`)
  const thread = page.getByRole('complementary', { name: 'Thread' })
  const also = thread.getByRole('checkbox', { name: 'Also send to #support' })
  await also.check()
  await thread.getByRole('textbox', { name: 'Reply' }).fill('Me')
  await page.keyboard.press('Enter')
  const list = page.getByRole('log', { name: 'Messages in #support' })
  await list.getByText('replied to a thread:').waitFor()
  await list.getByText('Me', { exact: true }).waitFor()
  await expect.poll(() => also.isChecked()).toBe(false)
  await expect
    .poll(() => requests.map((payload) => payload['event']))
    .toContainEqual(expect.objectContaining({ subtype: 'thread_broadcast', text: 'Me', thread_ts: ts, user: MARIA }))
})

test('a mention of the current user stands out, and another one does not', async () => {
  const at = await openSandbox({ app: false })
  await callControl(at, '/slack/message', { channel: DOCS, user: TOM, text: `<@${MARIA}> or <@${TOM}>?` })
  const page = await openPage(at.page)
  const weight = (name: string) =>
    page
      .getByRole('log')
      .getByText(`@${name}`)
      .evaluate((node) => getComputedStyle(node).fontWeight)
  await page.getByRole('log').getByText('@Maria Torres').waitFor()
  expect([await weight('Maria Torres'), await weight('Tom Hadley')]).toEqual(['700', '500'])
})
