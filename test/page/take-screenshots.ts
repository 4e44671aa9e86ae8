/** Writes the screenshots of the documentation to docs/images: the opening story, light and dark, wide and narrow. Arguments name some of them. */
import { mkdirSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { createSandbox } from '../../sandbox/create-sandbox.ts'
import { createSandboxClient } from '../../tools/sandbox-client.ts'
import { actAs, launchBrowser, openTab, type PageOptions } from './support/browser-page.ts'

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

async function typeInSupport(page: Page, line: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message #support' })
  await composer.fill(line)
  await composer.press('Enter')
}

/** Acts as the admin, and opens what a command shows. */
async function openAsAdmin(page: Page, command: string): Promise<Locator> {
  await actAs(page, 'Aiko Tanaka')
  await typeInSupport(page, command)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading').first().waitFor()
  return dialog
}

/** The settings of an inbox, with a group that may answer its mail. */
async function openInboxSettings(page: Page): Promise<Locator> {
  const dialog = await openAsAdmin(page, '/mail settings')
  await dialog.getByRole('button', { name: /All inboxes/ }).click()
  await page.getByRole('option', { name: 'support@sandbox.test' }).click()
  await dialog.getByText('Same as for all inboxes').first().waitFor()
  await dialog.getByRole('button', { name: /^Who can reply to email/ }).click()
  await page.getByRole('combobox', { name: /^Search/ }).fill('support')
  await page.getByRole('option', { name: '@support' }).click()
  await page.keyboard.press('Escape')
  return dialog
}

/** A new rule for invoices, tried on the mail that came. */
async function openRuleForm(page: Page): Promise<Locator> {
  const list = await openAsAdmin(page, '/mail rules')
  await list.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('textbox', { name: 'Subject' }).fill('twice, duplicate')
  const form = page.getByRole('dialog').last()
  await form.getByRole('button', { name: /^Channel/ }).click()
  await page.getByRole('option', { name: /leads/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Duplicates')
  await form.getByRole('button', { name: 'Try on the last 50 emails' }).click()
  await form.getByText(/^If the newest email/).scrollIntoViewIfNeeded()
  return form
}

/** The audit, after a setting was changed and somebody was refused. */
async function openAudit(page: Page): Promise<Locator> {
  const form = await openInboxSettings(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await actAs(page, 'Maria Torres')
  await typeInSupport(page, '/mail hold support@sandbox.test 0')
  await page.getByText(/^Only some people can /).waitFor()
  return openAsAdmin(page, '/docs audit')
}

async function receiveMail(from: string, subject: string, text: string): Promise<void> {
  await createSandboxClient(at.control).mail.receive({ inbox_id: at.env['SANDBOX_INBOX'], from, subject, text })
}

/** Receives a mail and claims it, once for all pictures. */
async function claimInvoice(page: Page): Promise<void> {
  const cards = page.getByRole('article').filter({ hasText: 'Invoice 4711' })
  if ((await cards.count()) > 0) return
  await receiveMail('Ann Lee <ann@globex.test>', 'Invoice 4711', 'The total looks wrong. We ordered three seats.')
  await cards.last().getByRole('button', { name: 'Claim' }).click()
  await cards.last().getByText('Claimed by').waitFor()
}

/** The list of waiting mail, when one is claimed and two are not. */
async function openMailList(page: Page): Promise<Locator> {
  await receiveMail('Noor Haddad <noor@northwind.test>', 'Sandbox keys', 'Can we have a second key for our tests?')
  const cards = page.getByRole('article')
  await claimInvoice(page)
  await cards.filter({ hasText: 'Sandbox keys' }).last().waitFor()
  await typeInSupport(page, '/mail')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Invoice 4711').first().waitFor()
  return dialog
}

/** Home, with a job and a mail of one's own. */
async function openHome(page: Page): Promise<void> {
  await claimInvoice(page)
  await page.goto(`${at.page}#/app/home`)
  await page.getByRole('region', { name: 'Home' }).getByText('Invoice 4711').waitFor()
}

/** Opens the reply form of the first mail and types an answer. */
async function typeReply(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Reply', exact: true }).first().click()
  const form = page.getByRole('dialog').last()
  await form.getByRole('textbox', { name: 'Your reply' }).fill('Thank you, that was it.')
  return form
}

/** A mail as it will leave. */
async function openPreview(page: Page): Promise<Locator> {
  const form = await typeReply(page)
  await form.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog').last()
  await preview.getByText('Subject: Re:').waitFor()
  return preview
}

/** A reply that Maria wrote, as the approver sees it. */
async function openReview(page: Page): Promise<Locator> {
  const { slack } = createSandboxClient(at.control)
  const people = await slack.users()
  const [aiko = '', tom = ''] = ['aiko', 'tom'].map((name) => people.find((one) => one.name === name)?.id)
  const text = `approval ${at.env['SANDBOX_INBOX']} <@${tom}>`
  await slack.sendCommand({ user: aiko, channel: 'C08SUPPT03C', command: '/mail', text })
  await actAs(page, 'Maria Torres')
  const form = await typeReply(page)
  // The first Send can ask whether a further reply is needed.
  for (let sends = 0; sends < 3 && (await form.count()) > 0; sends++) {
    await form.getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForTimeout(1500)
  }
  await actAs(page, 'Tom Hadley')
  await page.goto(`${at.page}#/app/home`)
  await page.getByRole('button', { name: 'Review' }).first().click()
  const review = page.getByRole('dialog').last()
  await review.getByText('Subject: Re:').waitFor()
  return review
}

/** Everything that a mail offers beside its buttons. */
async function openMore(page: Page): Promise<Locator> {
  const card = page.getByRole('article').filter({ hasText: 'Webhook arrives twice' }).first()
  await card.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'More…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Details').first().waitFor()
  return dialog
}

const QUESTIONS: [from: string, subject: string][] = [
  ['Ann Lee <ann@globex.test>', 'Which plan has audit logs?'],
  ['Omar Diaz <omar@initech.test>', 'Two invoices for October'],
  ['Kim Park <kim@umbrella.test>', 'Can we move to yearly billing?'],
  ['Lena Vogt <lena@vogt.test>', 'New colleague needs access'],
  ['Sam Reed <sam@hooli.test>', 'Export stops at 10,000 rows'],
  ['Ines Roth <ines@roth.test>', 'Address on our invoice'],
  ['Bo Nilsen <bo@fjord.test>', 'Sign-in code never arrives'],
  ['Ada Quinn <ada@quinn.test>', 'Thank you for the quick fix'],
  ['Max Weber <max@weber.test>', 'Webhook signature in Go'],
  ['Yuki Mori <yuki@mori.test>', 'Please delete my old account'],
  ['Eva Lund <eva@lund.test>', 'Quote for 40 seats'],
]

/** The list that a channel gets when many mails come together. */
async function openDigest(page: Page): Promise<Locator> {
  // The alerts come in between, and are one line.
  for (const [index, [from, subject]] of QUESTIONS.entries()) {
    await receiveMail(from, subject, 'Could you look into this for us?')
    if (index > 4) await receiveMail('Monitor <alerts@globex.test>', 'Deliveries fail', 'No answer for five minutes.')
  }
  const list = page.getByRole('article').filter({ hasText: 'new emails since' }).last()
  await list.getByText('Quote for 40 seats').waitFor()
  return list
}

/** The most that a picture grows to show a form, a card or a conversation whole; longer lists stay cut. */
const MAX_GROWTH = 1600
/** The height of the bar above a list of messages and the field below it. */
const AROUND_LIST = 240

/** Makes the window high enough for what is shown: the card, else the form in front, else the page. */
async function showWhole(page: Page, part: Locator | void): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    const isCard = part !== undefined && (await part.and(page.getByRole('article')).count()) > 0
    const hidden = isCard
      ? ((await part.boundingBox())?.height ?? 0) + AROUND_LIST - height
      : await page.evaluate<number>(`(() => {
          const form = [...document.querySelectorAll('dialog[open]')].at(-1)
          if (form) form.style.maxHeight = 'calc(100dvh - 32px)'
          const front = form ?? document.body
          const scrollers = [...front.querySelectorAll('.list, .modal-body, .desk-scroll, .home')]
          return Math.max(0, ...scrollers.map((one) => one.scrollHeight - one.clientHeight))
        })()`)
    if (hidden <= 0 || hidden > MAX_GROWTH) return
    await page.setViewportSize({ width, height: Math.ceil(height + hidden) })
    await page.waitForTimeout(200)
  }
}

const PICTURES: Picture[] = [
  ['chat', DOCS, {}, openFirstThread],
  ['chat-dark', DOCS, { dark: true }, openFirstThread],
  ['story', SUPPORT, {}, openFirstThread],
  ['job-form', DOCS, {}, openJobForm],
  ['job-list', DOCS, {}, openJobList],
  ['settings', SUPPORT, {}, openInboxSettings],
  ['rules', SUPPORT, {}, openRuleForm],
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
  // These come last: they add mail that the others do not show.
  ['mail-more', SUPPORT, {}, openMore],
  ['mail-list', SUPPORT, {}, openMailList],
  ['home', SUPPORT, {}, openHome],
  ['mail-digest', SUPPORT, {}, openDigest],
  // These leave a draft, and change what needs approval and who may reply.
  ['reply-form', SUPPORT, {}, (page) => typeReply(page).then(() => {})],
  ['reply-preview', SUPPORT, {}, openPreview],
  ['approval', SUPPORT, {}, openReview],
  ['audit', SUPPORT, {}, openAudit],
]

const at = await createSandbox()
// The opening story has finished: one pull request, one delivered mail.
await at.storyEnded
const browser = await launchBrowser()
try {
  const wanted = process.argv.slice(2)
  for (const [name, address, looks, before] of PICTURES) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const page = await openTab(browser, looks)
    await page.goto(`${at.page}${address}`)
    if (address.startsWith('#/c/')) await page.getByRole('article').first().waitFor({ timeout: 60_000 })
    const part = await before?.(page)
    await showWhole(page, part)
    await page.mouse.move(640, 2)
    await page.evaluate('document.activeElement?.blur()')
    await page.waitForTimeout(500)
    await (part ?? page).screenshot({ path: new URL(`${name}.png`, folder).pathname })
    // A window that stays open would be there in the next picture.
    const openForms = page.getByRole('dialog').locator('.layer')
    for (let left = await openForms.count(); left > 0; left--) {
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Cancel|Close|Back)$/ })
        .last()
        .click()
      await openForms.nth(left - 1).waitFor({ state: 'detached' })
    }
    await page.context().close()
  }
} finally {
  await browser.close()
  await at.close()
}
