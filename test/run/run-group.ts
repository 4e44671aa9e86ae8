import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createTestFolder } from '../support/test-folder.ts'

/** Reads the ids of process groups; at the end of its input it ends them and removes the folder. */
const GUARD = `trap '' INT TERM HUP
while read -r id; do ids="$ids $id"; done
for id in $ids; do kill -s KILL -- "-$id"; done
for _ in 1 2 3 4 5; do rm -rf "$1" && break; sleep 0.2; done`

/** The processes and files of one run. */
export interface RunGroup {
  /** In memory if possible. */
  folder: string
  /** Ends this process, which leads a group of its own (`detached`), together with the run. */
  adopt(child: ChildProcess): void
  close(): Promise<void>
}

/**
 * A process of its own watches the run through a pipe: whatever ends the run, a kill included, the pipe closes, and the watcher ends the
 * run's processes and removes its files. A file in memory would otherwise stay until the machine restarts.
 */
export function openRunGroup(): RunGroup {
  const folder = createTestFolder().path
  const guard = spawn('sh', ['-c', GUARD, 'guard', folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  const ended = once(guard, 'exit')
  // The children are in groups of their own: a signal of the terminal reaches only this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  return {
    folder,
    adopt: ({ pid }) => void guard.stdin?.write(`${pid}\n`),
    async close() {
      guard.stdin?.end()
      await ended
    },
  }
}
