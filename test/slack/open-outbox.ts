import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createClock } from '../../src/core/clock.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSqliteQueue } from '../../src/adapters/sqlite/queue/sqlite-queue.ts'
import { createTaskRunner, taskKind } from '../../src/queue/task-kinds.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { createSlackApi } from '../../src/slack/api/web-api.ts'
import { section } from '../../src/slack/blocks/block-builders.ts'
import { createCards, type CardKind } from '../../src/slack/outbox/cards.ts'
import { createDirectoryChanges } from '../../src/slack/directory/fresh-answers.ts'
import { createInstallations } from '../../src/slack/directory/installations.ts'
import { createPeople } from '../../src/slack/directory/people.ts'
import { createOutbox } from '../../src/slack/outbox/outbox.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createRateLimits } from '../../src/store/rate-limits.ts'
import { createEffects } from '../../src/store/effects.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { startSimulators } from '../support/simulators.ts'

/** A message as the simulated Slack shows it. */
export interface Shown {
  ts: string
  text: string
  bot_id?: string
  metadata?: { event_payload: Record<string, unknown> }
}

const told = z.object({ name: z.string(), code: z.string().optional() })

/** The platform as app.ts puts it together, on SQLite in memory, against the simulated Slack. */
export async function openOutbox(kinds: CardKind[] = [], clock = createClock()) {
  const sim = await startSimulators()
  onTestFinished(() => sim.close())
  const log = createLogger({ level: 'silent' })
  const foundations = { sealer: createSealer([randomBytes(32)]), clock, log }
  const file = openSqliteDatabase(':memory:')
  const store = createSqliteStore(file, foundations)
  const queue = createSqliteQueue(file, foundations)
  const { SLACK_API_URL: apiUrl = '', SLACK_BOT_TOKEN: token = '' } = sim.sandbox.env
  const installations = await createInstallations({ apiUrl, token, store, log })
  const { teamId: team } = await installations.forTeam(undefined)
  const rateLimits = createRateLimits(store, foundations)
  const effectsOf = (of: string) => createEffects(store, { team: of, clock: foundations.clock })
  const api = createSlackApi({
    apiUrl,
    token: async (of) => (await installations.forTeam(of)).token,
    rateLimits,
    ...foundations,
  })
  const people = createPeople(api, clock, createDirectoryChanges(store, clock))
  const outbox = createOutbox({ api, people, queue, clock, effectsOf, apiUrl, log })
  const cards = createCards({ api, people, queue, store, effectsOf, log })
  cards.register(kinds)
  const heard: z.infer<typeof told>[] = []
  const tell = taskKind('test.tell', told)
  const worker = queue.work(
    createTaskRunner([...outbox.tasks, ...cards.tasks, tell.handler(async (data) => void heard.push(data))]),
    { concurrency: 8 },
  )
  onTestFinished(async () => {
    await worker.stop(1000)
    await queue.close()
    await store.close()
    file.close()
  })
  const channels = (await sim.control('/slack/channels')).body as unknown as { id: string; name: string }[]
  const findChannel = (name: string) => channels.find((one) => one.name === name)?.id ?? ''
  const channel = findChannel('docs')
  const messages = async (thread?: string) => {
    const all = (await sim.control(`/slack/messages?channel=${channel}${thread ? `&thread_ts=${thread}` : ''}`))
      .body as unknown as Shown[]
    return all.filter((message) => message.bot_id)
  }
  const calls = async (method: string) =>
    (await sim.control(`/slack/calls?method=${method}`)).body as unknown as { ok: boolean }[]
  const busy = async () => {
    const { waiting, active, delayed } = await queue.stats()
    return waiting + active + delayed
  }
  const idle = () => vi.waitFor(async () => expect(await busy()).toBe(0), 60_000)
  return { sim, team, channel, findChannel, outbox, cards, queue, heard, tell, messages, calls, idle }
}

/** Builds a message of one section. */
export const createText = (text: string) => ({ text, blocks: [section(text)] })
/** The texts of messages, in order. */
export const listTexts = (messages: Shown[]) => messages.map((message) => message.text)
