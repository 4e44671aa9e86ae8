/** @module-tag browser */
import { expect, test } from 'vitest'
import { callControl, hasHorizontalOverflow, openPage, openSandbox, useBrowser } from './support/browser-page.ts'

useBrowser()

test('a new person is shown four steps, each ticked when it is done, and none when all are', async () => {
  const at = await openSandbox()
  const page = await openPage(at.page, { newcomer: true })
  const card = page.getByRole('region', { name: 'First steps' })
  await card.getByText('This is a simulator.').waitFor()
  // The text is offered, not sent.
  await card.getByRole('button', { name: 'Type /docs' }).click()
  const composer = page.getByRole('textbox', { name: 'Message #docs' })
  await expect.poll(() => composer.inputValue()).toMatch(/^\/docs \w/)
  expect(await card.getByText('(done)').count()).toBe(0)
  await composer.press('Enter')
  await card.getByRole('button', { name: 'Type /docs … (done)' }).waitFor()
  await card.getByRole('button', { name: 'Write as a customer' }).click()
  await page.getByRole('button', { name: 'Send email' }).click()
  await card.getByRole('button', { name: 'Write as a customer (done)' }).waitFor()
  await card.getByRole('button', { name: 'Press Reply' }).click()
  await page.getByRole('log').getByRole('button', { name: 'Reply', exact: true }).first().click()
  await card.getByRole('button', { name: 'Press Reply (done)' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  // Progress survives a reload.
  await page.reload()
  await card.getByRole('button', { name: 'Press Reply (done)' }).waitFor()
  await card.getByRole('button', { name: 'Break something' }).click()
  await page.getByText('Unavailable, 503').click()
  await card.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Chat' }).click()
  await page.getByRole('button', { name: 'sandbox', exact: true }).click()
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await card.waitFor({ state: 'detached' })
})

test('on a phone the steps stand above the list of channels, and nowhere else', async () => {
  const at = await openSandbox({ app: false })
  const page = await openPage(at.page, { width: 390, newcomer: true })
  const card = page.getByRole('region', { name: 'First steps' })
  await card.waitFor()
  expect(await hasHorizontalOverflow(page)).toBe(false)
  await page.getByRole('link', { name: 'docs' }).click()
  await page.getByRole('textbox', { name: 'Message #docs' }).waitFor()
  expect(await card.isVisible()).toBe(false)
})

test('a reset with the opening story begins as the first start did', async () => {
  const at = await openSandbox({ ownProcess: true, empty: false, env: { MAIL_UNDO_SECONDS: '0' } })
  await at.storyEnded
  await callControl(at, '/agent/script', { outcome: 'manual', afterMs: 0 })
  await callControl(at, '/faults', { target: 'mail', mode: 'status', status: 500 })
  await callControl(at, '/slack/message', { channel: 'C08DOCS001A', user: 'U08TOMHD02B', text: 'soon gone' })
  const page = await openPage(`${at.page}#/panel/faults`)
  await page.getByRole('button', { name: 'Reset with the opening story' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await page.getByText('The sandbox has started again with its story').waitFor()
  await page.getByRole('link', { name: 'Chat' }).click()
  await page.getByText('Explain the retry schedule').first().waitFor()
  expect(await page.getByText('soon gone').count()).toBe(0)
  // The story comes to its end, and later jobs finish by themselves.
  await page.getByRole('link', { name: 'View pull request' }).or(page.getByText('View pull request')).first().waitFor()
  expect(await callControl(at, '/agent/script')).toMatchObject({ outcome: 'completed', afterMs: 8000 })
  expect(await callControl(at, '/mail/script')).toMatchObject({ outcome: 'delivered', afterMs: 2000 })
  expect(await callControl(at, '/faults')).toEqual([])
})
