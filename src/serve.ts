import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import { type App, openApp } from './app.ts'
import type { Config } from './config.ts'
import { createLogger, type Log } from './core/log.ts'
import { withTimeout } from './core/with-timeout.ts'

const DRAIN_MS = 25_000
const FAILURE_SHOWN_MS = 5_000

// Watching ten thousand jobs creates much short-lived garbage: without this flag V8 lets the heap grow to three times what is in use.
setFlagsFromString('--heap-growing-percent=50')

/** Starts the app. Signals, unhandled errors and a lost storage end it. */
export async function serveApp(settings: Config): Promise<void> {
  const log = createLogger({ level: settings.logLevel })
  const app = await openApp(settings, log)
  log.info({ url: app.url }, 'Bellhop is running')
  // Also logs unhandled errors, drains, and sets a non-zero exit code. A second signal ends the process immediately.
  closeWithGrace({ delay: DRAIN_MS, logger: { error: (text: string) => log.error(text) } }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'unhandled error')
    else log.info({ signal }, 'draining')
    await app.close()
    log.info('closed')
  })
  void app.failed.then((failure) => endAfterFailure(app, failure, log))
  // A process that is killed writes nothing at its end.
  flushCompileCache()
}

/** The storage is lost. For a moment `/readyz` gives the reason and every request is refused, then the process ends. */
async function endAfterFailure(app: App, failure: string, log: Log): Promise<void> {
  log.fatal(failure)
  await sleep(FAILURE_SHOWN_MS)
  await withTimeout(DRAIN_MS, app.close())
  process.exit(1)
}
