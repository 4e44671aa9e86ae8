import type { AccessPolicy } from '../../src/access/access-policy.ts'
import { createAgentClient } from '../../src/clients/agent-client.ts'
import type { Json } from '../../src/core/json.ts'
import { createJobs } from '../../src/jobs/index.ts'
import { createJobScope, type JobsOptions } from '../../src/jobs/job-scope.ts'
import type { Queue } from '../../src/queue/queue.ts'
import type { Store } from '../../src/store/store.ts'
import { allowEverything } from './allow-everything.ts'
import { connectEverywhere, log, noPages, openMemory, openSharedServices } from './mail-services.ts'

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
  const { services, rateLimits } = await openSharedServices({
    store,
    queue,
    clock,
    access: policy,
    adminUsers: ['U9'],
    auditStore,
  })
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
    connections: connectEverywhere(connection),
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
