import type { AccessPolicy } from '../../src/access/access-policy.ts'
import { createAgentClient } from '../../src/clients/agent-client.ts'
import type { Json } from '../../src/core/json.ts'
import { createJobs } from '../../src/jobs/index.ts'
import { createJobScope, type JobsOptions } from '../../src/jobs/job-scope.ts'
import type { Queue } from '../../src/queue/queue.ts'
import { createViews } from '../../src/slack/api/slack-views.ts'
import { createSlackApi } from '../../src/slack/api/web-api.ts'
import { createCards } from '../../src/slack/outbox/cards.ts'
import { createOutbox } from '../../src/slack/outbox/outbox.ts'
import { createEffects } from '../../src/store/effects.ts'
import { createKeyedHash } from '../../src/store/keyed-hash.ts'
import { createRateLimits } from '../../src/store/rate-limits.ts'
import type { Store } from '../../src/store/store.ts'
import { allowEverything } from './allow-everything.ts'
import { log, noPages, oneInstallation, openMemory } from './mail-services.ts'
import type { SharedServices } from '../../src/workspace-scope.ts'
import { openAccess } from './access-services.ts'

/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9/'

/** The jobs slice on a real store and queue, with what it asks of Slack left in the queue. Slack cannot be reached, nor the agent unless the test names one. */
export async function openJobSlice({
  access: policy = allowEverything,
  projects = ['acme docs'],
  agentApi = NOWHERE,
  watch = (all) => all,
}: {
  access?: AccessPolicy
  projects?: string[]
  agentApi?: string
  /** Wraps the store for everything but the audit. */
  watch?: (store: Store) => Store
} = {}) {
  const { store: auditStore, clock, queue: memoryQueue } = openMemory()
  const store = watch(auditStore)
  const sent: unknown[] = []
  const queue: Queue = {
    ...memoryQueue,
    send: (task, options) => {
      sent.push(task.data)
      return memoryQueue.send(task, options)
    },
  }
  const rateLimits = createRateLimits(store, { clock })
  const api = createSlackApi({
    apiUrl: NOWHERE,
    token: () => Promise.resolve('xoxb-test'),
    rateLimits: rateLimits,
    clock,
    log,
  })
  const effectsOf = (team: string) => createEffects(store, { team, clock })
  const directory = await openAccess({ api, store, clock, access: policy, adminUsers: ['U9'], auditStore })
  const { people, languages, access, authorizer, audit, settings } = directory
  const services: SharedServices = {
    queue,
    clock,
    log,
    outbox: createOutbox({ api, queue, clock, effectsOf, apiUrl: NOWHERE, log }),
    cards: createCards({ api, queue, store, effectsOf, log }),
    views: createViews(api),
    people,
    languages,
    keyedHash: await createKeyedHash(store),
    access,
    authorizer,
    audit,
    settings,
    slack: {
      api,
      ...directory.slack,
      installations: oneInstallation,
      readFile: () => Promise.reject(new Error('there are no files')),
      isFileThere: () => Promise.resolve(true),
      listThreadFiles: () => Promise.resolve([]),
      sendFile: () => Promise.reject(new Error('nothing is sent')),
    },
  }
  const connection = {
    agent: createAgentClient({ baseUrl: agentApi, log }),
    config: {
      projects: projects.map((name) => ({ name, projectId: `prj_${name}`, apiKey: 'key' })),
      undoMs: 0,
      hourlyLimit: 100,
    },
  }
  const options: JobsOptions = {
    platform: { services, store, rateLimits },
    pages: noPages,
    connections: {
      of: () => Promise.resolve(connection),
      listTeams: () => Promise.resolve(['T1']),
      findHomeTeam: () => Promise.resolve('T1'),
    },
  }
  const built = await createJobScope(options, 'T1')
  if (!built) throw new Error('the workspace has no agent')
  const slice = createJobs(options)
  return {
    services: built,
    /** The data of the tasks that were sent, oldest first. */
    sent,
    /** Runs one task of the slice, as the queue would. */
    runTask: async (kind: string, data: Json) => {
      const handler = slice.tasks?.find((one) => one.kind === kind)
      if (!handler) throw new Error(`no task kind ${kind}`)
      const context = { id: 'task', attempt: 1, signal: new AbortController().signal }
      return handler.run({ kind, version: 1, data }, context)
    },
  }
}
