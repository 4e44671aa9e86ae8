/** @module-tag browser */
import { expect, test } from 'vitest'
import {
  actAs,
  callControl,
  findFaintTexts,
  hasHorizontalOverflow,
  useBrowser,
  type Fields,
} from './support/browser-page.ts'
import { openDocsChannel, DOCS_CHANNEL, chooseFromCardMenu, waitForCard } from './support/docs-page.ts'

const PULL = 'https://git.example.test/acme/docs/pull/7'

useBrowser()

const PROMPT = 'explain the retry schedule'

/** #docs with a job that the agent works on. */
async function openWorkingJob() {
  const opened = await openDocsChannel({ env: { JOB_UNDO_SECONDS: '0' } })
  await opened.type(`/docs ${PROMPT}`)
  const shown = opened.card(PROMPT)
  await waitForCard(shown, 'working')
  return { ...opened, shown }
}

/** #docs with a job that is held, in one of two projects. */
async function openHeldJob() {
  const opened = await openDocsChannel({
    env: (env) => ({
      JOB_UNDO_SECONDS: '600',
      AGENT_PROJECTS: JSON.stringify([
        { name: 'Acme Guides', projectId: 'prj_sandboxguides', apiKey: env['AGENT_API_KEY'] },
      ]),
    }),
  })
  await opened.type(`/docs acme docs: ${PROMPT}`)
  const shown = opened.card(PROMPT)
  await shown.getByText(/^Starts at .* · asked by @Maria Torres · Acme Docs$/).waitFor()
  return { ...opened, shown }
}

test('a held job is undone, and nothing is sent', async () => {
  const { page, shown, jobs } = await openHeldJob()
  await shown.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone by @Maria Torres. Nothing was sent').waitFor()
  expect(await jobs()).toEqual([])
  expect(await shown.count()).toBe(0)
})

test('a held job is edited and started, and its prompt is shown', async () => {
  const { page, dialog, shown, jobs } = await openHeldJob()
  await shown.getByRole('button', { name: 'Change project' }).click()
  const prompt = dialog.getByRole('textbox', { name: 'What should the agent do?' })
  await prompt.waitFor()
  expect(await prompt.inputValue()).toBe(PROMPT)
  await prompt.fill(`${PROMPT}, with a table`)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await dialog.waitFor({ state: 'detached' })
  await waitForCard(shown, 'working')
  expect((await jobs()).map((job) => job.prompt)).toEqual([`${PROMPT}, with a table`])

  await shown
    .locator('.icon-only')
    .and(page.getByRole('button', { name: 'More actions' }))
    .click()
  await page.getByRole('menuitem', { name: 'View prompt' }).click()
  await dialog.getByText(`${PROMPT}, with a table`).waitFor()
  for (const fact of ['Repository', 'Branch', 'Model', 'Created']) await dialog.getByText(fact).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('a working job is followed up, asked to stop, left alone and watched again', async () => {
  const { page, dialog, shown, jobs } = await openWorkingJob()
  await shown.getByRole('button', { name: 'Follow up' }).click()
  await dialog.getByText('reads your text next').waitFor()
  await dialog.getByRole('textbox', { name: 'What should the agent do next?' }).fill('name the jitter too')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await shown.getByText('1 follow-up').waitFor()
  expect((await jobs())[0]?.followUps.map((one) => one.prompt)).toEqual(['name the jitter too'])
  await chooseFromCardMenu(page, shown, 'Ask it to stop')
  await shown.getByText('Asked to stop. The agent may continue anyway').waitFor()
  await chooseFromCardMenu(page, shown, 'Stop watching')
  await shown.getByText('No longer watched. The agent may still be working').waitFor()
  await shown.getByRole('button', { name: 'Watch again' }).click()
  await waitForCard(shown, 'working')
})

test('the thread of a job shows its follow-up, that it works, and its end without changes', async () => {
  const { dialog, thread, shown, move } = await openWorkingJob()
  await shown.getByRole('button', { name: 'Follow up' }).click()
  await dialog.getByRole('textbox', { name: 'What should the agent do next?' }).fill('name the jitter too')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await shown.getByRole('button', { name: /repl/ }).click()
  const atWork = thread.getByText('Bellhop is waiting for the agent…')
  await atWork.waitFor()
  await move(/retry schedule/, { status: 'completed', prLink: null })
  await shown.getByText('Finished. Nothing needed changing').waitFor()
  expect(await shown.getByRole('button', { name: /Try again|View pull request/ }).count()).toBe(0)
  await atWork.waitFor({ state: 'detached' })
  await thread.getByText('your job is done').waitFor()
  expect(await thread.getByText('your job is done').count()).toBe(1)
  await thread.getByText('name the jitter too').waitFor()
})

/** #docs in dark mode, where jobs start immediately. */
const openDarkChannel = () => openDocsChannel({ env: { JOB_UNDO_SECONDS: '0' } }, { dark: true })

test('a job without an answer is found by its id', async () => {
  const { page, dialog, card, type, jobs, fault } = await openDarkChannel()
  await fault({ match: 'POST', mode: 'accept-then-drop', times: 1 })
  await type('/docs add a page on dead letters')
  const unconfirmed = card('dead letters')
  await unconfirmed.getByText('Couldn’t confirm the start; it may be running').waitFor()
  expect(await findFaintTexts(page)).toEqual([])
  await unconfirmed.getByRole('button', { name: 'Link the job' }).click()
  const id = dialog.getByRole('textbox', { name: 'Job id' })
  await id.fill('nothing-like-it')
  await dialog.getByRole('button', { name: 'Watch it' }).click()
  await dialog.getByText('The agent doesn’t know a job nothing-like-it').waitFor()
  await id.fill((await jobs()).find((job) => job.prompt.includes('dead letters'))?.id ?? '')
  await dialog.getByRole('button', { name: 'Watch it' }).click()
  await waitForCard(unconfirmed, 'working')
})

test('a failed job is tried again', async () => {
  const { page, card, type, move } = await openDarkChannel()
  await type('/docs describe the rate limits')
  const failed = card('rate limits')
  await waitForCard(failed, 'working')
  await move(/rate limits/, { status: 'failed' })
  await failed.getByText(/stopped with an error\. No pull request was made\. Reference [0-9A-F]{4}/).waitFor()
  expect(await findFaintTexts(page)).toEqual([])
  await failed.getByRole('button', { name: 'Try again', exact: true }).click()
  await waitForCard(failed, 'working')
})

test('a job that the agent refuses is reported to the admins', async () => {
  const { page, card, type, fault } = await openDarkChannel()
  await fault({ match: 'POST', mode: 'status', status: 401, times: 1 })
  await type('/docs fix the typo under pricing')
  const locked = card('pricing')
  await locked.getByText(/The agent rejected Bellhop’s key for Acme Docs\. .* Reference [0-9A-F]{4}/).waitFor()
  expect(await findFaintTexts(page)).toEqual([])
  await locked.getByRole('button', { name: 'Tell the admins' }).click()
  await page.getByRole('log').getByText('Bellhop told the admins.').waitFor()
  await actAs(page, 'Aiko Tanaka')
  await page.getByRole('link', { name: 'Bellhop' }).click()
  await page.getByRole('navigation', { name: 'Bellhop' }).getByRole('link', { name: 'Messages' }).click()
  await page.getByText('The agent rejected the API key of Acme Docs').waitFor()
})

test('an archived job is continued in a new one', async () => {
  const { page, dialog, card, type, move, jobs } = await openDarkChannel()
  await type('/docs translate the page about inboxes')
  const archived = card('translate')
  await waitForCard(archived, 'working')
  await move(/translate/, { status: 'archived' })
  await archived.getByText('Archived: it no longer takes follow-ups').waitFor()
  expect(await findFaintTexts(page)).toEqual([])
  await archived.getByRole('button', { name: 'Continue in a new job' }).click()
  const prompt = dialog.getByRole('textbox', { name: 'What should the agent do?' })
  await prompt.waitFor()
  expect(await prompt.inputValue()).toBe('translate the page about inboxes')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect.poll(async () => (await jobs()).filter((job) => job.prompt.includes('translate')).length).toBe(2)
})

test('a card says that the agent is not answering until it answers again, and then links the pull request', async () => {
  const { at, shown, move, fault } = await openWorkingJob()
  await fault({ match: 'GET', mode: 'status', status: 503 })
  await shown.getByText('The agent responds with an error. Bellhop keeps trying').waitFor()
  // Clicked while the agent is not answering: the button disappears soon after it answers again.
  await shown.getByRole('button', { name: 'Check now' }).click()
  await fetch(`${at.control}/faults`, { method: 'DELETE' })
  await shown.getByText(/responds with an error/).waitFor({ state: 'detached' })
  expect(await shown.getByText(/checked/).count()).toBe(0)
  await move(/retry schedule/, { status: 'completed', prLink: PULL })
  const pull = shown.getByRole('button', { name: 'View pull request' })
  expect(await pull.getAttribute('title')).toBe(PULL)
})

test('asks which project to use and about a duplicate, and shows the queue when the quota is used up', async () => {
  const projects = (env: Record<string, string>) => ({
    JOB_UNDO_SECONDS: '0',
    AGENT_PROJECTS: JSON.stringify(
      ['Acme Guides', 'Acme Reference'].map((name) => ({
        name,
        projectId: 'prj_sandboxguides',
        apiKey: env['AGENT_API_KEY'],
      })),
    ),
  })
  const { page, dialog, card, type, jobs, fault } = await openDocsChannel({ env: projects })
  await type('/docs explain the retry schedule')
  const first = card('retry schedule').first()
  await first.getByText('Which project is this for?').waitFor()
  await first.getByRole('button', { name: 'Acme Guides' }).click()
  await first.getByText('· Acme Guides').waitFor()
  await waitForCard(first, 'working')
  await type('/docs Explain the retry schedule.')
  const duplicate = card('Explain the retry schedule.')
  await duplicate.getByText('A similar job is still running. Start this one too?').waitFor()
  await duplicate.getByRole('link', { name: 'See the other one' }).waitFor()
  await duplicate.getByRole('button', { name: 'Dismiss' }).click()
  await duplicate.getByText('Not started').waitFor()

  await fault({ match: 'POST', mode: 'status', status: 429, retryAfterS: 1800 })
  await type('/docs acme guides: describe the inboxes')
  const waiting = card('describe the inboxes')
  await waiting.getByText(/1st in line · starts around/).waitFor()
  await type('/docs acme guides: list every webhook event')
  const behind = card('list every webhook event')
  await behind.getByText(/2nd in line/).waitFor()
  await behind.getByText('This job is saved and starts on its own').waitFor()
  await type('/docs')
  await dialog.getByRole('button', { name: /^Project/ }).click()
  await page.getByRole('option', { name: 'Acme Guides' }).click()
  await dialog
    .getByText(
      /Acme Guides: no new jobs left this hour, and 2 jobs are waiting|Acme Guides: no new jobs left this hour\. A new one would start around/,
    )
    .waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  await waiting.getByRole('button', { name: 'Don’t start' }).click()
  await waiting.getByText('Not started').waitFor()
  await behind.getByText(/1st in line/).waitFor()
  expect((await jobs()).map((job) => job.prompt)).toEqual(['explain the retry schedule'])
})

test('on a phone, a thread and a direct message become jobs, and the card lists the messages used', async () => {
  const { at, page, thread, dialog } = await openDocsChannel(
    { env: { JOB_UNDO_SECONDS: '600' } },
    { width: 390, dark: true },
  )
  const say = (text: string, more: Fields = {}) =>
    callControl<{ ts: string }>(at, '/slack/message', { channel: DOCS_CHANNEL, user: 'U08TOMHD02B', text, ...more })
  const { ts } = await say('The retry page says three tries, it is five')
  await say('lunch at one?', { thread_ts: ts, files: [{ name: 'menu.txt', content: 'YQ==' }] })
  await page.getByRole('button', { name: '1 reply' }).click()
  const reply = thread.getByRole('textbox', { name: 'Reply' })
  await reply.pressSequentially('@Bell')
  await page.keyboard.press('Tab')
  await page.keyboard.type('correct this page')
  await page.keyboard.press('Enter')
  const card = thread.getByRole('article').filter({ hasText: 'Starts at' })
  await card.getByText('with 2 messages from the conversation · left out: 1 file').waitFor()
  expect(await hasHorizontalOverflow(page)).toBe(false)
  await card.getByRole('button', { name: 'Trim' }).click()
  const lunch = dialog.getByRole('checkbox', { name: /lunch at one/ })
  await lunch.uncheck()
  expect(await hasHorizontalOverflow(page)).toBe(false)
  expect(await findFaintTexts(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Start' }).click()
  await dialog.waitFor({ state: 'detached' })
  await thread.getByText('with 1 message from the conversation').waitFor()
  await waitForCard(thread, 'working')
  await thread
    .locator('.icon-only')
    .and(page.getByRole('button', { name: 'More actions' }))
    .click()
  await page.getByRole('menuitem', { name: 'View prompt' }).click()
  await dialog.getByText('> The retry page says three tries').waitFor()
  expect(await dialog.getByText('lunch').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await thread.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Back to conversations' }).click()
  await page.getByRole('link', { name: 'Bellhop' }).click()
  await page.getByRole('navigation', { name: 'Bellhop' }).getByRole('link', { name: 'Messages' }).click()
  const direct = page.getByRole('textbox', { name: 'Message Bellhop' })
  await direct.fill('write a page about pods')
  await direct.press('Enter')
  const own = page.getByRole('article').filter({ hasText: 'Starts at' })
  await own.getByRole('button', { name: 'Undo' }).waitFor()
  expect(await hasHorizontalOverflow(page)).toBe(false)
})
