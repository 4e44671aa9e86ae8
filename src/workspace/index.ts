import { z } from 'zod'
import type { Clock } from '../core/clock.ts'
import type { Queue } from '../queue/queue.ts'
import { taskKind } from '../queue/task-kinds.ts'
import { section } from '../slack/blocks/block-builders.ts'
import type { Command, Submission, SubmissionAnswer } from '../slack/inbound/listeners.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import type { Views } from '../slack/api/slack-views.ts'
import type { Slice } from '../slice.ts'
import type { KeyedHash } from '../store/keyed-hash.ts'
import type { Store } from '../store/store.ts'
import { readSettingsChoices, SETTINGS_FORM_ID, settingsModal } from './settings-modal.ts'
import type { AccessPolicy } from '../access/access-policy.ts'
import { createHome, type Home } from './app-home.ts'
import { noticeSchema, createSettingsStore, type SettingsStore } from './settings-store.ts'
import { workspaceText } from './text/en.ts'

const savedSchema = z.object({
  team: z.string(),
  user: z.string(),
  viewId: z.string(),
  channel: z.string().optional(),
  person: z.object({
    project: z.string().optional(),
    success: noticeSchema.optional(),
    failure: noticeSchema.optional(),
  }),
  here: z
    .object({ project: z.string().optional(), followUp: z.enum(['mention', 'any']), holdSeconds: z.number() })
    .optional(),
  everywhere: z.object({ emoji: z.string().optional() }).optional(),
})
const saved = taskKind('workspace.settings', savedSchema)

export interface Workspace extends Slice {
  settings: SettingsStore
  home: Home
  openSettings(this: void, command: Command): Promise<void>
}

/** What belongs to the workspace rather than to jobs or mail: settings, Home, who is an admin. */
export function createWorkspace(deps: {
  store: Store
  queue: Queue
  fingerprint: KeyedHash
  outbox: Outbox
  views: Views
  clock: Clock
  access: AccessPolicy
  /** The names of the configured projects. */
  projects: string[]
  /** The delay before a job starts, where a channel has set no other. */
  undoMs: number
}): Workspace {
  const { queue, fingerprint, outbox, views, access, projects } = deps
  const holdSeconds = deps.undoMs / 1000
  const kept = createSettingsStore(deps.store, deps.clock)
  const home = createHome({ store: deps.store, queue, views, clock: deps.clock, settingsAction: SETTINGS_FORM_ID })

  async function open(at: { team: string; user: string; triggerId: string; channel?: string }): Promise<void> {
    const { team, user } = at
    const channel = at.channel !== undefined && /^[CG]/.test(at.channel) ? at.channel : undefined
    const [admin, person, here, everywhere] = await Promise.all([
      access.mayAdminister(team, user),
      kept.person(team, user),
      channel === undefined ? {} : kept.channel(team, channel),
      kept.team(team),
    ])
    const form = { channel, projects, isAdmin: admin, holdSeconds, person, here, team: everywhere }
    await views.open(team, at.triggerId, settingsModal(form))
  }

  async function submitted({ team, user, view }: Submission): Promise<SubmissionAnswer> {
    const picked = readSettingsChoices(view, projects)
    if ('errors' in picked) return picked
    const { person, here, team: everywhere } = picked
    const data = {
      team,
      user,
      viewId: view.id,
      person,
      ...(view.privateMetadata && { channel: view.privateMetadata }),
      ...(here && {
        here: { ...here, followUp: here.followUp ?? 'mention', holdSeconds: here.holdSeconds ?? holdSeconds },
      }),
      ...(everywhere && { everywhere }),
    }
    // Saved in the order in which they were sent, also from one form whose first answer was lost.
    await queue.send(saved.of(data), {
      id: `workspace.settings:${team}:${view.id}:${fingerprint('settings', JSON.stringify(data))}`,
      lane: `workspace.settings:${team}`,
    })
  }

  async function save(data: z.infer<typeof savedSchema>): Promise<void> {
    const { team, user, channel, person, here, everywhere } = data
    await kept.setPerson(team, user, person)
    if (!here && !everywhere) return
    if (!(await access.mayAdminister(team, user))) {
      const message = { text: workspaceText.settings.notAdmin, blocks: [section(workspaceText.settings.notAdmin)] }
      return outbox.postDirect({ team, user, opId: `workspace.settings:${data.viewId}`, message })
    }
    if (here && channel) await kept.setChannel(team, channel, here, user)
    if (everywhere) await kept.setTeam(team, everywhere, user)
  }

  return {
    settings: kept,
    home,
    openSettings: open,
    tasks: [...(home.tasks ?? []), saved.handler(save)],
    listen(slack) {
      home.listen?.(slack)
      slack.action(SETTINGS_FORM_ID, open)
      slack.submit(SETTINGS_FORM_ID, submitted)
    },
  }
}
