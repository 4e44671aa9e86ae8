import { createInbox } from '../mailbox-calls.ts'
import { setImmediate } from 'node:timers/promises'
import type { App } from '../../../src/app.ts'
import { createSandbox, type Sandbox } from '../../../sandbox/create-sandbox.ts'
import { driveApp, type Harness, openAppInProcess, TRIGGER_MS } from '../../support/harness.ts'
import { type PassingTime, takeOverTime } from '../../support/passing-time.ts'
import { readWorkload } from '../../support/settled.ts'
import { addRule, openRules } from '../placement/rule-story.ts'
import { type LifeStores, openSqliteStores, type StoreName } from './life-stores.ts'
import { openRedisStores } from './redis-stores.ts'

/** A Tuesday, at ten in the morning in UTC: every sequence begins then, whatever day it is. */
const BEGIN = Date.UTC(2026, 10, 24, 10)
/** Tasks that fall due sooner are paced or tried again: they belong to the act before. */
const SOON_MS = 15_000
const HOLD_S = 60
const PREPARATION_MS = 60 * 60_000
/** Slack waits 3 s for an answer, and the app for half a second less. */
const SKIPPED_MS = 600
const SKIP_MS = 5
/** Turns of the event loop between two looks at the workload, each of which is a transaction of the app. */
const TURNS = 10

/** The inboxes of the workspace. The channel of one is chosen by its route, that of the other one by a rule. */
export const INBOXES = ['support', 'billing'] as const
export type InboxName = (typeof INBOXES)[number]
export const CHANNEL_OF = { support: 'leads', billing: 'support' } as const satisfies Record<InboxName, string>

export const PEOPLE = ['maria', 'tom', 'li', 'aiko', 'gwen'] as const
export type PersonName = (typeof PEOPLE)[number]
/** The approvers of both inboxes; each of them also writes. */
export const APPROVERS: PersonName[] = ['maria', 'tom', 'li']

/** A workspace that is prepared once; each sequence begins with its copy, with or without approval of all outgoing mail. */
export interface Prepared {
  begin(needsApproval: boolean): Promise<World>
  close(): Promise<void>
}

/** The app with the simulators around it, at one moment of a sequence. */
export interface World {
  readonly app: Harness
  readonly sandbox: Sandbox
  readonly ids: Record<string, string>
  readonly inboxes: Record<InboxName, string>
  readonly time: PassingTime
  readonly needsApproval: boolean
  /** The file at an address, as it is now. */
  file: string
  /** Resolves once nothing is left to do now or within seconds. */
  quiesce(): Promise<void>
  /** Moves time ahead, and waits until everything that falls due has happened. */
  pass(ms: number): Promise<void>
  /** Ends the app as a crash does, with what is stored at this moment, and starts it again. */
  kill(): Promise<void>
  end(): Promise<void>
}

async function findIds(app: Harness): Promise<Record<string, string>> {
  const all = [...(await app.client.slack.channels()), ...(await app.client.slack.users())]
  return Object.fromEntries(all.map(({ id, name }) => [name, id]))
}

/** Opens the members-only channel for the people of a sequence; simulators begin each time from their own seed. */
function seat({ slack }: Sandbox): void {
  const { channels, people } = slack.workspace
  const li = [...people.values()].find(({ name }) => name === 'li')
  const leads = [...channels.values()].find(({ name }) => name === 'leads')
  if (li) leads?.members.add(li.id)
}

/** An app in this process, on one of the stores. */
interface OpenedApp {
  app: App
  driver: Harness
  unwatch: () => void
  store: StoreName
}

/** Shared by all sequences. */
interface Stage {
  sandbox: Sandbox
  stores: LifeStores
  time: PassingTime
}

async function openOn({ sandbox, stores }: Stage, store: StoreName, log: string[]): Promise<OpenedApp> {
  const env = { ...sandbox.env, STORE_URL: stores.url(store) }
  const app = await openAppInProcess(env, (line) => void log.push(line))
  return { app, store, ...driveApp(app, sandbox, () => log.join('')) }
}

async function closeOpened({ app, unwatch }: OpenedApp): Promise<void> {
  unwatch()
  await app.close()
}

/** Skips short waits, such as the mailbox's time for a send, as far as no deadline of a request comes near. */
async function skipShortWaits(stage: Stage, opened: OpenedApp): Promise<void> {
  for (let skippedMs = 0; skippedMs < SKIPPED_MS; skippedMs += SKIP_MS) {
    if ((await readWorkload(opened.app, stage.sandbox)).current === 0) return
    stage.time.pass(SKIP_MS)
    for (let turn = 0; turn < TURNS; turn += 1) await setImmediate()
  }
}

/** Moves the clocks of the app, the simulators and the store ahead. */
async function passOn({ stores, time }: Stage, { store }: OpenedApp, ms: number): Promise<void> {
  await stores.age(store, ms)
  time.pass(ms)
}

async function untilQuiet(stage: Stage, opened: OpenedApp): Promise<void> {
  for (;;) {
    await skipShortWaits(stage, opened)
    await opened.driver.settled()
    const { current, nextDueMs } = await readWorkload(opened.app, stage.sandbox)
    if (current > 0) continue
    if (nextDueMs === undefined || nextDueMs > SOON_MS) return
    await passOn(stage, opened, nextDueMs + 1)
  }
}

/** Prepares the workspace as an admin does, in Slack. */
async function furnish(
  app: Harness,
  ids: Record<string, string>,
  inboxes: Record<InboxName, string>,
  needsApproval: boolean,
): Promise<void> {
  const { slack } = app
  const [aiko = '', docs = ''] = [ids['aiko'], ids['docs']]
  const command = async (line: string): Promise<void> => {
    await slack.command(aiko, docs, line)
    await app.settled()
  }
  await command(`/mail route ${inboxes.support} <#${ids['leads']}|leads>`)
  for (const name of INBOXES) await command(`/mail hold ${inboxes[name]} ${HOLD_S}`)
  const list = await openRules(app, aiko, docs)
  const answer = await addRule(app, aiko, list, [
    [/^Inbox$/, [{ query: 'billing' }]],
    [/^Channel$/, ids[CHANNEL_OF.billing]],
  ])
  if (answer.errors) throw new Error(JSON.stringify(answer.errors))
  await app.settled()
  const whom = APPROVERS.map((name) => `<@${ids[name]}>`).join(' ')
  if (needsApproval) for (const name of INBOXES) await command(`/mail approval ${inboxes[name]} ${whom}`)
}

/** Opens the simulators once, and prepares the workspace as every sequence finds it. */
export async function prepareWorld({ store }: { store: 'sqlite' | 'redis' }): Promise<Prepared> {
  const time = takeOverTime(store === 'redis' ? { keepsReal: /node_modules\/ioredis\// } : {})
  time.setNow(BEGIN - PREPARATION_MS)
  const stores = store === 'sqlite' ? openSqliteStores() : await openRedisStores()
  const sandbox = await createSandbox({
    empty: true,
    triggerMs: TRIGGER_MS,
    app: false,
    env: { JOB_UNDO_SECONDS: '0', LOG_LEVEL: 'warn' },
  })
  const stage = { sandbox, stores, time }
  let file = ''
  sandbox.server.intercept('/swapped', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(file)
    return true
  })
  const inboxes = { support: sandbox.env['SANDBOX_INBOX'] ?? '', billing: await createInbox({ sandbox }, 'billing') }
  let ids: Record<string, string> = {}
  for (const name of ['plain', 'approval'] as const) {
    sandbox.server.reset()
    seat(sandbox)
    const first = await openOn(stage, name, [])
    await first.driver.settled()
    ids = await findIds(first.driver)
    await furnish(first.driver, ids, inboxes, name === 'approval')
    await closeOpened(first)
    await stores.freeze(name, PREPARATION_MS)
  }

  return {
    async begin(needsApproval) {
      time.setNow(BEGIN)
      sandbox.server.reset()
      seat(sandbox)
      file = 'the old prices'
      const log: string[] = []
      await stores.copy(needsApproval ? 'approval' : 'plain', 'one')
      let opened = await openOn(stage, 'one', log)
      const world: World = {
        sandbox,
        ids,
        inboxes,
        time,
        needsApproval,
        get app() {
          return opened.driver
        },
        get file() {
          return file
        },
        set file(content) {
          file = content
        },
        quiesce: () => untilQuiet(stage, opened),
        async pass(ms) {
          await passOn(stage, opened, ms)
          await world.quiesce()
        },
        async kill() {
          const next = opened.store === 'one' ? 'other' : 'one'
          await stores.copy(opened.store, next)
          // The old process no longer reaches anybody, and everything that it still writes is lost.
          sandbox.server.faults.remove()
          for (const target of ['slack', 'mail', 'agent'] as const) sandbox.server.faults.add({ target, mode: 'reset' })
          await closeOpened(opened)
          sandbox.server.faults.remove()
          opened = await openOn(stage, next, log)
          await world.quiesce()
        },
        async end() {
          sandbox.server.faults.remove()
          await closeOpened(opened)
        },
      }
      await world.quiesce()
      return world
    },
    async close() {
      await sandbox.close()
      await stores.close()
      time.restore()
    },
  }
}
