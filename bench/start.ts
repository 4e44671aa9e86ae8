import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './load-generator.ts'
import { type StoreName, STORE_NAMES, createProcessGroup } from '../tools/processes.ts'
import { formatHead, formatRow, type PrintLine, formatSpread } from './report.ts'
import { startApp, openSandbox, readUsage } from './sandbox.ts'

const STARTS = 9
const IDLE_MS = 5000

/** `npm run bench start`: from the command to ready, what an idle app takes, and how long its end takes. */
export async function benchStart(stores: StoreName[], say: PrintLine): Promise<void> {
  say(
    formatHead(
      'store',
      `${STARTS} cold starts to ready: median / p95 / longest`,
      'resident after 5 s',
      'SIGTERM to the end',
      'limit',
    ),
  )
  for (const store of stores) {
    const place = createProcessGroup()
    try {
      const world = await openSandbox(place)
      const url = await place.createStore(store)
      const [starts, ends, resident]: number[][] = [[], [], []]
      for (let turn = 0; turn < STARTS; turn += 1) {
        const app = await startApp(place, { ...world.env, STORE_URL: url })
        starts?.push(app.startMs)
        await sleep(IDLE_MS)
        resident?.push(readUsage(app.pid).residentMb)
        const from = performance.now()
        app.child.kill('SIGTERM')
        await once(app.child, 'exit')
        ends?.push(performance.now() - from)
      }
      say(
        formatRow(
          STORE_NAMES[store],
          formatSpread(starts ?? []),
          `${median(resident ?? []).toFixed(0)} MB`,
          formatSpread(ends ?? []),
          '25 s',
        ),
      )
    } finally {
      await place.close()
    }
  }
}
