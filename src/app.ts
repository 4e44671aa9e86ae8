import { guardListeners } from './access/guard-listeners.ts'
import { createAgentClient } from './clients/agent-client.ts'
import { createMailboxClient } from './clients/mailbox/mailbox-client.ts'
import type { Config } from './config.ts'
import { type FurtherWorkspace, selectConnections } from './connections.ts'
import type { Log } from './core/log.ts'
import { createHealthRoutes } from './http/health-routes.ts'
import { createHttpServer } from './http/http-server.ts'
import { createMetricsRoute } from './http/metrics-route.ts'
import { createJobs, type JobsSlice } from './jobs/index.ts'
import { createMail } from './mail/index.ts'
import { createDeadLetterNotifier, createTaskRunner, type TaskHandler } from './queue/task-kinds.ts'
import { type BoltApp, createBoltApp } from './slack/inbound/bolt-app.ts'
import { createBoltListeners } from './slack/inbound/bolt-listeners.ts'
import type { Subscriptions } from './slack/inbound/subscriptions.ts'
import { createPlatform, type Platform } from './platform.ts'
import { combineFeatures, type Slice } from './slice.ts'
import { createFailedTaskNotifier } from './workspace/failed-task-notices.ts'
import { createWorkspace, type Workspace } from './workspace/index.ts'

/** A running app: the web process, the worker, or both. */
export interface App {
  /** The address of its server: `http://host:port`. */
  url: string
  /** The subscriptions that the listeners need; `manifest.yml` requests them from Slack. */
  subscriptions: Subscriptions
  /** Every kind of task that the app can run. */
  tasks: readonly TaskHandler[]
  /** Resolves when the storage can no longer be used, with the reason and the remedy: the app accepts nothing and must end. */
  failed: Promise<string>
  /** Counts the remaining work now, for programs that wait until the app is idle. */
  workload(): Promise<Workload>
  /** Takes no new requests or tasks, finishes or releases running ones, and closes everything within 25 s (docs/architecture.md, Promises). */
  close(): Promise<void>
}

export interface Workload {
  /** Requests in flight, including those that Bolt still handles, and tasks that are due or active. 0 if the app is idle. */
  current: number
  /** Milliseconds until the next delayed or retried task falls due; polls do not count (`QueueStats.nextDueMs`). */
  nextDueMs: number | undefined
}

/** Tasks mostly wait for answers. The background runs polls: at 300 ms per answer, this many make 200 polls a second. */
const CONCURRENCY = { concurrency: 96, backgroundConcurrency: 64 }
const INTAKE_GRACE_MS = 5000
const TASK_GRACE_MS = 15_000

/**
 * Creates the slices for which a workspace has a connection. The workspace slice is built first; its Home shows sections that the others register.
 */
function createSlices(config: Config, platform: Platform, further: readonly FurtherWorkspace[]): Slice[] {
  const { services, store, rateLimits } = platform
  const workspace = createWorkspace({ ...services, store, rateLimits })
  const all = [config, ...further]
  const jobs = createJobsSlice(platform, workspace)
  const registersWebhooks = all.some(({ mail }) => mail?.publicUrl !== undefined)
  const slices = [
    ...(all.some(({ agent }) => agent) ? [jobs] : []),
    ...(all.some(({ mail }) => mail) ? [createMailSlice(platform, workspace, { jobs, registersWebhooks })] : []),
  ]
  workspace.register(slices)
  return [...slices, workspace]
}

function createJobsSlice(platform: Platform, workspace: Workspace): JobsSlice {
  const { onLongWait } = platform
  const { log } = platform.services
  return createJobs({
    platform,
    pages: workspace.pages,
    connections: selectConnections(
      platform.connections,
      ({ agent }) => agent && { agent: createAgentClient({ baseUrl: agent.apiUrl, log, onLongWait }), config: agent },
    ),
  })
}

function createMailSlice(
  platform: Platform,
  workspace: Workspace,
  { jobs, registersWebhooks }: { jobs: JobsSlice; registersWebhooks: boolean },
): Slice {
  const { onLongWait } = platform
  const { log } = platform.services
  return createMail({
    platform,
    pages: workspace.pages,
    findJobs: jobs.forMail,
    registersWebhooks,
    connections: selectConnections(platform.connections, ({ mail }, { team, isHome }) => {
      if (!mail) return undefined
      const { apiUrl: baseUrl, apiKey, linkOrigin } = mail
      return {
        mailbox: createMailboxClient({ baseUrl, apiKey, linkOrigin, log, onLongWait }),
        config: { ...mail, deliveryTeam: isHome ? undefined : team },
      }
    }),
  })
}

/** Starts the tasks of the platform and the slices. Tasks that fail for good are reported to people. */
function startWorker(platform: Platform, tasks: TaskHandler[]) {
  const { queue, log } = platform.services
  const notify = createFailedTaskNotifier(platform.services)
  const onDeadLetter = createDeadLetterNotifier(tasks, { notify, log })
  return queue.work(createTaskRunner(tasks), { ...CONCURRENCY, onDeadLetter })
}

/** The reasons why `/readyz` does not answer 200: Slack's token, the connection to Slack, or the needs of a slice. */
async function findNotReadyReasons(
  { services }: Platform,
  slices: Slice[],
  slack: BoltApp | undefined,
): Promise<string[]> {
  const found = await Promise.all([
    services.slack.installations
      .confirmToken()
      .then((isAccepted) => (isAccepted ? undefined : 'Slack does not know the token, or does not answer')),
    Promise.resolve(slack?.notReadyReason()),
    ...slices.map(async (slice) => slice.notReadyReason?.()),
  ])
  return found.filter((reason) => reason !== undefined)
}

/**
 * Opens the storage, builds the slices, and starts to listen and to work; throws if one of these fails. `further` are workspaces besides the one
 * configured by the environment.
 */
export async function openApp(config: Config, log: Log, further: readonly FurtherWorkspace[] = []): Promise<App> {
  const platform = await createPlatform(config, log, further)
  const { storage, store, services } = platform
  const {
    queue,
    clock,
    outbox,
    cards,
    languages,
    slack: { installations },
  } = services
  const { role } = config.store
  const slices = createSlices(config, platform, further)
  const features = combineFeatures(...slices)
  const tasks = [...outbox.tasks, ...cards.tasks, ...features.tasks]
  cards.register(features.cards)

  const slack = createBoltApp({ ...config.slack, installations, clock, log })
  const { listeners, subscriptions, runningRequests } = createBoltListeners(slack.app, { log, languages })
  features.listen(guardListeners(listeners, { ...services, findClickAct: features.findClickAct }))

  const health = createHealthRoutes({
    store,
    clock,
    storageFailure: storage.failure,
    notReadyReasons: () => findNotReadyReasons(platform, slices, role === 'worker' ? undefined : slack),
  })
  const publicRoutes = role === 'worker' ? [] : [...slack.routes, ...features.routes]
  const { host, metricsPort, metricsToken } = config.http
  const metrics = createMetricsRoute({ queue, token: metricsToken })
  const openRoutes = metricsPort === undefined ? [...health.routes, metrics] : health.routes
  const server = createHttpServer({ routes: [...openRoutes, ...publicRoutes], log })
  const { port, address, family } = await server.listen(config.http.port, host)
  const metricsServer = metricsPort === undefined ? undefined : createHttpServer({ routes: [metrics], log })
  await metricsServer?.listen(metricsPort ?? 0, host)
  const worker = role === 'web' ? undefined : startWorker(platform, tasks)
  if (role !== 'worker') slack.start()
  await Promise.all(slices.map(async (slice) => slice.start?.()))

  return {
    subscriptions,
    tasks,
    failed: storage.failed,
    async workload() {
      const countRequests = (): number => server.openRequests() + runningRequests()
      // Counted before the tasks, because a request stores its task before it ends, and again after them for new requests.
      const before = countRequests()
      const { waiting, active, nextDueMs } = await queue.stats()
      return { current: before + waiting + active + countRequests(), nextDueMs }
    },
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    async close() {
      // Readiness fails first. Requests still arrive, and are stored, until the load balancer notices.
      const intake = health.startDraining().then(() => Promise.all([slack.stop(), server.close(INTAKE_GRACE_MS)]))
      // The outcome of a task can no longer be written.
      const graceMs = storage.failure() === undefined ? TASK_GRACE_MS : 0
      await Promise.all([intake, worker?.stop(graceMs)])
      await metricsServer?.close(0)
      await storage.close()
    },
  }
}
