import { setFlagsFromString } from 'node:v8'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { type App, openApp } from './app.ts'
import { readConfig, type Config, ConfigError } from './config.ts'
import { runDeadLetterCommand } from './cli/dead-letters.ts'
import { StorageError } from './core/errors.ts'
import { createLogger, type Log } from './core/log.ts'
import { withTimeout } from './core/with-timeout.ts'
import { resealStorage } from './cli/reseal.ts'

const EX_USAGE = 64
const EX_CONFIG = 78
const DRAIN_MS = 25_000
const FAILURE_SHOWN_MS = 5_000

// Watching ten thousand jobs creates much short-lived garbage: without this flag V8 lets the heap grow to three times what is in use.
setFlagsFromString('--heap-growing-percent=50')

/** The environment, with `.env` from the working directory if there is one. Variables that are already set win. */
function environment(): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return process.env
}

async function serve(settings: Config): Promise<void> {
  const log = createLogger({ level: settings.logLevel })
  const app = await openApp(settings, log)
  log.info({ url: app.url }, 'Bellhop is running')
  // Unhandled errors end here too: logged, drained, and a non-zero exit code. A second signal ends the process at once.
  closeWithGrace({ delay: DRAIN_MS, logger: { error: (text: string) => log.error(text) } }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'unhandled error')
    else log.info({ signal }, 'draining')
    await app.close()
    log.info('closed')
  })
  void app.failed.then((failure) => endAfterFailure(app, failure, log))
}

/** The storage is lost. For a moment `/readyz` gives the reason and every request is refused, then the process ends. */
async function endAfterFailure(app: App, failure: string, log: Log): Promise<void> {
  log.fatal(failure)
  await sleep(FAILURE_SHOWN_MS)
  await withTimeout(DRAIN_MS, app.close())
  process.exit(1)
}

try {
  const settings = readConfig(environment())
  const [command, ...words] = process.argv.slice(2)
  if (command === 'dead') process.exitCode = await runDeadLetterCommand(settings, words, (text) => console.log(text))
  else if (command === 'reseal') process.exitCode = await resealStorage(settings, (text) => console.log(text))
  else if (command === undefined) await serve(settings)
  else {
    console.error(`Bellhop has no command ${command}. Use dead, reseal, or none to start the app.`)
    process.exitCode = EX_USAGE
  }
} catch (error) {
  if (error instanceof ConfigError) {
    console.error(
      `Bellhop cannot start with this configuration:\n${error.message.replaceAll(/^/gm, '  ')}\n.env.example explains each variable.`,
    )
    process.exit(EX_CONFIG)
  }
  createLogger().fatal(
    error instanceof StorageError ? {} : { err: error },
    `Bellhop could not start: ${error instanceof Error ? error.message : String(error)}`,
  )
  process.exit(1)
}
