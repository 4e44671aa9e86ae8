/** @module-tag browser */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSandbox, callControl, findFaintTexts, openPage, useBrowser, type Fields } from './support/browser-page.ts'
import { waitForCard } from './support/docs-page.ts'

const DOCS = 'C08DOCS001A'
const SUPPORT = 'C08SUPPT03C'
const PULL = 'https://git.example.test/acme/docs/pull/7'

useBrowser()

/** Whether an element of a form is visible next to its buttons. */
async function isAboveFoot(inner: Locator, dialog: Locator): Promise<boolean> {
  const [box, foot] = await Promise.all([inner.boundingBox(), dialog.locator('.modal-foot').boundingBox()])
  return box !== null && foot !== null && box.y + box.height <= foot.y + 1
}

test('from a command to a pull request, and a follow-up from its thread', async () => {
  const at = await openSandbox()
  await callControl(at, '/agent/script', { outcome: 'manual', afterMs: 0 })
  const page = await openPage(at.page)
  const log = page.getByRole('log', { name: 'Messages in #docs' })
  const composer = page.getByRole('textbox', { name: 'Message #docs' })
  await composer.fill('/docs explain the retry schedule')
  await composer.press('Enter')
  const card = log.getByRole('article').filter({ hasText: 'explain the retry schedule' })
  await waitForCard(card, 'working')
  const [job] = await callControl<Fields[]>(at, '/agent/jobs')
  await callControl(at, `/agent/jobs/${String(job?.['id'])}`, { status: 'completed', prLink: PULL })
  await card.getByText('Pull request ready').waitFor({ timeout: 60_000 })
  await card.getByRole('button', { name: '1 reply' }).click()
  const thread = page.getByRole('complementary', { name: 'Thread' })
  await thread.getByText('@Maria Torres').last().waitFor()
  expect(await thread.getByRole('button', { name: 'View pull request' }).first().getAttribute('title')).toBe(PULL)

  const reply = thread.getByRole('textbox', { name: 'Reply' })
  await reply.pressSequentially('@Bell')
  await page.keyboard.press('Tab')
  await page.keyboard.type('mention the jitter too')
  await page.keyboard.press('Enter')
  await expect
    .poll(
      async () =>
        (await callControl<{ followUps: { prompt: string }[] }[]>(at, '/agent/jobs'))[0]?.followUps
          .map((one) => one.prompt)
          .join(),
      { timeout: 60_000 },
    )
    .toContain('mention the jitter too')
  await waitForCard(card, 'working')
  expect(await findFaintTexts(page)).toEqual([])

  await page.keyboard.press('Escape')
  await thread.waitFor({ state: 'detached' })
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'Bellhop' }).click()
  await page
    .getByRole('region', { name: 'Home' })
    .getByText('explain the retry schedule')
    .first()
    .waitFor({ timeout: 60_000 })
  expect(await findFaintTexts(page)).toEqual([])
})

test('the app is killed and started again from the Faults panel', async () => {
  const at = await openSandbox({ ownProcess: true })
  const page = await openPage(`${at.page}#/panel/faults`)
  const app = page.getByRole('region', { name: 'The app' })
  await app.getByText('Running').waitFor()
  await app.getByRole('button', { name: 'Kill' }).click()
  await app.getByText('Stopped').waitFor()
  await app.getByRole('button', { name: 'Start', exact: true }).click()
  await expect.poll(() => app.getByRole('button', { name: 'Kill' }).isEnabled(), { timeout: 60_000 }).toBe(true)
  await app.getByText('Running').waitFor()
})

test('from a mail to its answer, on a narrow screen in dark mode', async () => {
  const at = await openSandbox()
  const page = await openPage(`${at.page}#/panel/mail`, { width: 390, dark: true })
  await page.getByRole('button', { name: 'Send email' }).click()
  await page.getByRole('link', { name: 'Chat' }).click()
  await page.getByRole('link', { name: /^support/ }).click()
  const log = page.getByRole('log', { name: 'Messages in #support' })
  const mail = log.getByRole('article').filter({ hasText: 'Invoice 4711' })
  await mail.getByText('We ordered three seats').waitFor({ timeout: 60_000 })
  await mail.getByRole('button', { name: 'Reply', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Reply' })
  const field = dialog.getByRole('textbox', { name: 'Your reply' })
  await field.waitFor({ timeout: 60_000 })
  // The cursor is in the text.
  await expect.poll(() => field.evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true)
  await dialog.getByText('We ordered three seats').waitFor()
  await page.keyboard.type('You are right, a new invoice is on its way.')
  expect(await findFaintTexts(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Edit recipients' }).click()
  await dialog.getByRole('textbox', { name: 'Bcc' }).fill('lawyer@else.test')
  expect(await field.textContent()).toContain('a new invoice is on its way')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  const warning = dialog.getByRole('note').filter({ hasText: 'Not sent. Tick' })
  await warning.waitFor()
  await expect.poll(() => isAboveFoot(warning, dialog)).toBe(true)
  await dialog.getByRole('checkbox', { name: 'Send it to lawyer@else.test' }).check()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await mail.getByRole('button', { name: '1 reply' }).click()
  const thread = page.getByRole('complementary', { name: 'Thread' })
  await thread.getByText('You are right, a new invoice is on its way.').waitFor()
  await callControl(at, '/clock', { scale: 1 })
  await expect.poll(async () => (await callControl<Fields[]>(at, '/mail/sent')).length, { timeout: 60_000 }).toBe(1)
  const [sent] = await callControl<Fields[]>(at, '/mail/sent')
  expect(sent?.['text']).toContain('a new invoice is on its way')
  await callControl(at, '/mail/outcome', { message_id: sent?.['message_id'], event: 'delivered' })
  await thread.getByText(/^Delivered/).waitFor({ timeout: 60_000 })
  await thread.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Back to conversations' }).click()
  await page.getByRole('link', { name: 'docs' }).waitFor()
  const shown = await callControl<Fields[]>(at, `/slack/messages?channel=${SUPPORT}`)
  expect(shown.filter((one) => one['ephemeral_for'] === undefined).length).toBe(1)
  expect((await callControl<Fields[]>(at, `/slack/messages?channel=${DOCS}`)).length).toBe(0)
})
