import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import type { SandboxOptions } from './create-sandbox.ts'

// Compiled code is kept from one start to the next. Imports below are compiled after this line.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/bellhop'))
const { createSandbox } = await import('./create-sandbox.ts')

const DEFAULT_PORT = 4242
const LOOK_MS = 500

const number =
  (low: number, what: string) =>
  (value: string): number => {
    const read = Number(value)
    if (!Number.isFinite(read) || read < low) throw new InvalidArgumentError(what)
    return read
  }

interface Flags extends Pick<SandboxOptions, 'app' | 'manifest' | 'redis' | 'empty'> {
  port: number
  host: string
  json?: boolean
  clock: number
  pseudo?: true | 'rtl'
}

/** Node runs it before the app: the app then speaks a language that nobody speaks. */
const PSEUDO_LANGUAGE = new URL('../tools/texts/load-pseudo-language.ts', import.meta.url).href

const flags = new Command()
  .name('sandbox')
  .description('Bellhop with a Slack, an agent and a mailbox of its own')
  .option('--port <port>', 'where the page listens; 0 picks a free port', number(0, 'is not a port'), DEFAULT_PORT)
  .option('--host <host>', 'the address to listen on', '127.0.0.1')
  .option('--json', 'the first line of standard output is one JSON object')
  .option('--no-app', 'simulators and page only; `env` of the JSON starts the app by hand')
  .option('--manifest <file>', 'install the app from this manifest')
  .option('--redis <url>', 'run the app on this Redis')
  .option('--empty', 'without the opening story; scripts start as manual')
  .option('--pseudo [rtl]', 'the app in a longer, accented pseudo-language; with rtl from right to left')
  .option('--clock <scale>', 'everything that many times faster', number(1, 'is not a number from 1'), 1)
  .parse()
  .opts<Flags>()

const { port, host, json, clock, pseudo, ...rest } = flags
const starting = new AbortController()
const opening = createSandbox({
  ...rest,
  port,
  hostname: host,
  scale: clock,
  ...(pseudo && { env: { NODE_OPTIONS: `--import ${PSEUDO_LANGUAGE}${pseudo === 'rtl' ? '?rtl' : ''}` } }),
  log: (text) => void process.stderr.write(text),
  signal: starting.signal,
  warm: true,
})

let ending = false
async function end(): Promise<void> {
  if (ending) return
  ending = true
  starting.abort()
  await opening.then(
    (sandbox) => sandbox.close(),
    () => {},
  )
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end())

// The shell between npm and this process does not forward signals. If it is gone, `npm run sandbox` was ended.
const { ppid } = process
if (process.env['npm_lifecycle_event'] !== undefined)
  setInterval(() => void (process.ppid === ppid || end()), LOOK_MS).unref()

// The reader of our output may close before we do.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

const sandbox = await opening.catch((error: unknown) => {
  if (isTaken(error)) console.error(`Port ${port} is taken, perhaps by another sandbox; --port 0 picks a free one.`)
  else if (!ending) console.error(error instanceof Error ? error.message : error)
  process.exit(ending ? 0 : 1)
})

const { page, slackApi, agentApi, mailApi, control, app, env } = sandbox
// A program needs a settled state; a person may watch the end of the story.
if (json) await sandbox.storyEnded
if (json) console.log(JSON.stringify({ page, slackApi, agentApi, mailApi, control, app, env }))
else
  console.log(
    [
      '',
      `The sandbox is open at ${page}`,
      `${flags.app === false ? 'Start the app by hand at' : 'The app listens at'} ${app}`,
      'Type /docs explain the retry schedule in #docs, or write an email in the Mail panel. Ctrl+C ends it.',
      '',
    ]
      .map((line) => (line === '' ? line : `  ${line}`))
      .join('\n'),
  )
