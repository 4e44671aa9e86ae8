import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './load-generator.ts'
import { type Store, storeNames, workplace } from '../tools/processes.ts'
import { head, row, type Say, spread } from './report.ts'
import { openApp, sandbox, usage } from './sandbox.ts'

const STARTS = 9
const IDLE_MS = 5000

/** `npm run bench start`: from the command to ready, what an idle app takes, and how long its end takes. */
export async function start(stores: Store[], say: Say): Promise<void> {
  say(
    head(
      'store',
      `${STARTS} cold starts to ready: median / p95 / longest`,
      'resident after 5 s',
      'SIGTERM to the end',
      'limit',
    ),
  )
  for (const store of stores) {
    const place = workplace()
    try {
      const world = await sandbox(place)
      const url = await place.store(store)
      const [starts, ends, resident]: number[][] = [[], [], []]
      for (let turn = 0; turn < STARTS; turn += 1) {
        const app = await openApp(place, { ...world.env, STORE_URL: url })
        starts?.push(app.startMs)
        await sleep(IDLE_MS)
        resident?.push(usage(app.pid).residentMb)
        const from = performance.now()
        app.child.kill('SIGTERM')
        await once(app.child, 'exit')
        ends?.push(performance.now() - from)
      }
      say(
        row(
          storeNames[store],
          spread(starts ?? []),
          `${median(resident ?? []).toFixed(0)} MB`,
          spread(ends ?? []),
          '25 s',
        ),
      )
    } finally {
      await place.close()
    }
  }
}
