/** @module-tag browser */
import { expect, test } from 'vitest'
import { findFaintTexts, useBrowser } from './support/browser-page.ts'
import { openFormFromCardMenu, openDocsChannel, waitForCard } from './support/docs-page.ts'

const LEADS = 'C08LEADS05E'

useBrowser()

test('before a job of a private channel is mirrored, the form names who will see it', async () => {
  const { at, page, dialog } = await openDocsChannel({ env: { JOB_UNDO_SECONDS: '0' } })
  await page.goto(`${at.page}#/c/${LEADS}`)
  const composer = page.getByRole('textbox', { name: /^Message #?leads/ })
  await composer.fill('/docs describe the merger')
  await composer.press('Enter')
  const card = page.getByRole('article').filter({ hasText: 'describe the merger' })
  await waitForCard(card, 'working')
  await openFormFromCardMenu(page, card, 'Mirror to a channel')
  await dialog.getByRole('button', { name: /^Show this card in/ }).click()
  // Of people and direct messages, Slack's menu shows none.
  expect(await page.getByRole('option', { name: /Torres/ }).count()).toBe(0)
  await page.getByRole('option', { name: /general/ }).click()
  await dialog.getByRole('button', { name: 'Mirror', exact: true }).click()
  await dialog.getByText('will see this job’s title, state and pull request').waitFor()
  expect(await findFaintTexts(page)).toEqual([])

  // Without the tick nothing is mirrored.
  await dialog.getByRole('button', { name: 'Mirror', exact: true }).click()
  await dialog.getByText('will see this job’s title, state and pull request').waitFor()
  await dialog.getByRole('checkbox', { name: 'Yes, they may see it' }).check()
  await dialog.getByRole('button', { name: 'Mirror', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`${at.page}#/c/C08GENRL02B`)
  const mirror = page.getByRole('article').filter({ hasText: 'describe the merger' })
  await mirror.getByText('This is a copy').waitFor()
  expect(await mirror.getByRole('button', { name: 'View prompt' }).count()).toBe(0)
})
