/** @module-tag browser */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, callControl, findFaintTexts, useBrowser } from './support/browser-page.ts'
import {
  openDocsChannel,
  DOCS_CHANNEL,
  chooseFromMessageMenu,
  chooseFromCardMenu,
  waitForCard,
} from './support/docs-page.ts'

const TOM = 'U08TOMHD02B'
const PULL = 'https://git.example.test/acme/docs/pull/9'

useBrowser()

async function pick(page: Page, within: Locator, label: RegExp, option: string): Promise<void> {
  await within.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

/** #docs, where jobs start immediately. */
const openChannel = () => openDocsChannel({ env: { JOB_UNDO_SECONDS: '0' } })

/** The same with a job that the agent works on. */
async function openWithJob() {
  const opened = await openChannel()
  await opened.type('/docs explain the retry schedule')
  await waitForCard(opened.card('explain the retry schedule'), 'working')
  return opened
}

test('a job starts from the shortcut, and the quota counts it', async () => {
  const { page, log, dialog, card, type } = await openChannel()
  await page.getByRole('button', { name: 'Shortcuts' }).first().click()
  await page.getByRole('menuitem', { name: 'Start a docs job' }).click()
  await dialog.getByText('Acme Docs: 100 of 100 new jobs left this hour').waitFor()
  await dialog.getByRole('textbox', { name: 'What should the agent do?' }).fill('explain the retry schedule')
  await dialog.getByRole('button', { name: /^Where to post updates/ }).click()
  await page.getByRole('option', { name: /docs/ }).click()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await dialog.waitFor({ state: 'detached' })
  await waitForCard(card('explain the retry schedule'), 'working')
  await type('/docs quota')
  await log.getByText('Acme Docs: 99 of 100 new jobs left this hour').waitFor()
})

test('the list of jobs opens a prompt and comes back, and an empty one says so', async () => {
  const { page, dialog, type } = await openWithJob()
  await type('/docs jobs failed')
  await dialog.getByText('None of your jobs has failed').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await type('/docs jobs')
  await dialog.getByRole('heading', { name: 'Jobs' }).waitFor()
  await dialog.getByText('Explain the retry schedule').waitFor()
  await dialog.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'View prompt' }).click()
  await dialog.getByRole('heading', { name: 'Prompt and details' }).waitFor()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('heading', { name: 'Jobs' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('a person chooses a direct message, and the result arrives there and on Home', async () => {
  const { page, dialog, type, move } = await openWithJob()
  await type('/docs settings')
  await dialog.getByText('Only you see these settings').waitFor()
  await pick(page, dialog, /^Section/, 'This channel')
  await dialog.getByText('Only admins can change these.').waitFor()
  expect(await findFaintTexts(page)).toEqual([])
  await pick(page, dialog, /^Section/, 'Mine')
  await dialog.getByText('Only you see these settings').waitFor()
  await pick(page, dialog, /^When your job finishes/, 'Send me a direct message')
  expect(await findFaintTexts(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'Bellhop' }).click()
  const home = page.getByRole('region', { name: 'Home' })
  await home.getByText('Working since').waitFor()
  await move(/retry schedule/, { status: 'completed', prLink: PULL })
  expect(await home.getByRole('link', { name: 'View pull request' }).getAttribute('href')).toBe(PULL)
  await page.getByRole('link', { name: 'Bellhop 1 unread' }).click()
  await page.getByText('The pull request is ready: explain the retry schedule').waitFor()
})

test('Home shows the jobs and the quota, and opens the form', async () => {
  const { page, dialog } = await openWithJob()
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'Bellhop' }).click()
  const home = page.getByRole('region', { name: 'Home' })
  await home.getByText('explain the retry schedule').waitFor()
  await home.getByText('99 of 100 new jobs left this hour').waitFor()
  expect(await findFaintTexts(page)).toEqual([])
  await home.getByRole('button', { name: 'Start a docs job' }).click()
  await dialog.getByRole('textbox', { name: 'What should the agent do?' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

/** #docs, in which Tom writes. */
async function openWithMessages(...texts: string[]) {
  const opened = await openChannel()
  const say = (text: string) =>
    callControl<{ ts: string }>(opened.at, '/slack/message', { channel: DOCS_CHANNEL, user: TOM, text })
  for (const text of texts) await say(text)
  return {
    ...opened,
    say,
    message: (text: string) => opened.log.getByRole('article').filter({ hasText: text }),
  }
}

test('the form from a message has its text and its link', async () => {
  const { page, dialog, message } = await openWithMessages('The inbox page lacks the limits')
  await chooseFromMessageMenu(page, message('lacks the limits'), 'Update docs from message')
  const prompt = dialog.getByRole('textbox', { name: 'What should the agent do?' })
  await prompt.waitFor()
  expect(await prompt.inputValue()).toBe('The inbox page lacks the limits')
  expect(await dialog.getByRole('link', { name: 'this message' }).getAttribute('href')).toContain(DOCS_CHANNEL)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('collected messages become one job, without those that were removed', async () => {
  const { page, log, dialog, type, jobs, message } = await openWithMessages(
    'The inbox page lacks the limits',
    'Lunch at one',
    'Nobody finds the page about pods',
  )
  for (const [index, text] of ['lacks the limits', 'Lunch at one', 'Nobody finds'].entries()) {
    await chooseFromMessageMenu(page, message(text), 'Add to docs list')
    await log.getByText(`Added to your docs list (${index + 1} message`).waitFor()
  }
  await type('/docs list')
  await dialog.getByText('Lunch at one').waitFor()
  await dialog.getByRole('button', { name: 'Remove' }).nth(1).click()
  await dialog.getByText('Lunch at one').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Start one job from these' }).click()
  await dialog.getByRole('checkbox', { name: /Nobody finds the page about pods/ }).waitFor()
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await expect.poll(async () => (await jobs())[0]?.prompt).toContain('> Nobody finds the page about pods')
  expect((await jobs())[0]?.prompt).not.toContain('Lunch')
  await dialog.waitFor({ state: 'detached' })
})

test('an admin changes the settings of a channel and of the workspace, and both apply immediately', async () => {
  const { at, page, dialog, thread, card, type, say, message } = await openWithMessages()
  await actAs(page, 'Aiko Tanaka')
  await type('/docs settings')
  await pick(page, dialog, /^Section/, 'This channel')
  const hold = dialog.getByRole('textbox', { name: 'Undo start (seconds)' })
  await hold.fill('ten')
  await pick(page, dialog, /^Replies that go to the agent/, 'Every reply')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter 0–600 seconds, for example 10.').waitFor()
  await hold.fill('600')
  await pick(page, dialog, /^Section/, 'Workspace')
  await dialog.getByText('Save it, and Workspace opens').waitFor()
  expect(await hold.inputValue()).toBe('600')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Saving This channel').waitFor()
  await dialog.getByRole('textbox', { name: /^Emoji/ }).fill('memo')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await actAs(page, 'Maria Torres')
  await type('/docs describe the rate limits')
  await card('rate limits')
    .getByText(/Starts at/)
    .waitFor()
  const { ts } = await say('The pods page is out of date')
  await callControl(at, '/slack/react', { user: TOM, channel: DOCS_CHANNEL, ts, name: 'memo' })
  await message('pods page is out of date').getByRole('button', { name: '1 reply' }).click()
  await thread.getByText(/Starts at/).waitFor()
  await thread.getByText('asked by @Tom Hadley').waitFor()
})

test('two jobs in one thread stay separate; one is mirrored to a channel and handed over', async () => {
  const { at, page, log, dialog, thread } = await openDocsChannel({ env: { JOB_UNDO_SECONDS: '0' } })
  await callControl(at, '/slack/message', { channel: DOCS_CHANNEL, user: TOM, text: 'The retry page says three tries' })
  const message = log.getByRole('article').filter({ hasText: 'three tries' })
  const prompt = dialog.getByRole('textbox', { name: 'What should the agent do?' })
  const start = async (text: string): Promise<void> => {
    await chooseFromMessageMenu(page, message, 'Update docs from message')
    await prompt.fill(text)
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await start('correct the number of tries')
  await message.getByRole('button', { name: '1 reply' }).click()
  const first = thread.getByRole('article').filter({ hasText: 'correct the number of tries' })
  await waitForCard(first, 'working')
  await start('add a page about pods')
  const second = thread.getByRole('article').filter({ hasText: 'add a page about pods' })
  await second.getByRole('button', { name: 'Start anyway' }).click()
  await waitForCard(second, 'working')

  await first.getByRole('button', { name: 'Follow up' }).click()
  await dialog.getByRole('textbox', { name: 'What should the agent do next?' }).fill('it is five')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await first.getByText('1 follow-up').waitFor()
  expect(await second.getByText('1 follow-up').count()).toBe(0)
  await chooseFromCardMenu(page, second, 'Mirror to a channel')
  await pick(page, dialog, /^Show this card in/, '#general')
  await dialog.getByRole('button', { name: 'Mirror' }).click()
  await page.getByRole('link', { name: 'general unread' }).waitFor()
  await chooseFromCardMenu(page, second, 'Assign')
  await pick(page, dialog, /^Assign to/, 'Tom Hadley')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await thread.getByText('assigned this job to').waitFor()
})
