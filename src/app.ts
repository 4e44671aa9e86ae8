import { createAccessPolicy } from './access/access-policy.ts'
import { openStorage } from './adapters/open-storage.ts'
import { createAgentClient } from './clients/agent-client.ts'
import { createMailboxClient } from './clients/mailbox/mailbox-client.ts'
import type { Config } from './config.ts'
import { createClock } from './core/clock.ts'
import type { Log } from './core/log.ts'
import { createSealer } from './encryption/sealer.ts'
import { createHealthRoutes } from './http/health-routes.ts'
import { createHttpServer } from './http/http-server.ts'
import { createJobs } from './jobs/index.ts'
import { createMail } from './mail/index.ts'
import { createDeadLetterNotifier, createTaskRunner } from './queue/task-kinds.ts'
import { createFileReader } from './slack/api/slack-files.ts'
import { createViews } from './slack/api/slack-views.ts'
import { createSlackApi } from './slack/api/web-api.ts'
import { type Installations, createInstallations } from './slack/directory/installations.ts'
import { createPeople } from './slack/directory/people.ts'
import { createBoltApp } from './slack/inbound/bolt-app.ts'
import { createDispatcher } from './slack/inbound/dispatcher.ts'
import type { Subscriptions } from './slack/inbound/listener-registry.ts'
import { createCards } from './slack/outbox/cards.ts'
import { createOutbox } from './slack/outbox/outbox.ts'
import { combineFeatures, type Slice } from './slice.ts'
import { createEffects } from './store/effects.ts'
import { createKeyedHash } from './store/keyed-hash.ts'
import { createRateLimits } from './store/rate-limits.ts'
import { createFailedTaskNotifier } from './workspace/failed-task-notices.ts'
import { createWorkspace } from './workspace/index.ts'
import { createJobSettings } from './workspace/job-settings.ts'

export interface App {
  /** Where it listens: `http://host:port`. */
  url: string
  /** What its listeners wait for; `manifest.yml` says the same to Slack. */
  subscriptions: Subscriptions
  /** Takes nothing new, ends or releases what runs, closes everything; within 25 s (docs/architecture.md, Promises). */
  close(): Promise<void>
}

/** Tasks mostly wait for answers. Of those in the background, polls, as many as 200 a second need with a service that takes 300 ms. */
const CONCURRENCY = { concurrency: 96, background: 64 }
const INTAKE_GRACE_MS = 5000
const TASK_GRACE_MS = 15_000

/** What every slice builds on, in dependency order. */
async function createPlatform(config: Config, log: Log) {
  const clock = createClock(config.clockScale)
  const stores = await openStorage(config.store.url, { sealer: createSealer(config.store.encryptionKeys), clock, log })
  const { store, queue } = stores
  const { apiUrl, botToken } = config.slack
  const installations = await createInstallations({ apiUrl, token: botToken, store, log })
  const budgets = createRateLimits(store, { clock })
  const effectsOf = (team: string) => createEffects(store, { team, clock })
  const token = async (team: string): Promise<string> => (await installations.forTeam(team)).token
  const api = createSlackApi({ apiUrl, token, budgets, clock, log })
  const people = createPeople(api, clock)
  const outbox = createOutbox({ api, queue, effectsOf, apiUrl, log })
  return {
    clock,
    stores,
    store,
    queue,
    log,
    installations,
    budgets,
    api,
    people,
    outbox,
    views: createViews(api),
    cards: createCards({ api, queue, store, effectsOf, log }),
    readFile: createFileReader({ api, token, apiUrl }),
    access: createAccessPolicy({ people, adminUsers: config.adminUsers }),
    fingerprint: await createKeyedHash(store),
  }
}

type Platform = Awaited<ReturnType<typeof createPlatform>>

/** The slices that are configured. Home is built first and shows what the others register. */
function createSlices(config: Config, platform: Platform): Slice[] {
  const { store, queue, clock, log, outbox, cards, views, people, api, budgets, fingerprint, installations, access } =
    platform
  const { agent: agentConfig, mail: mailConfig, adminUsers } = config
  const projects = agentConfig?.projects ?? []
  const undoMs = agentConfig?.undoMs ?? 0
  const workspace = createWorkspace({
    store,
    queue,
    keyedHash: fingerprint,
    outbox,
    views,
    clock,
    access,
    projects: projects.map((project) => project.name),
    undoMs,
  })
  const slices: Slice[] = []
  if (agentConfig)
    slices.push(
      createJobs({
        store,
        queue,
        clock,
        log,
        outbox,
        cards,
        views,
        people,
        api,
        budgets,
        fingerprint,
        installations,
        access,
        agent: createAgentClient({ baseUrl: agentConfig.apiUrl, log }),
        projects,
        dashboardUrl: agentConfig.dashboardUrl,
        adminUsers,
        settings: createJobSettings(workspace.settings, { undoMs }),
        openSettings: workspace.openSettings,
        refreshHome: workspace.home.refresh,
      }),
    )
  if (mailConfig)
    slices.push(
      createMail({
        store,
        queue,
        clock,
        log,
        outbox,
        cards,
        views,
        people,
        keyedHash: fingerprint,
        installations,
        access,
        mailbox: createMailboxClient({ baseUrl: mailConfig.apiUrl, apiKey: mailConfig.apiKey, log }),
        readFile: platform.readFile,
        settings: { ...mailConfig, adminUsers },
      }),
    )
  workspace.home.register(slices)
  return [...slices, workspace]
}

/** What keeps `/readyz` from answering 200: Slack's token, the socket, and what each slice still misses. */
async function notReadyReasons(
  installations: Installations,
  slack: { notReadyReason(): string | undefined },
  { slices, role }: { slices: Slice[]; role: Config['store']['role'] },
): Promise<string[]> {
  const found = await Promise.all([
    installations
      .confirmToken()
      .then((known) => (known ? undefined : 'Slack does not know the token, or does not answer')),
    Promise.resolve(role === 'worker' ? undefined : slack.notReadyReason()),
    ...slices.map(async (slice) => slice.missing?.()),
  ])
  return found.filter((problem) => problem !== undefined)
}

/** Opens the storage, builds the slices, starts to listen and to work; throws if one of these cannot be done. */
export async function openApp(config: Config, log: Log): Promise<App> {
  const platform = await createPlatform(config, log)
  const { stores, store, queue, clock, installations, outbox, cards } = platform
  const { role } = config.store
  const slices = createSlices(config, platform)
  const features = combineFeatures(...slices)

  const slack = createBoltApp({ ...config.slack, installations, log })
  const dispatcher = createDispatcher(slack.app, log)
  features.listen(dispatcher.listeners)
  cards.register(features.cards)
  const handlers = [...outbox.tasks, ...cards.tasks, ...features.tasks]
  const tell = createFailedTaskNotifier({
    outbox,
    clock,
    adminUsers: config.adminUsers,
    installedTeam: () => installations.lastKnown()?.teamId,
  })

  let draining = false
  const { routes, awaitReadinessPropagation: farewell } = createHealthRoutes({
    store,
    queue,
    clock,
    isDraining: () => draining,
    notReadyReasons: () => notReadyReasons(installations, slack, { slices, role }),
  })
  const doors = role === 'worker' ? [] : [...slack.routes, ...features.routes]
  const server = createHttpServer({ routes: [...routes, ...doors], log })
  const { port, address, family } = await server.listen(config.http.port, config.http.host)
  const worker =
    role === 'web'
      ? undefined
      : queue.work(createTaskRunner(handlers), {
          ...CONCURRENCY,
          onDeadLetter: createDeadLetterNotifier(handlers, { notify: tell, log }),
        })
  if (role !== 'worker') slack.start()
  await Promise.all(slices.map(async (slice) => slice.start?.()))

  return {
    subscriptions: dispatcher.subscriptions(),
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    async close() {
      draining = true
      // Readiness fails first: until its watcher knows, requests still come in, and are kept.
      const intake = farewell().then(() => Promise.all([slack.stop(), server.close(INTAKE_GRACE_MS)]))
      await Promise.all([intake, worker?.stop(TASK_GRACE_MS)])
      await stores.close()
    },
  }
}
