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
      const page = await openPage(`${at.page}#/c/${DOCS}`, { dark, width })
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
