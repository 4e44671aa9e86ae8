import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './load-generator.ts'
import { type StoreName, STORE_NAMES, createProcessGroup } from '../tools/processes.ts'
import { formatHead, formatRow, type PrintLine, formatSpread } from './report.ts'
import { startSandbox } from '../tools/sandbox-process.ts'
import { startApp, readUsage } from './running-app.ts'

const STARTS = 9
const IDLE_MS = 5000

/** `npm run bench start`: the time until ready, the memory of an idle app, and the time to shut down. */
export async function benchStart(stores: StoreName[], print: PrintLine): Promise<void> {
  print(
    formatHead(
      'store',
      `${STARTS} cold starts to ready: median / p95 / max`,
      'resident after 5 s',
      'SIGTERM to exit',
      'limit',
    ),
  )
  for (const store of stores) {
    const group = createProcessGroup()
    try {
      const sandbox = await startSandbox(group)
      const url = await group.createStore(store)
      const [starts, ends, resident]: number[][] = [[], [], []]
      for (let turn = 0; turn < STARTS; turn += 1) {
        const app = await startApp(group, { ...sandbox.env, STORE_URL: url })
        starts?.push(app.startMs)
        await sleep(IDLE_MS)
        resident?.push(readUsage(app.pid).residentMb)
        const from = performance.now()
        app.child.kill('SIGTERM')
        await once(app.child, 'exit')
        ends?.push(performance.now() - from)
      }
      print(
        formatRow(
          STORE_NAMES[store],
          formatSpread(starts ?? []),
          `${median(resident ?? []).toFixed(0)} MB`,
          formatSpread(ends ?? []),
          '25 s',
        ),
      )
    } finally {
      await group.close()
    }
  }
}
