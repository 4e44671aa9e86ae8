/** @module-tag browser */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { plainText } from './support/block-builders.ts'
import {
  callControl,
  callWebApi,
  findFaintTexts,
  hasHorizontalOverflow,
  openPage,
  openSandbox,
  useBrowser,
} from './support/browser-page.ts'

const TOM = 'U08TOMHD02B'
const DOCS = 'C08DOCS001A'

useBrowser()

test('text has enough contrast in light and dark mode, and nothing overflows at either width', async () => {
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
          text: plainText(style),
          action_id: style,
        })),
      },
    ],
  })
  for (const dark of [false, true]) {
    for (const width of [1280, 390] as const) {
      const page = await openPage(`${at.page}#/c/${DOCS}`, { dark, width, newcomer: true })
      await page.getByRole('button', { name: 'danger' }).waitFor()
      // A screen reader finds a heading, and a person who cannot tell colours apart finds the links.
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

/** Texts that are cut off at the side, and buttons outside the window that belong to no list which scrolls. */
const findCutParts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('body *')].filter((part) => {
    const box = part.getBoundingClientRect()
    if (!part.checkVisibility() || box.width < 2 || part.closest('.unseen, pre, .table-wrap')) return false
    const style = getComputedStyle(part)
    if (style.overflowX === 'hidden' && part.scrollWidth > part.clientWidth + 1) return true
    const scrolls = part.closest('.list, .home, .desk-scroll, .desk-columns, .modal-body, .picker-list, .wire-list')
    return part.matches('button, input, textarea, select') && !scrolls && (box.bottom > innerHeight || box.right > innerWidth)
  }).map((part) => part.className + ': ' + part.textContent.slice(0, 60))`)

test('nothing is cut off at 800 pixels of height or 390 of width', async () => {
  const at = await openSandbox({ app: false })
  const long = 'Explain on the page about webhooks how often a delivery is repeated, with a table of the delays'
  const job = await fetch(`${at.agentApi}/v2/agent/${at.env['AGENT_PROJECT_ID']}/job`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${at.env['AGENT_API_KEY']}` },
    body: JSON.stringify({ prompt: long }),
  })
  expect(job.status).toBe(201)
  const { ts } = await callControl<{ ts: string }>(at, '/slack/message', { channel: DOCS, user: TOM, text: long })
  await callWebApi(at, 'chat.postMessage', { channel: DOCS, thread_ts: ts, text: long, reply_broadcast: true })
  for (const width of [1280, 390] as const) {
    const page = await openPage(at.page, { width, newcomer: true })
    for (const view of [
      '',
      `c/${DOCS}`,
      `c/${DOCS}/t/${ts}`,
      'app/messages',
      'app/about',
      'panel/mail',
      'panel/agent',
    ]) {
      await page.goto(`${at.page}#/${view}`)
      await page
        .getByRole(view === '' && width === 390 ? 'navigation' : 'heading')
        .first()
        .waitFor()
      if (view.startsWith('c/')) await page.getByText(long).first().waitFor()
      if (view === 'panel/agent') await page.getByText('Working').first().waitFor()
      await expect.poll(() => findCutParts(page), { message: `${view} at ${width}` }).toEqual([])
    }
    await page.goto(`${at.page}#/panel/mail`)
    const send = page.getByRole('button', { name: 'Send email' })
    if (width === 1280) await page.setViewportSize({ width, height: 600 })
    expect((await send.boundingBox())?.y).toBeLessThan(width === 1280 ? 560 : 780)
  }
})
