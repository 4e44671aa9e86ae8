import { createClock } from '../core/clock.ts'
import type { Config } from '../config.ts'
import { createLogger } from '../core/log.ts'
import { createSealer } from '../encryption/sealer.ts'
import { openStorage } from '../adapters/open-storage.ts'
import type { OpenedStorage } from '../adapters/opened-storage.ts'

/** Runs an operator's command on the storage of a running app. Returns the exit code. */
export async function withStorage(
  config: Config,
  print: (text: string) => void,
  run: (storage: OpenedStorage) => Promise<boolean>,
): Promise<number> {
  // Standard output is only for the command's answer.
  const log = createLogger({ level: 'warn', destination: { write: (line) => process.stderr.write(line) } })
  const foundations = { sealer: createSealer(config.store.encryptionKeys), clock: createClock(config.clockScale), log }
  let storage: OpenedStorage | undefined
  try {
    storage = await openStorage(config.store.url, { ...foundations, admin: true })
    return (await run(storage)) ? 0 : 1
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return 1
  } finally {
    await storage?.close()
  }
}
