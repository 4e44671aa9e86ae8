import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './load-generator.ts'
import { type StoreName, STORE_NAMES, createProcessGroup } from '../tools/processes.ts'
import { formatHead, formatRow, type PrintLine, formatSpread } from './report.ts'
import { startSandbox } from '../tools/sandbox-process.ts'
import { startApp, readUsage } from './running-app.ts'

const STARTS = 9
const IDLE_MS = 5000
/** The limits hold for a start that finds compiled code, on a machine without other load. */
const LIMITS = { startMs: 700, seconds: 1, residentMb: { sqlite: 120, redis: 135 } }

const formatSeconds = (values: number[]): string => `${median(values).toFixed(2)} s`

/** `npm run bench start`: the time until ready and its processor time, without and with compiled code; the memory of an idle app, and the time to shut down. */
export async function benchStart(stores: StoreName[], print: PrintLine): Promise<void> {
  print(
    formatHead(
      'store',
      'first start to ready; processor time',
      `${STARTS} later starts: median / p95 / max`,
      'limit',
      'processor time',
      'limit',
      'resident after 5 s',
      'limit',
      'SIGTERM to exit',
      'limit',
    ),
  )
  for (const store of stores) {
    const group = createProcessGroup()
    try {
      const sandbox = await startSandbox(group)
      const url = await group.createStore(store)
      const env = { ...sandbox.env, STORE_URL: url, NODE_COMPILE_CACHE: join(group.folder, `compiled-${store}`) }
      const [starts, seconds, ends, resident]: [number[], number[], number[], number[]] = [[], [], [], []]
      for (let turn = 0; turn <= STARTS; turn += 1) {
        const app = await startApp(group, env)
        starts.push(app.startMs)
        seconds.push(readUsage(app.pid).seconds)
        await sleep(IDLE_MS)
        resident.push(readUsage(app.pid).residentMb)
        const from = performance.now()
        app.child.kill('SIGTERM')
        await once(app.child, 'exit')
        ends.push(performance.now() - from)
      }
      const [[firstMs = 0], [firstSeconds = 0]] = [starts, seconds]
      print(
        formatRow(
          STORE_NAMES[store],
          `${firstMs.toFixed(0)} ms; ${firstSeconds.toFixed(2)} s`,
          formatSpread(starts.slice(1)),
          `${LIMITS.startMs} ms`,
          formatSeconds(seconds.slice(1)),
          formatSeconds([LIMITS.seconds]),
          `${median(resident.slice(1)).toFixed(0)} MB`,
          `${LIMITS.residentMb[store]} MB`,
          formatSpread(ends),
          '25 s',
        ),
      )
    } finally {
      await group.close()
    }
  }
}
