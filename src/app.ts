import { createAgentClient } from './clients/agent-client.ts'
import { createMailboxClient } from './clients/mailbox/mailbox-client.ts'
import { clock as appClock } from './core/clock.ts'
import type { Config } from './config.ts'
import { health } from './http/health-routes.ts'
import { createJobs } from './jobs/index.ts'
import type { Log } from './core/log.ts'
import { mail } from './mail/index.ts'
import { mourner, runner } from './queue/task-kinds.ts'
import { sealer as keyring } from './encryption/sealer.ts'
import { server as httpServer } from './http/http-server.ts'
import { slackApi } from './slack/api/web-api.ts'
import { bolt } from './slack/inbound/bolt-app.ts'
import { cards as cardBoard } from './slack/outbox/cards.ts'
import { dispatch, type Heard } from './slack/inbound/dispatcher.ts'
import { singleInstallation } from './slack/directory/installations.ts'
import { decode, mentioned } from './slack/blocks/decode-text.ts'
import { slackFiles } from './slack/api/slack-files.ts'
import { outbox as slackOutbox } from './slack/outbox/outbox.ts'
import { people as slackPeople } from './slack/directory/people.ts'
import { views as slackViews } from './slack/api/slack-views.ts'
import type { Slice } from './slice.ts'
import { deaths } from './workspace/failed-task-notices.ts'
import { workspace } from './workspace/index.ts'
import { budgets as sharedBudgets } from './store/rate-limits.ts'
import { effects } from './store/effects.ts'
import { fingerprint } from './store/keyed-hash.ts'
import { openStores } from './adapters/open-storage.ts'

export interface App {
  /** Where it listens: `http://host:port`. */
  url: string
  /** What its listeners wait for; `manifest.yml` says the same to Slack. */
  heard: Heard
  /** Takes nothing new, ends or releases what runs, closes everything; within 25 s (design.md, promise 10). */
  close(): Promise<void>
}

/** Tasks mostly wait for answers. Of those in the background, polls, as many as 200 a second need with a service that takes 300 ms. */
const CONCURRENCY = { concurrency: 96, background: 64 }
const INTAKE_GRACE_MS = 5000
const TASK_GRACE_MS = 15_000

/** Opens the stores, builds the slices, opens every door; throws if one cannot be opened. */
export async function openApp(config: Config, log: Log): Promise<App> {
  const clock = appClock(config.clockScale)
  const stores = await openStores(config.store.url, { sealer: keyring(config.store.encryptionKeys), clock, log })
  const { store, queue } = stores
  const installations = await singleInstallation({
    apiUrl: config.slack.apiUrl,
    token: config.slack.botToken,
    store,
    log,
  })
  const budgets = sharedBudgets(store, { clock })
  const effectsOf = (team: string) => effects(store, { team, clock })
  const token = async (team: string): Promise<string> => (await installations.of(team)).token
  const api = slackApi({
    apiUrl: config.slack.apiUrl,
    token,
    budgets,
    clock,
    log,
  })
  const people = slackPeople(api, clock)
  const views = slackViews(api)
  const outbox = slackOutbox({ api, queue, effectsOf, apiUrl: config.slack.apiUrl, log })
  const cards = cardBoard({ api, queue, store, effectsOf, deliver: (parcel) => outbox.deliver(parcel), log })
  const decodeText = async (team: string, text: string): Promise<string> =>
    decode(text, await people.names(team, mentioned(text)))
  const named = await fingerprint(store)
  const { agent: agentConfig } = config
  const jobSlice =
    agentConfig &&
    createJobs({
      store,
      queue,
      outbox,
      cards,
      views,
      people,
      api,
      budgets,
      fingerprint: named,
      clock,
      log,
      agent: createAgentClient({ baseUrl: agentConfig.apiUrl, log }),
      projects: agentConfig.projects,
      dashboardUrl: agentConfig.dashboardUrl,
      adminUsers: config.adminUsers,
      settings: {
        channel: async (team, id) => {
          const { project, followUp = 'mention', holdSeconds } = await front.settings.channel(team, id)
          return { project, followUp, holdMs: holdSeconds === undefined ? agentConfig.undoMs : holdSeconds * 1000 }
        },
        person: async (team, user) => {
          const { project, success = 'thread', failure = 'thread' } = await front.settings.person(team, user)
          return { project, success, failure }
        },
        emoji: async (team) => (await front.settings.team(team)).emoji,
      },
      self: (team) => installations.of(team),
      decode: decodeText,
      openSettings: (command) => front.openSettings(command),
      changed: (team, users) => front.changed(team, users),
    })
  const front = workspace({
    store,
    queue,
    fingerprint: named,
    outbox,
    views,
    people,
    clock,
    adminUsers: config.adminUsers,
    projects: agentConfig?.projects.map((project) => project.name) ?? [],
    holdSeconds: (agentConfig?.undoMs ?? 0) / 1000,
    startAction: jobSlice?.startAction,
    sections: jobSlice?.sections ?? [],
  })

  const { mail: mailConfig } = config
  const mailSlice =
    mailConfig &&
    mail({
      store,
      queue,
      outbox,
      cards,
      views,
      people,
      clock,
      log,
      fingerprint: named,
      mailbox: createMailboxClient({ baseUrl: mailConfig.apiUrl, apiKey: mailConfig.apiKey, log }),
      file: slackFiles({ api, token, apiUrl: config.slack.apiUrl }),
      team: async () => (await installations.of(undefined)).teamId,
      settings: { ...mailConfig, adminUsers: config.adminUsers },
    })

  const slices: Slice[] = [jobSlice, mailSlice, front].filter((slice) => slice !== undefined)
  const slack = bolt({ ...config.slack, installations, log })
  const listeners = dispatch(slack.app, log)
  for (const slice of slices) slice.listen?.(listeners)
  cards.register(slices.flatMap((slice) => slice.cards ?? []))
  const handlers = [...outbox.tasks, ...cards.tasks, ...slices.flatMap((slice) => slice.tasks ?? [])]
  const run = runner(handlers)
  const tell = deaths({ outbox, clock, adminUsers: config.adminUsers, home: () => installations.known()?.teamId })
  const dying = mourner(handlers, { tell, log })

  const { role } = config.store
  let draining = false
  const { routes, farewell } = health({
    store,
    queue,
    clock,
    draining: () => draining,
    missing: async () => {
      const found = await Promise.all([
        installations
          .check()
          .then((known) => (known ? undefined : 'Slack does not know the token, or does not answer')),
        Promise.resolve(role === 'worker' ? undefined : slack.missing()),
        ...slices.map(async (slice) => slice.missing?.()),
      ])
      return found.filter((problem) => problem !== undefined)
    },
  })
  const doors = role === 'worker' ? [] : [...slack.routes, ...slices.flatMap((slice) => slice.routes ?? [])]
  const server = httpServer({ routes: [...routes, ...doors], log })
  const { port, address, family } = await server.listen(config.http.port, config.http.host)
  const worker = role === 'web' ? undefined : queue.work(run, { ...CONCURRENCY, dying })
  if (role !== 'worker') slack.start()
  await Promise.all(slices.map(async (slice) => slice.start?.()))

  return {
    heard: listeners.heard(),
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    async close() {
      draining = true
      // Readiness goes first: until its watcher knows, requests still come, and are kept.
      const intake = farewell().then(() => Promise.all([slack.stop(), server.close(INTAKE_GRACE_MS)]))
      await Promise.all([intake, worker?.stop(TASK_GRACE_MS)])
      await stores.close()
    },
  }
}
