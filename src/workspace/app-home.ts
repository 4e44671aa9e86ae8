import { z } from 'zod'
import { isRecent } from '../core/clock.ts'
import { parseJson } from '../core/json.ts'
import { accessTextIn } from '../access/text/access-text.ts'
import { findWhomToAsk, nameWhomToAsk } from '../access/whom-to-ask.ts'
import { taskKind } from '../queue/task-kinds.ts'
import { actionsBlock, button, contextBlock, divider, header, section } from '../slack/blocks/block-builders.ts'
import { dateToken } from '../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../slack/blocks/slack-message.ts'
import type { SlackEvent } from '../slack/inbound/listeners.ts'
import type { Feature, HomeButton, HomeSection } from '../slice.ts'
import { createTable } from '../store/typed-table.ts'
import { auditActionIds } from './audit/audit-query.ts'
import type { WorkspaceServices } from './services.ts'
import { SETTINGS_FORM_ID } from './settings/settings-modal.ts'
import { workspaceTextIn } from './text/workspace-text.ts'

const VIEW_BLOCKS = 100
/** The time for which Home is updated after a person opened it. */
const FOLLOW_MS = 24 * 3_600_000
/** Changes within this time become one update. */
const GATHER_MS = 1500
const NOTE_MS = 10 * 60_000

const homeTask = taskKind('workspace.home', z.object({ team: z.string(), user: z.string() }))
export const homeOpenedSchema = z.object({
  at: z.number(),
  /** The answer to an act on Home, shown at its top for a while; its blocks are JSON. */
  note: z.object({ text: z.string(), at: z.number(), blocks: z.string().optional() }).optional(),
})

const noteBlocks = z.custom<MessageBlock[]>(Array.isArray)

interface HomeContent {
  sections: HomeSection[]
  buttons: HomeButton[]
}

/** Keeps App Home current for everyone who opened it recently. */
export interface Home extends Feature {
  /** Adds the parts of Home that slices provide, in this order. Call once, before the first task or event. */
  register(this: void, slices: { homeSections?: HomeSection[]; homeButtons?: HomeButton[] }[]): void
  /** Refreshes Home for these people after a change. */
  refresh(this: void, team: string, users: readonly string[]): Promise<void>
  /** Shows one person the answer to an act on Home, at its top. */
  showNote(this: void, team: string, user: string, message: Message): Promise<void>
}

/** App Home: first what needs the person, then their work, then the state of the app. */
export function createHome(services: WorkspaceServices): Home {
  const content: HomeContent = { sections: [], buttons: [] }
  return {
    register(slices) {
      content.sections.push(...slices.flatMap((slice) => slice.homeSections ?? []))
      content.buttons.push(...slices.flatMap((slice) => slice.homeButtons ?? []))
    },
    refresh: (team, users) => refreshHome(services, team, users),
    showNote: (team, user, message) => showNote(services, { team, user }, message),
    tasks: [homeTask.handler(({ team, user }) => publishHome(services, content, team, user))],
    listen: (slack) => slack.event('app_home_opened', (opened) => followHome(services, opened)),
  }
}

const openedTable = ({ store }: WorkspaceServices, team: string) =>
  createTable(store, { partition: `${team}/home`, schema: homeOpenedSchema, ttlMs: FOLLOW_MS })

/** Updates of one person's Home run one at a time: no older state follows a newer one. */
const homeLane = (team: string, user: string): string => `workspace.home:${team}:${user}`

async function followHome(services: WorkspaceServices, { team, user, eventId, event }: SlackEvent): Promise<void> {
  if (user === '' || (event['tab'] !== undefined && event['tab'] !== 'home')) return
  await openedTable(services, team).update(user, (now) => ({ ...now, at: services.clock.now() }))
  await services.queue.send(homeTask.of({ team, user }), {
    id: `workspace.home:${team}:${eventId}`,
    lane: homeLane(team, user),
  })
}

async function refreshHome(services: WorkspaceServices, team: string, users: readonly string[]): Promise<void> {
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

async function showNote(
  services: WorkspaceServices,
  { team, user }: { team: string; user: string },
  { text, blocks }: Message,
): Promise<void> {
  const at = services.clock.now()
  await openedTable(services, team).update(user, (now) => ({
    at,
    ...now,
    note: { text, at, blocks: JSON.stringify(blocks) },
  }))
  await refreshHome(services, team, [user])
}

/** Renders the note, with the time of the act it answers. */
async function renderNote(services: WorkspaceServices, team: string, user: string): Promise<MessageBlock[]> {
  const note = (await openedTable(services, team).get(user))?.value.note
  if (!note || !isRecent(services.clock, note.at, NOTE_MS)) return []
  const blocks = noteBlocks.safeParse(parseJson(note.blocks ?? '')).data ?? [section(note.text)]
  return [...blocks, ...contextBlock(dateToken(note.at)), divider()]
}

/** Sections that need the person come first, overviews last. */
const rankSection = ({ needsPerson, isOverview }: HomeSection): number => (needsPerson ? 0 : isOverview ? 2 : 1)

/** Returns the buttons of slices that have a connection in this workspace. */
async function listShownButtons(team: string, buttons: HomeButton[]): Promise<HomeButton[]> {
  const areShown = await Promise.all(buttons.map(async ({ isShown }) => isShown?.(team) ?? true))
  return buttons.filter((_, index) => areShown[index]).toSorted((one, other) => one.rank - other.rank)
}

/** Explains to a guest what they can read and who can help. People of other organizations and apps learn no names. */
async function explainToOutsider(services: WorkspaceServices, team: string, user: string): Promise<MessageBlock[]> {
  const { languages, people } = services
  const language = await languages.ofPerson(team, user)
  const accessText = accessTextIn(language)
  if ((await people.person(team, user)).kind !== 'guest') return [section(accessText.membersOnly)]
  const text = workspaceTextIn(language)
  const admins = await findWhomToAsk(services, team, ['admins'])
  const names = await nameWhomToAsk(services, team, admins, accessText)
  const { guestTitle, guest, guestAsks, guestAsksMember } = text.home
  return [
    header(guestTitle),
    section(guest),
    section(names.length === 0 ? guestAsksMember : guestAsks({ people: text.formats.list(names, 'or') })),
  ]
}

async function publishHome(
  services: WorkspaceServices,
  { sections, buttons }: HomeContent,
  team: string,
  user: string,
): Promise<void> {
  const { views, access, languages } = services
  const language = await languages.ofPerson(team, user)
  const text = workspaceTextIn(language).home
  if (!(await access.mayUse(team, user))) {
    await views.publish(team, user, { type: 'home', blocks: await explainToOutsider(services, team, user) })
    return
  }
  const { isAllowed: mayReadAudit } = await access.decide({ team, user, action: 'workspace.administer' })
  const inOrder = sections.toSorted((one, other) => rankSection(one) - rankSection(other))
  const shown = await listShownButtons(team, buttons)
  const parts = await Promise.all(
    inOrder.map(async ({ title, blocks }) => {
      const content = await blocks(team, user)
      return content.length === 0 ? [] : [header(title(language)), ...content]
    }),
  )
  const all: MessageBlock[] = [
    ...(await renderNote(services, team, user)),
    ...actionsBlock(
      ...shown.map(({ actionId, text: label, style }) =>
        button({ actionId, text: label(language), ...(style && { style }) }),
      ),
      button({ actionId: SETTINGS_FORM_ID, text: text.settings }),
      mayReadAudit && button({ actionId: auditActionIds.open, text: text.audit }),
    ),
    ...parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : [divider(), ...part])),
  ]
  const blocks = all.length <= VIEW_BLOCKS ? all : [...all.slice(0, VIEW_BLOCKS - 1), ...contextBlock(text.cut)]
  await views.publish(team, user, {
    type: 'home',
    blocks: blocks.length > 0 ? blocks : [section(text.empty)],
  })
}
