import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessTextIn } from '../../../src/access/text/access-text.ts'
import type { AgentJob } from '../../../sandbox/control-types.ts'
import { openSandbox, callControl, openPage, type Fields } from './browser-page.ts'

export const DOCS_CHANNEL = 'C08DOCS001A'

/** Opens #docs as a person sees it, with the means to control the agent. */
export async function openDocsChannel(
  env: Parameters<typeof openSandbox>[0],
  looks: Parameters<typeof openPage>[1] = {},
) {
  const at = await openSandbox(env)
  const page = await openPage(`${at.page}#/c/${DOCS_CHANNEL}`, looks)
  const log = page.getByRole('log', { name: 'Messages in #docs' })
  const jobs = () => callControl<AgentJob[]>(at, '/agent/jobs')
  return {
    at,
    page,
    log,
    jobs,
    dialog: page.getByRole('dialog'),
    thread: page.getByRole('complementary', { name: 'Thread' }),
    card: (title: string | RegExp) => log.getByRole('article').filter({ hasText: title }),
    type: async (line: string) => {
      const composer = page.getByRole('textbox', { name: 'Message #docs' })
      await composer.fill(line)
      await composer.press('Enter')
    },
    move: async (prompt: RegExp, change: Fields) => {
      await expect.poll(async () => (await jobs()).some((job) => prompt.test(job.prompt))).toBe(true)
      const job = (await jobs()).findLast((one) => prompt.test(one.prompt))
      await callControl(at, `/agent/jobs/${job?.id}`, change)
    },
    fault: (fault: Fields) => callControl(at, '/faults', { target: 'agent', ...fault }),
  }
}

/** Waits until a card, or one inside this part of the page, is in a state, by what its metadata says. */
export async function waitForCard(card: Locator, state: string): Promise<void> {
  const inState = card.page().locator(`[data-state="${state}"]`)
  await card.and(inState).or(card.locator(inState)).waitFor()
}

/** Chooses an entry of the ⋯ menu on a job's card. */
export async function chooseFromCardMenu(page: Page, card: Locator, entry: string): Promise<void> {
  await card.locator('.b-actions').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/**
 * Chooses an entry that opens a form. On a busy machine the app may find Slack too slow to say who may read a private channel, and asks the person to
 * try again.
 */
export async function openFormFromCardMenu(page: Page, card: Locator, entry: string): Promise<void> {
  const form = page.getByRole('dialog')
  const refusals = page.getByText(accessTextIn('en').slackTooSlow)
  for (let refused = 0; !(await form.isVisible()); refused++) {
    await chooseFromCardMenu(page, card, entry)
    await form.or(refusals.nth(refused)).first().waitFor()
  }
}

/** Chooses an entry of a message's own menu. */
export async function chooseFromMessageMenu(page: Page, message: Locator, entry: string): Promise<void> {
  await message.hover()
  await message.getByRole('toolbar').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
