import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAgentSimulator } from './agent/agent-simulator.ts'
import { mountControlSurface } from './control-surface.ts'
import { createSandboxServer, type SandboxServer } from './server/sandbox-server.ts'
import { createMailboxSimulator } from './mail/mailbox-simulator.ts'
import { servePage } from './page/serve-page.ts'
import { createAppProcess, type AppProcess } from './app-process.ts'
import { reservePort } from './reserve-port.ts'
import { createSlackSimulator, type SlackSimulator } from './slack/slack-simulator.ts'
import { createFreshStart } from './fresh-start.ts'
import { playOpeningStory, type Story } from './opening-story.ts'

export interface SandboxOptions {
  port?: number
  hostname?: string
  /** False starts the simulators and the page only; start the app by hand with `env`. */
  app?: boolean
  /** The manifest that the app is installed from. */
  manifest?: string
  /** A Redis for the app instead of a SQLite file. */
  redis?: string
  /** Skips the opening story and starts the scripts as `manual`. */
  empty?: boolean
  scale?: number
  /** How long a trigger lives, instead of the 3 s of Slack: for a machine that is too busy to open a form within them. */
  triggerMs?: number
  /** How many creates, and how many follow-ups, the agent takes per project and hour: 100, as its contract says, by default. */
  agentHourlyLimit?: number
  /** Overrides the app's environment. A function receives the environment so far, including the keys. */
  env?: Record<string, string> | ((env: Record<string, string>) => Record<string, string>)
  /** Receives the app's output. */
  log?: (text: string) => void
  /** The id of the workspace, for a second one beside that of another sandbox. */
  team?: string
  /** The address of Slack as the app sees it, if that is not the sandbox's own. */
  slackUrl?: string
  /** The port of the app, if another sandbox has chosen it. */
  appPort?: number
  /** Aborts the start. */
  signal?: AbortSignal
  /** Bundles the page during the start; it then opens quickly. */
  warm?: boolean
}

export interface Sandbox {
  page: string
  slackApi: string
  agentApi: string
  mailApi: string
  control: string
  app: string
  env: Record<string, string>
  server: SandboxServer
  slack: SlackSimulator
  /** Resolves when the opening story has ended, or as far as the app takes part in it. */
  storyEnded: Promise<void>
  /** Undefined if the app is started by hand. */
  process: AppProcess | undefined
  close(): Promise<void>
}

const PUBLIC_HOST = 'bellhop.sandbox.test'
const LOOPBACK = '127.0.0.1'
const MANIFEST = fileURLToPath(new URL('../manifest.yml', import.meta.url))
const MAIL_CHANNEL = 'support'

const listAddresses = (base: string) => ({
  page: `${base}/`,
  slackApi: `${base}/slack/api/`,
  agentApi: `${base}/agent`,
  mailApi: `${base}/mail`,
  control: `${base}/control`,
})

/** The app's environment, before the options change it. */
function buildAppEnv(workspace: SlackSimulator, own: Record<string, string>): Record<string, string> {
  const { people, channels } = workspace.workspace
  return {
    ...workspace.env(),
    ADMIN_USERS: [...people.values()].flatMap((one) => (one.is_admin ? [one.id] : [])).join(','),
    MAIL_DEFAULT_CHANNEL: [...channels.values()].find((one) => one.name === MAIL_CHANNEL)?.id ?? '',
    PUBLIC_URL: `https://${PUBLIC_HOST}`,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    HOST: LOOPBACK,
    LOG_LEVEL: 'info',
    ...own,
  }
}

/** Starts the simulators, the page and (by default) the app as a child process. Resolves when all are ready. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, hostname = LOOPBACK, scale = 1, empty = false, log = (): void => {} } = options
  const manifest = options.manifest ?? MANIFEST
  const server = createSandboxServer({ scale })
  const reserved = options.appPort === undefined ? await reservePort(LOOPBACK) : undefined
  const appPort = reserved?.port ?? options.appPort
  const app = `http://${LOOPBACK}:${appPort}`
  const documentation = createAgentSimulator(server, {
    manual: empty,
    ...(options.agentHourlyLimit !== undefined && { hourlyLimit: options.agentHourlyLimit }),
  })
  const mail = createMailboxSimulator(server, { hosts: { [PUBLIC_HOST]: app }, manual: empty })
  const workspace = createSlackSimulator(server, {
    manifest,
    appUrl: () => app,
    triggerMs: options.triggerMs,
    team: options.team,
    slackUrl: options.slackUrl,
  })
  const shown = servePage(server)
  const base = await server.listen(port, hostname)
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-sandbox-'))
  const storeFile = join(folder, 'bellhop.db')
  const addresses = { ...listAddresses(base), app }
  const given = buildAppEnv(workspace, {
    AGENT_API_URL: addresses.agentApi,
    AGENT_DASHBOARD_URL: `${addresses.page}#/panel/agent`,
    ...documentation.env,
    MAIL_API_URL: addresses.mailApi,
    MAIL_LINK_ORIGIN: base,
    ...mail.env,
    STORE_URL: options.redis ?? `sqlite:${storeFile}`,
    PORT: `${appPort}`,
    CLOCK_SCALE: `${scale}`,
  })
  const more = typeof options.env === 'function' ? options.env(given) : options.env
  const env = { ...given, ...more }
  const child =
    options.app === false
      ? undefined
      : createAppProcess({ env, url: app, folder, log, changed: () => server.emit({ type: 'app', ...child?.state() }) })
  const left = (error: unknown): void => log(`sandbox: ${error instanceof Error ? error.message : String(error)}\n`)
  const play = (): Story => playOpeningStory(addresses.control, mail.env.SANDBOX_INBOX, left)
  const resets = createFreshStart({
    server,
    scale,
    app: env['STORE_URL'] === `sqlite:${storeFile}` ? child : undefined,
    storeFile,
    scripts: [documentation, mail],
    play: () => play().begun,
  })
  mountControlSurface(server, child, [...workspace.control, ...documentation.control, ...mail.control], resets)

  async function close(): Promise<void> {
    // The app stops first, because it needs the simulators to drain.
    await child?.stop()
    await server.close()
    reserved?.release()
    await rm(folder, { recursive: true, force: true })
  }
  options.signal?.addEventListener('abort', () => void child?.kill())
  try {
    options.signal?.throwIfAborted()
    await Promise.all([child?.start(), options.warm ? shown.warm() : undefined])
  } catch (error) {
    await child?.kill()
    await close()
    throw error
  }
  const opening = child && !empty ? play() : undefined
  await opening?.begun.catch(() => {})
  return {
    ...addresses,
    storyEnded: opening?.ended ?? Promise.resolve(),
    env,
    server,
    slack: workspace,
    process: child,
    close,
  }
}
