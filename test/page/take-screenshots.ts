/** Writes the screenshots of the documentation to docs/images: the opening story, light and dark, wide and narrow. */
import { mkdirSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { createSandbox } from '../../sandbox/create-sandbox.ts'
import { launchBrowser, openTab, type PageOptions } from './support/browser-page.ts'

const folder = new URL('../../docs/images/', import.meta.url)
mkdirSync(folder, { recursive: true })

const DOCS = '#/c/C08DOCS001A'
const SUPPORT = '#/c/C08SUPPT03C'

/** `before` prepares the page and can return the part to capture; otherwise the whole page is captured. */
type Picture = [name: string, address: string, looks: PageOptions, before?: (page: Page) => Promise<Locator | void>]

const openFirstThread = (page: Page) =>
  page
    .getByRole('button', { name: /^\d+ repl/ })
    .first()
    .click()

async function openJobForm(page: Page): Promise<Locator> {
  await page.getByRole('article').first().hover()
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Update docs from message' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'What should the agent do?' }).waitFor()
  return dialog
}

async function openJobList(page: Page): Promise<Locator> {
  const composer = page.getByRole('textbox', { name: 'Message #docs' })
  await composer.fill('/docs jobs channel')
  await composer.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Jobs' }).waitFor()
  return dialog
}

const PICTURES: Picture[] = [
  ['chat', DOCS, {}, openFirstThread],
  ['chat-dark', DOCS, { dark: true }, openFirstThread],
  ['story', SUPPORT, {}, openFirstThread],
  [
    'reply-form',
    SUPPORT,
    {},
    async (page) => {
      await page.getByRole('button', { name: 'Reply', exact: true }).first().click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Your reply' }).click()
      await page.keyboard.type('Thank you, that was it.')
    },
  ],
  ['job-form', DOCS, {}, openJobForm],
  ['job-list', DOCS, {}, openJobList],
  ['home', '#/app/home', {}, (page) => page.getByRole('region', { name: 'Home' }).waitFor()],
  ['phone', SUPPORT, { width: 390 }],
  ['phone-dark', DOCS, { width: 390, dark: true }],
  ['panel-mail', '#/panel/mail', {}, (page) => page.getByText('Delivered', { exact: true }).first().waitFor()],
  ['panel-agent', '#/panel/agent', {}, (page) => page.getByText('Working', { exact: true }).first().waitFor()],
  ['panel-faults', '#/panel/faults', {}, (page) => page.getByText('Running').waitFor()],
  [
    'panel-requests',
    '#/panel/requests',
    { dark: true },
    async (page) => {
      await page.getByRole('searchbox', { name: 'Filter' }).fill('job')
      await page.getByRole('group', { name: 'System' }).getByRole('button', { name: 'Agent' }).click()
      await page.getByText('POST').first().click()
    },
  ],
]

const at = await createSandbox()
// The opening story has finished: one pull request, one delivered mail.
await at.storyEnded
const browser = await launchBrowser()
try {
  for (const [name, address, looks, before] of PICTURES) {
    const page = await openTab(browser, looks)
    await page.goto(`${at.page}${address}`)
    if (address.startsWith('#/c/')) await page.getByRole('article').first().waitFor({ timeout: 60_000 })
    const part = await before?.(page)
    await page.mouse.move(640, 2)
    await page.evaluate('document.activeElement?.blur()')
    await page.waitForTimeout(500)
    await (part ?? page).screenshot({ path: new URL(`${name}.png`, folder).pathname })
    const close = page.getByRole('dialog').getByRole('button', { name: /^(Cancel|Close)$/ })
    if (await close.count()) await close.last().click()
    await page.context().close()
  }
} finally {
  await browser.close()
  await at.close()
}
