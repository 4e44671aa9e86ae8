import { workspaceTextIn } from '../../src/workspace/text/workspace-text.ts'
import type { View } from '../../sandbox/control-types.ts'
import { type Harness, until } from './harness.ts'
import { findElements, readText } from './block-queries.ts'
import { lookAround } from './until.ts'

type Section = 'mine' | 'channel' | 'inboxes' | 'workspace'

/** How each page of the settings begins. */
const PAGES: Record<Section, RegExp> = {
  mine: /Only you see these settings/,
  channel: /For everyone in|isn’t in this channel/,
  inboxes: /For email in/,
  workspace: /For the whole workspace|For jobs of/,
}

/** Tries before a page that asks to be opened again counts as the answer. */
const OPENINGS_MAX = 3

/** Opens the settings at a section; again, as the page asks, if the app found the simulated Slack too slow. */
export async function openSettings(
  { slack }: Pick<Harness, 'slack'>,
  person: string,
  channel: string,
  section: Section,
  command = '/docs settings',
  tries = 1,
): Promise<View> {
  const before = (await lookAround(() => slack.views(person))).map(({ id }) => id)
  await slack.command(person, channel, command)
  const form = await until(async () =>
    (await slack.views(person)).find((view) => view.type === 'modal' && !before.includes(view.id)),
  )
  const isShown = isIncomplete(form) || PAGES[section].test(readText(form))
  const page = isShown ? form : await showSection({ slack }, person, form, section)
  if (!isIncomplete(page) || tries === OPENINGS_MAX) return page
  await slack.closeView(person, page.id)
  return openSettings({ slack }, person, channel, section, command, tries + 1)
}

/** Whether the page asks to be opened again. */
const isIncomplete = (page: View): boolean => readText(page).includes(workspaceTextIn('en').settings.slackTooSlow)

/** Switches an open form to another section. Slack may be too slow for it, which the page then shows. */
export async function showSection(
  { slack }: Pick<Harness, 'slack'>,
  person: string,
  form: { id: string },
  section: Section,
): Promise<View> {
  await slack.clickInView(person, form.id, 'workspace.settings.section', section)
  return until(async () =>
    (await slack.views(person)).find(
      (view) => view.id === form.id && (PAGES[section].test(readText(view)) || isIncomplete(view)),
    ),
  )
}

/** Shows the values of this inbox or project on an open page. */
export async function showTarget(
  { slack }: Pick<Harness, 'slack'>,
  person: string,
  form: View,
  name: string,
): Promise<void> {
  const menu = findElements(form).find(({ action_id: id }) => id === 'workspace.settings.target')
  const options = (menu?.['options'] ?? []) as { text: { text: string }; value: string }[]
  const chosen = options.find(({ text: { text } }) => text.includes(name))
  if (!chosen) throw new Error(`no ${name} in ${options.map(({ text: { text } }) => text).join(', ')}`)
  await slack.clickInView(person, form.id, 'workspace.settings.target', chosen.value)
}

/** Opens the settings until they show this value, since a submitted form is saved a moment later. */
export function waitForSetting(
  app: Pick<Harness, 'slack'>,
  person: string,
  channel: string,
  [section, value]: [section: Section, value: string],
) {
  return until(async () => {
    const shown = await openSettings(app, person, channel, section)
    await app.slack.closeView(person, shown.id)
    return JSON.stringify(shown.blocks).includes(`"initial_value":"${value}"`)
  })
}
