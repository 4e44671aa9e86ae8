import { withStorage } from './with-storage.ts'
import type { Config } from '../config.ts'

const NAMED = 20

/** The `reseal` command: re-encrypts with the primary key next to a running app; older keys can then be removed. Returns the exit code. */
export async function resealStorage(config: Config, print: (text: string) => void): Promise<number> {
  return withStorage(config, print, async (stores) => {
    const [records, tasks] = await stores.reseal()
    print(`${records.resealed} records and ${tasks.resealed} values of tasks were re-encrypted.`)
    // The second walk finds values that a process with an older primary key has written in the meantime.
    const again = await stores.reseal()
    const lost = again.flatMap((walk) => walk.unreadable)
    if (lost.length > 0) {
      print(`No key in ENCRYPTION_KEY opens these ${lost.length}; they were left unchanged:`)
      for (const context of lost.slice(0, NAMED)) print(`  ${context}`)
    }
    if (again.some((walk) => walk.resealed > 0)) {
      print(
        'A process still encrypts with an older key. Restart every process with the new key first, then run this again.',
      )
      return false
    }
    if (lost.length === 0)
      print('No value needs an older key: remove it from ENCRYPTION_KEY and restart every process.')
    return lost.length === 0
  })
}
