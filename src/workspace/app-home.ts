import { z } from 'zod'
import type { Queue } from '../queue/queue.ts'
import { taskKind } from '../queue/task-kinds.ts'
import { actionsBlock, button, contextBlock, divider, header, section } from '../slack/blocks/block-builders.ts'
import type { MessageBlock } from '../slack/blocks/slack-message.ts'
import type { Views } from '../slack/api/slack-views.ts'
import type { Clock } from '../core/clock.ts'
import type { Store } from '../store/store.ts'
import { createTable } from '../store/typed-table.ts'
import type { Feature, HomeButton, HomeSection } from '../slice.ts'
import { workspaceText } from './text/en.ts'

const VIEW_BLOCKS = 100
/** Whoever has not opened Home for so long is not followed any more. */
const FOLLOW_MS = 24 * 3_600_000
/** Many changes within this time are one update. */
const GATHER_MS = 1500

const schema = z.object({ team: z.string(), user: z.string() })
const kind = taskKind('workspace.home', schema)
const opened = z.object({ at: z.number() })

export interface Home extends Feature {
  /** Adds what slices show on Home, in this order; called once, before the first task or event. */
  register(this: void, slices: { homeSections?: HomeSection[]; homeButtons?: HomeButton[] }[]): void
  /** Refreshes Home for these people, because something that they see there has changed. */
  refresh(this: void, team: string, users: string[]): Promise<void>
}

/** App Home: what needs the person first, then their work, then the state of things. */
export function createHome(deps: {
  store: Store
  queue: Queue
  views: Views
  clock: Clock
  settingsAction: string
}): Home {
  const { store, queue, views, clock, settingsAction } = deps
  const sections: HomeSection[] = []
  const buttons: HomeButton[] = []
  const followed = (team: string) => createTable(store, { partition: `${team}/home`, schema: opened, ttlMs: FOLLOW_MS })

  /** One at a time, so that no older state follows a newer one. */
  const lane = (team: string, user: string): string => `workspace.home:${team}:${user}`

  async function publish(team: string, user: string): Promise<void> {
    const parts = await Promise.all(
      sections.map(async ({ title, blocks }) => {
        const shown = await blocks(team, user)
        return shown.length === 0 ? [] : [header(title), ...shown]
      }),
    )
    const said = parts.filter((part) => part.length > 0)
    const all: MessageBlock[] = [
      ...actionsBlock(
        ...buttons.map((one) => button(one)),
        button({ actionId: settingsAction, text: workspaceText.home.settings }),
      ),
      ...said.flatMap((part, index) => (index === 0 ? part : [divider(), ...part])),
    ]
    const fits =
      all.length <= VIEW_BLOCKS ? all : [...all.slice(0, VIEW_BLOCKS - 1), ...contextBlock(workspaceText.home.cut)]
    await views.publish(team, user, {
      type: 'home',
      blocks: fits.length > 0 ? fits : [section(workspaceText.home.empty)],
    })
  }

  return {
    register(slices) {
      sections.push(...slices.flatMap((slice) => slice.homeSections ?? []))
      buttons.push(...slices.flatMap((slice) => slice.homeButtons ?? []))
    },
    tasks: [kind.handler(({ team, user }) => publish(team, user))],
    async refresh(team, users) {
      for (const user of new Set(users)) {
        if (!(await followed(team).get(user))) continue
        const turn = Math.floor(clock.now() / GATHER_MS)
        await queue.send(kind.of({ team, user }), {
          id: `workspace.home:${team}:${user}:${turn}`,
          lane: lane(team, user),
          delayMs: GATHER_MS,
          rememberMs: 60_000,
        })
      }
    },
    listen(slack) {
      slack.event('app_home_opened', async ({ team, user, eventId, event }) => {
        if (event['tab'] !== undefined && event['tab'] !== 'home') return
        await followed(team).update(user, () => ({ at: clock.now() }))
        await queue.send(kind.of({ team, user }), {
          id: `workspace.home:${team}:${eventId}`,
          lane: lane(team, user),
        })
      })
    },
  }
}
