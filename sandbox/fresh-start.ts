import { rm } from 'node:fs/promises'
import type { AppProcess } from './app-process.ts'
import { ControlError } from './server/control-routes.ts'
import type { SandboxServer } from './server/sandbox-server.ts'

export interface Resets {
  asUsual(): void
  withStory(): Promise<void>
}

interface FreshStart {
  server: SandboxServer
  /** The clock's scale at the start. */
  scale: number
  /** The app; undefined if it was started by hand or keeps its records elsewhere. */
  app: AppProcess | undefined
  /** The file with the app's records. */
  storeFile: string
  scripts: { restoreScript: () => void }[]
  /** Plays the opening story; resolves when it has begun. */
  play: () => Promise<void>
}

/**
 * Creates the resets after which jobs and mail move by themselves. `asUsual` leaves the app unchanged. `withStory` begins as an ordinary start does:
 * the app has stored nothing, and the opening story is played. A call of `withStory` during another one waits for the same end.
 */
export function createFreshStart({ server, scale, app, storeFile, scripts, play }: FreshStart): Resets {
  let running: Promise<void> | undefined
  function asUsual(): void {
    server.reset()
    for (const one of scripts) one.restoreScript()
  }
  async function startAgain(): Promise<void> {
    if (!app)
      throw new ControlError('the opening story needs an app that the sandbox started, with a store of its own', 409)
    await app.kill()
    await Promise.all(['', '-wal', '-shm'].map((end) => rm(`${storeFile}${end}`, { force: true })))
    asUsual()
    server.clock.setScale(scale)
    await app.start()
    await play()
  }
  return { asUsual, withStory: () => (running ??= startAgain().finally(() => (running = undefined))) }
}
