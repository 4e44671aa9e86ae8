import { timingSafeEqual } from 'node:crypto'
import { cacheBriefly } from '../core/short-cache.ts'
import type { Queue } from '../queue/queue.ts'
import type { Route } from './http-server.ts'

const KEPT_MS = 1_000

/** Whether `Authorization: Bearer …` carries the token. */
function hasToken(given: string | undefined, token: string): boolean {
  const [got, wanted] = [Buffer.from(given ?? ''), Buffer.from(`Bearer ${token}`)]
  return got.length === wanted.length && timingSafeEqual(got, wanted)
}

/** Returns a function that reads all metrics. Node's own are collected from now on. */
async function startMetrics(queue: Queue): Promise<() => Promise<{ contentType: string; text: string }>> {
  const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const tasks = new Gauge({
    name: 'bellhop_tasks',
    help: 'Tasks by state',
    labelNames: ['state'],
    registers: [registry],
  })
  const oldest = new Gauge({
    name: 'bellhop_oldest_due_task_seconds',
    help: 'Age of the oldest task that is due and has not started',
    registers: [registry],
  })
  return async () => {
    const { waiting, active, delayed, dead, oldestDueMs } = await queue.stats()
    for (const [state, count] of Object.entries({ waiting, active, delayed, dead })) tasks.set({ state }, count)
    oldest.set(oldestDueMs / 1000)
    return { contentType: registry.contentType, text: await registry.metrics() }
  }
}

/** `/metrics` for Prometheus, counted once a second at most; with a token, only for those who send it. */
export function createMetricsRoute({ queue, token }: { queue: Queue; token: string | undefined }): Route {
  let starting: ReturnType<typeof startMetrics> | undefined
  const readMetrics = cacheBriefly(
    () => KEPT_MS,
    async () => {
      // Started by the first request: an app that nobody measures does without the library and its timers.
      starting ??= startMetrics(queue)
      const read = await starting
      return read()
    },
  )

  return {
    method: 'GET',
    path: '/metrics',
    checkHeaders: ({ authorization }) =>
      token === undefined || hasToken(authorization, token)
        ? undefined
        : { status: 401, headers: { 'www-authenticate': 'Bearer' } },
    async handle() {
      const { contentType, text } = await readMetrics()
      return { status: 200, headers: { 'content-type': contentType }, body: text }
    },
  }
}
