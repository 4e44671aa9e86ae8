import { onTestFinished } from 'vitest'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createSqliteQueue } from '../../src/adapters/sqlite/queue/sqlite-queue.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { createMailboxClient, type MailboxClient } from '../../src/clients/mailbox/mailbox-client.ts'
import { createClock, type Clock } from '../../src/core/clock.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { createEntrypointScope, createMail } from '../../src/mail/index.ts'
import { createFileTransfers } from '../../src/mail/desk/desk-scope.ts'
import type { MailConfig, MailOptions } from '../../src/mail/mail-scope.ts'
import type { Json } from '../../src/core/json.ts'
import type { Queue } from '../../src/queue/queue.ts'
import { createViews } from '../../src/slack/api/slack-views.ts'
import { createSlackApi } from '../../src/slack/api/web-api.ts'
import { createCards } from '../../src/slack/outbox/cards.ts'
import { createOutbox } from '../../src/slack/outbox/outbox.ts'
import type { Installations } from '../../src/slack/directory/installations.ts'
import type { SlackServices } from '../../src/slack/slack-services.ts'
import type { JobsForMail, WorkspacePages } from '../../src/slice.ts'
import type { Connections, SharedServices } from '../../src/workspace-scope.ts'
import { createEffects } from '../../src/store/effects.ts'
import { createRateLimits, type RateLimits } from '../../src/store/rate-limits.ts'
import type { Store } from '../../src/store/store.ts'
import type { AccessPolicy } from '../../src/access/access-policy.ts'
import { openAccess } from './access-services.ts'

export const log = createLogger({ level: 'silent' })

/** A port on which nothing listens. */
const NOWHERE = 'http://127.0.0.1:9/'

/** The app in one workspace, T1. */
export const oneInstallation: Installations = {
  forTeam: () => Promise.resolve({ teamId: 'T1', token: 'xoxb-test', userId: 'U0', botId: 'B1' }),
  lastKnown: () => undefined,
  confirmToken: () => Promise.resolve(true),
  doubtToken: () => {},
}

/** A workspace slice that opens and shows nothing. */
export const noPages: WorkspacePages = {
  openSettings: () => Promise.resolve(),
  openAudit: () => Promise.resolve(undefined),
  refreshHome: () => Promise.resolve(),
  showOnHome: () => Promise.resolve(),
}

interface SentTask {
  kind: string
  data: unknown
  /** How late it may begin. */
  delayMs?: number | undefined
}

/** SQLite in memory, closed with the test. */
export function openMemory(clock: Clock = createClock()) {
  const file = openSqliteDatabase(':memory:')
  const sealer = createSealer([Buffer.alloc(32, 1)])
  const queue = createSqliteQueue(file, { sealer, clock, log })
  onTestFinished(async () => {
    await queue.close()
    file.close()
  })
  return { file, clock, queue, store: createSqliteStore(file, { sealer, clock }) }
}

/** Services that a test provides; everything else is real, or cannot be reached. */
export interface GivenMailServices extends Partial<Omit<SharedServices, 'slack' | 'queue' | 'clock' | 'log'>> {
  slack?: Partial<SlackServices>
  mailbox?: MailboxClient
  jobs?: JobsForMail
  pages?: Partial<WorkspacePages>
  config?: Partial<MailConfig>
  memory?: ReturnType<typeof openMemory>
}

/** The services that features of every slice use, on a real store and queue. Slack cannot be reached. */
export async function openSharedServices({
  store,
  queue,
  clock,
  ...more
}: {
  store: Store
  queue: Queue
  clock: Clock
  access: AccessPolicy | undefined
  adminUsers: string[]
  auditStore?: Store
}): Promise<{ services: SharedServices; rateLimits: RateLimits }> {
  const rateLimits = createRateLimits(store, { clock })
  const token = () => Promise.resolve('xoxb-test')
  const api = createSlackApi({ apiUrl: NOWHERE, token, rateLimits, clock, log })
  const directory = await openAccess({ api, store, clock, ...more })
  const { people, languages, access, authorizer, audit, settings, keyedHash } = directory
  const effectsOf = (team: string) => createEffects(store, { team, clock })
  const services: SharedServices = {
    queue,
    clock,
    log,
    keyedHash,
    outbox: createOutbox({ api, people, queue, clock, effectsOf, apiUrl: NOWHERE, log }),
    cards: createCards({ api, people, queue, store, effectsOf, log }),
    views: createViews(api),
    people,
    languages,
    access,
    authorizer,
    audit,
    settings,
    slack: {
      api,
      ...directory.slack,
      isMemberName: () => Promise.resolve(false),
      installations: oneInstallation,
      readFile: () => Promise.reject(new Error('there are no files')),
      isFileThere: () => Promise.resolve(true),
      listThreadFiles: () => Promise.resolve([]),
      sendFile: () => Promise.reject(new Error('nothing is sent')),
    },
  }
  return { services, rateLimits }
}

/** Every workspace has this connection; T1 is the home workspace. */
export const connectEverywhere = <Connection>(connection: Connection): Connections<Connection> => ({
  of: () => Promise.resolve(connection),
  listTeams: () => Promise.resolve(['T1']),
  findHomeTeam: () => Promise.resolve('T1'),
})

/**
 * The mail slice on a real store and queue, with what it asks of Slack left in the queue. Services outside the app are given by the test
 * or cannot be reached.
 */
export async function openMailSlice({
  config,
  memory = openMemory(),
  slack,
  mailbox = createMailboxClient({ baseUrl: NOWHERE, apiKey: 'am_test', log }),
  jobs,
  pages,
  ...given
}: GivenMailServices = {}) {
  const { store, clock } = memory
  const sent: SentTask[] = []
  const queue: Queue = {
    ...memory.queue,
    send: (task, options) => {
      sent.push({ kind: task.kind, data: task.data, delayMs: options?.delayMs })
      return memory.queue.send(task, options)
    },
  }
  const { services, rateLimits } = await openSharedServices({
    store,
    queue,
    clock,
    access: given.access,
    adminUsers: ['UADMIN'],
  })
  const shared = { ...services, ...given, slack: { ...services.slack, ...slack } }
  const connection = {
    mailbox,
    config: { webhookSecrets: [], publicUrl: undefined, defaultChannel: undefined, undoMs: 0, ...config },
  }
  const options: MailOptions = {
    platform: { services: shared, store, rateLimits },
    pages: { ...noPages, ...pages },
    findJobs: () => Promise.resolve(jobs),
    registersWebhooks: connection.config.publicUrl !== undefined,
    connections: connectEverywhere(connection),
  }
  const built = await createEntrypointScope(options, { team: 'T1', fileTransfers: createFileTransfers() })
  if (!built) throw new Error('the workspace has no mailbox')
  const slice = createMail(options)
  return {
    services: built,
    slice,
    /** Every task sent so far, those for Slack included. */
    sent,
    /** Runs one task of the slice, as the queue would. */
    runTask: async (kind: string, data: Json, attempt = 1) => {
      const handler = slice.tasks?.find((one) => one.kind === kind)
      if (!handler) throw new Error(`no task kind ${kind}`)
      const context = { id: 'task', attempt, signal: new AbortController().signal }
      return handler.run({ kind, version: 1, data }, context)
    },
  }
}
