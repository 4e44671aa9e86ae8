/** The test command: `check` is what each commit passes, `all` is everything; both end with the line `N passed, N failed`. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort, startRedisServer } from '../tools/servers.ts'
import { createTestFolder } from './support/test-folder.ts'

const everything = process.argv[2] === 'all'
const folder = createTestFolder()
const count = { passed: 0, failed: 0 }

/** The path of the first of these programs that runs here, installed by the system's package manager where it is missing. */
function need(names: string[], aptPackage: string, brewPackage: string): string {
  const where = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
  const find = () =>
    names.map(where).find((path) => path !== '' && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0)
  const present = find()
  if (present) return present
  const apt = ['apt-get', 'install', '-y', '--no-install-recommends', aptPackage]
  const root = process.getuid?.() === 0
  const attempts = [
    ...(root ? [['apt-get', 'update'], apt] : []),
    ...(root
      ? []
      : [
          ['sudo', '-n', 'apt-get', 'update'],
          ['sudo', '-n', ...apt],
        ]),
    ['brew', 'install', brewPackage],
  ]
  console.error(`${names[0]} is not on this machine; installing ${aptPackage}`)
  for (const [command, ...args] of attempts) {
    if (!command) continue
    spawnSync(command, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    const found = find()
    if (found) return found
  }
  console.error(
    `The tests need ${names[0]}. Install it with: sudo apt-get install -y ${aptPackage}   (or: brew install ${brewPackage})`,
  )
  console.log('0 passed, 1 failed')
  process.exit(1)
}

/** A Redis of our own on a free port. */
async function redis(program: string): Promise<{ url: string; stop(): void }> {
  const port = await findFreePort()
  const { child, up } = startRedisServer({ port, folder: folder.path, program })
  await up()
  return { url: `redis://127.0.0.1:${port}`, stop: () => child.kill('SIGKILL') }
}

interface Step {
  code: number
  output: string
}

/** Runs the checks that only read the source, one after the other; returns their output instead of printing it. */
async function runSourceChecks(): Promise<Record<string, Step>> {
  const steps: Record<string, Step> = {}
  for (const name of ['format', 'lint', 'types', 'knip']) {
    const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
    const [code] = await once(child, 'close')
    steps[name] = { code: typeof code === 'number' ? code : 1, output }
  }
  return steps
}

async function tests(projects: string[], env: Record<string, string>): Promise<void> {
  const report = join(folder.path, 'report.json')
  const args = [
    ...projects.flatMap((p) => ['--project', p]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const child = spawn('vitest', ['run', ...args], { stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = await once(child, 'exit')
  const result = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numFailedTestSuites: number
  }
  count.passed += result.numPassedTests
  count.failed += result.numFailedTests
  if (code !== 0 && result.numFailedTests === 0) count.failed += Math.max(1, result.numFailedTestSuites)
}

let server: Awaited<ReturnType<typeof redis>> | undefined
try {
  const env: Record<string, string> = {}
  if (everything) {
    server = await redis(need(['redis-server'], 'redis-server', 'redis'))
    env['TEST_REDIS_URL'] = server.url
    env['TEST_CHROMIUM'] = need(['chromium', 'chromium-browser', 'google-chrome'], 'chromium', 'chromium')
  }
  // Tests mostly wait, so the source checks run in parallel with them.
  const sourceChecks = runSourceChecks()
  await tests(everything ? ['fast', 'redis', 'browser', 'slow'] : ['fast'], env)
  for (const [name, { code, output }] of Object.entries(await sourceChecks)) {
    console.log(`\n— ${name}\n${output}`)
    if (code === 0) count.passed += 1
    else count.failed += 1
  }
} catch (error) {
  console.error(error)
  count.failed += 1
} finally {
  server?.stop()
  folder.remove()
}
console.log(`\n${count.passed} passed, ${count.failed} failed`)
process.exitCode = count.failed === 0 && count.passed > 0 ? 0 : 1
