import { createClock } from '../core/clock.ts'
import type { Config } from '../config.ts'
import { createLogger } from '../core/log.ts'
import { createSealer } from '../encryption/sealer.ts'
import { openStorage } from '../adapters/open-storage.ts'
import type { OpenedStorage } from '../adapters/opened-storage.ts'

/** Runs an operator's command on the stores of a running app; the exit code. */
export async function withStorage(
  config: Config,
  print: (text: string) => void,
  run: (stores: OpenedStorage) => Promise<boolean>,
): Promise<number> {
  // Standard output is for the answer.
  const log = createLogger({ level: 'warn', destination: { write: (line) => process.stderr.write(line) } })
  const foundations = { sealer: createSealer(config.store.encryptionKeys), clock: createClock(config.clockScale), log }
  let stores: OpenedStorage | undefined
  try {
    stores = await openStorage(config.store.url, { ...foundations, admin: true })
    return (await run(stores)) ? 0 : 1
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return 1
  } finally {
    await stores?.close()
  }
}
