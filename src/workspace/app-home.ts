import { z } from 'zod'
import type { Queue } from '../queue/queue.ts'
import { taskKind, type TaskHandler } from '../queue/task-kinds.ts'
import { actions, button, context, divider, header, section } from '../slack/blocks/block-builders.ts'
import type { Listeners } from '../slack/inbound/listeners.ts'
import type { MessageBlock } from '../slack/blocks/slack-message.ts'
import type { Views } from '../slack/api/slack-views.ts'
import type { Clock } from '../core/clock.ts'
import type { Store } from '../store/store.ts'
import { table } from '../store/typed-table.ts'
import { words } from './text/en.ts'

const VIEW_BLOCKS = 100
/** Whoever has not opened Home for so long is not followed any more. */
const FOLLOW_MS = 24 * 3_600_000
/** Many changes within this time are one update. */
const GATHER_MS = 1500

/** One part of Home, contributed by a slice; nothing to say is nothing shown. */
export interface Section {
  title: string
  blocks: (team: string, user: string) => Promise<MessageBlock[]>
}

const schema = z.object({ team: z.string(), user: z.string() })
const kind = taskKind('workspace.home', schema)
const opened = z.object({ at: z.number() })

export interface Home {
  tasks: TaskHandler[]
  listen: (slack: Listeners) => void
  /** Something that these people see on Home has changed. */
  changed: (team: string, users: string[]) => Promise<void>
}

/** App Home: what needs the person first, then their work, then the state of things (W1). */
export function home(deps: {
  store: Store
  queue: Queue
  views: Views
  clock: Clock
  sections: Section[]
  startAction?: string | undefined
  settingsAction: string
}): Home {
  const { store, queue, views, clock, sections, startAction, settingsAction } = deps
  const followed = (team: string) => table(store, { partition: `${team}/home`, schema: opened, ttlMs: FOLLOW_MS })

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
      ...actions(
        startAction !== undefined && button({ actionId: startAction, text: words.home.start, style: 'primary' }),
        button({ actionId: settingsAction, text: words.home.settings }),
      ),
      ...said.flatMap((part, index) => (index === 0 ? part : [divider(), ...part])),
    ]
    const fits = all.length <= VIEW_BLOCKS ? all : [...all.slice(0, VIEW_BLOCKS - 1), ...context(words.home.cut)]
    await views.publish(team, user, { type: 'home', blocks: fits.length > 0 ? fits : [section(words.home.empty)] })
  }

  return {
    tasks: [kind.handler(({ team, user }) => publish(team, user))],
    async changed(team, users) {
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
