import { z } from 'zod'
import { accessText } from '../access/text/en.ts'
import { taskKind } from '../queue/task-kinds.ts'
import { actionsBlock, button, contextBlock, divider, header, section } from '../slack/blocks/block-builders.ts'
import type { MessageBlock } from '../slack/blocks/slack-message.ts'
import type { SlackEvent } from '../slack/inbound/listeners.ts'
import type { Feature, HomeButton, HomeSection } from '../slice.ts'
import { createTable } from '../store/typed-table.ts'
import type { WorkspaceServices } from './services.ts'
import { SETTINGS_FORM_ID } from './settings-modal.ts'
import { workspaceText } from './text/en.ts'

const VIEW_BLOCKS = 100
/** Home is kept up to date for people who opened it within this time. */
const FOLLOW_MS = 24 * 3_600_000
/** Changes within this time become one update. */
const GATHER_MS = 1500

const homeTask = taskKind('workspace.home', z.object({ team: z.string(), user: z.string() }))
export const homeOpenedSchema = z.object({ at: z.number() })

/** What the slices show on Home. */
interface HomeContent {
  sections: HomeSection[]
  buttons: HomeButton[]
}

/** App Home for everyone who opened it recently. */
export interface Home extends Feature {
  /** Adds what slices show on Home, in this order; called once, before the first task or event. */
  register(this: void, slices: { homeSections?: HomeSection[]; homeButtons?: HomeButton[] }[]): void
  /** Refreshes Home for these people, because something that they see there has changed. */
  refresh(this: void, team: string, users: string[]): Promise<void>
}

/** App Home: what needs the person first, then their work, then the state of the app. */
export function createHome(services: WorkspaceServices): Home {
  const content: HomeContent = { sections: [], buttons: [] }
  return {
    register(slices) {
      content.sections.push(...slices.flatMap((slice) => slice.homeSections ?? []))
      content.buttons.push(...slices.flatMap((slice) => slice.homeButtons ?? []))
    },
    refresh: (team, users) => refreshHome(services, team, users),
    tasks: [homeTask.handler(({ team, user }) => publishHome(services, content, team, user))],
    listen: (slack) => slack.event('app_home_opened', (opened) => followHome(services, opened)),
  }
}

const openedTable = ({ store }: WorkspaceServices, team: string) =>
  createTable(store, { partition: `${team}/home`, schema: homeOpenedSchema, ttlMs: FOLLOW_MS })

/** Updates of one person's Home run one at a time, so that no older state follows a newer one. */
const homeLane = (team: string, user: string): string => `workspace.home:${team}:${user}`

async function followHome(services: WorkspaceServices, { team, user, eventId, event }: SlackEvent): Promise<void> {
  if (user === '' || (event['tab'] !== undefined && event['tab'] !== 'home')) return
  await openedTable(services, team).update(user, () => ({ at: services.clock.now() }))
  await services.queue.send(homeTask.of({ team, user }), {
    id: `workspace.home:${team}:${eventId}`,
    lane: homeLane(team, user),
  })
}

async function refreshHome(services: WorkspaceServices, team: string, users: string[]): Promise<void> {
  for (const user of new Set(users)) {
    if (!(await openedTable(services, team).get(user))) continue
    const turn = Math.floor(services.clock.now() / GATHER_MS)
    await services.queue.send(homeTask.of({ team, user }), {
      id: `workspace.home:${team}:${user}:${turn}`,
      lane: homeLane(team, user),
      delayMs: GATHER_MS,
      rememberMs: 60_000,
    })
  }
}

async function publishHome(
  { views, access }: WorkspaceServices,
  { sections, buttons }: HomeContent,
  team: string,
  user: string,
): Promise<void> {
  if (!(await access.mayAct(team, user))) {
    await views.publish(team, user, { type: 'home', blocks: [section(accessText.membersOnly)] })
    return
  }
  const parts = await Promise.all(
    sections.map(async ({ title, blocks }) => {
      const content = await blocks(team, user)
      return content.length === 0 ? [] : [header(title), ...content]
    }),
  )
  const all: MessageBlock[] = [
    ...actionsBlock(
      ...buttons.map((one) => button(one)),
      button({ actionId: SETTINGS_FORM_ID, text: workspaceText.home.settings }),
    ),
    ...parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : [divider(), ...part])),
  ]
  const blocks =
    all.length <= VIEW_BLOCKS ? all : [...all.slice(0, VIEW_BLOCKS - 1), ...contextBlock(workspaceText.home.cut)]
  await views.publish(team, user, {
    type: 'home',
    blocks: blocks.length > 0 ? blocks : [section(workspaceText.home.empty)],
  })
}
