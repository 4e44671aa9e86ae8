import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../../tools/processes.ts'

test('a log that cannot be written ends nothing, keeps little and delays nothing', async () => {
  const script = `import { createLogger } from './src/core/log.ts'
    const log = createLogger()
    for (let line = 0; line < 2_000; line++) log.info({ line, note: 'x'.repeat(3_000) }, 'working')
    log.fatal('the storage is lost')
    await new Promise((resolve) => setTimeout(resolve, 50))
    globalThis.gc()
    console.error(process.memoryUsage().heapUsed < 40_000_000 ? 'still working' : 'keeps too much')
    process.exitCode = 3`
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', script], {
    cwd: ROOT,
    stdio: ['ignore', full, 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => void said.push(chunk.toString('utf8')))
  expect(await once(child, 'close')).toEqual([3, null])
  expect(said.join('')).toBe('still working\n')
})
