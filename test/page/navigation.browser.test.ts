/** @module-tag browser */
import { expect, test } from 'vitest'
import { actAs, openSandbox, callControl, callWebApi, openPage, useBrowser } from './support/browser-page.ts'

const MARIA = 'U08MARIA01A'
const TOM = 'U08TOMHD02B'
const LEADS = 'C08LEADS05E'
const SUPPORT = 'C08SUPPT03C'

useBrowser()

test('a channel with news is bold, and has a number if someone is meant', async () => {
  const at = await openSandbox({ app: false })
  const page = await openPage(at.page)
  const entry = (name: string) => page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name })
  await page.getByText('This is the start of #docs').waitFor()
  const { ts } = await callControl<{ ts: string }>(at, '/slack/message', {
    channel: SUPPORT,
    user: TOM,
    text: 'A customer waits',
  })
  await entry('support unread').waitFor()
  expect(await entry('support').evaluate((node) => getComputedStyle(node).fontWeight)).toBe('700')
  // Also in a thread, and in blocks; a name in plain text calls nobody.
  const mention = [{ type: 'section', text: { type: 'mrkdwn', text: `Over to <@${MARIA}>` } }]
  const name = [{ type: 'section', text: { type: 'plain_text', text: `Over to <@${MARIA}>` } }]
  await callWebApi(at, 'chat.postMessage', { channel: SUPPORT, thread_ts: ts, text: 'For one', blocks: mention })
  await callWebApi(at, 'chat.postMessage', { channel: SUPPORT, thread_ts: ts, text: 'For nobody', blocks: name })
  await entry('support 1 unread').waitFor()
  await callWebApi(at, 'chat.postMessage', { channel: MARIA, text: 'Just for you' })
  await entry('Bellhop 1 unread').click()
  await page.getByText('Just for you').waitFor()
  await entry('support').click()
  await page.getByText('A customer waits').waitFor()
  await expect.poll(() => page.getByText('unread').count()).toBe(0)
  // A message that one person has read is still unread for another, also after a reload.
  await page.reload()
  await page.getByText('A customer waits').waitFor()
  expect(await page.getByText('unread').count()).toBe(0)
  await entry('docs').click()
  await actAs(page, 'Aiko Tanaka')
  await entry('support unread').waitFor()
})

test('a person who is not in the open channel does not see it, neither there nor in the list', async () => {
  const at = await openSandbox({ app: false })
  const parent = await callControl<{ ts: string }>(at, '/slack/message', {
    channel: LEADS,
    user: TOM,
    text: 'Between us',
  })
  await callControl(at, '/slack/message', { channel: LEADS, user: TOM, text: 'Indeed', thread_ts: parent.ts })
  const page = await openPage(at.page)
  await page.getByText('This is the start of #docs').waitFor()
  await actAs(page, 'Tom Hadley')
  await page.getByRole('link', { name: 'leads' }).click()
  await page.getByRole('button', { name: '1 reply' }).click()
  await page.getByText('Indeed').waitFor()
  await actAs(page, 'Gwen Ashby')
  await page.getByRole('main', { name: '#docs' }).waitFor()
  expect(await page.getByText('Indeed').count()).toBe(0)
  expect(await page.getByText('Between us').count()).toBe(0)
  expect(await page.getByText('leads').count()).toBe(0)
  await page.goto(`${at.page}#/c/${LEADS}/t/${parent.ts}`)
  await page.getByRole('heading', { name: 'There’s no such channel' }).waitFor()
  expect(await page.getByText('Between us').count()).toBe(0)
})

test('an address of an unknown channel is not asked for again and again', async () => {
  const at = await openSandbox({ app: false })
  const page = await openPage(at.page)
  await page.getByText('This is the start of #docs').waitFor()
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await page.goto(`${at.page}#/c/C0NOTHING00/t/1.1`)
  await page.getByRole('heading', { name: 'There’s no such channel' }).waitFor()
  await callControl(at, '/slack/message', { channel: SUPPORT, user: TOM, text: 'News' })
  await page.getByRole('link', { name: 'support unread' }).waitFor()
  expect(asked.filter((url) => url.includes('C0NOTHING00'))).toEqual([])
  await page.getByRole('link', { name: 'Show the channels' }).click()
  await page.getByRole('main', { name: '#docs' }).waitFor()
})

test('the app has one entry, with Home, Messages and About', async () => {
  const at = await openSandbox({ app: false })
  const page = await openPage(at.page)
  await page.getByText('This is the start of #docs').waitFor()
  const sidebar = page.getByRole('navigation', { name: 'Conversations' })
  expect(await sidebar.getByRole('link', { name: 'Bellhop' }).count()).toBe(1)
  await sidebar.getByRole('link', { name: 'Bellhop' }).click()
  const tabs = page.getByRole('navigation', { name: 'Bellhop' }).getByRole('link')
  expect(await tabs.allTextContents()).toEqual(['Home', 'Messages', 'About'])
  await page.getByText('Bellhop hasn’t published its Home yet').waitFor()
  await tabs.getByText('Messages').click()
  await page.getByRole('textbox', { name: 'Message Bellhop' }).waitFor()
  await tabs.getByText('About').click()
  await page.getByRole('region', { name: 'About' }).getByText('/docs').first().waitFor()
  // A link to a direct message leads there, for the person who received it.
  const { ts, channel } = await callWebApi(at, 'chat.postMessage', { channel: MARIA, text: 'Just for you' })
  const { permalink } = await callWebApi(at, 'chat.getPermalink', { channel, message_ts: ts })
  await page.goto(String(permalink))
  await page.getByText('Just for you').waitFor()
  expect(page.url()).toContain(`#/app/messages/m/${ts}`)
})
