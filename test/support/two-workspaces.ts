import { once } from 'node:events'
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import type { FurtherWorkspace } from '../../src/connections.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts'
import { TRIGGER_MS } from './harness.ts'
import { createDriver } from './sandbox-driver.ts'
import { readWorkload } from './settled.ts'
import { createTestFolder } from './test-folder.ts'
import { until } from './until.ts'

/** The workspaces of the test. People, channels and inboxes have the same ids in both: only the team differs. */
export const TEAMS = { home: 'T08N4Q2LK1M', other: 'T09SECOND2W' } as const
export type WorkspaceName = keyof typeof TEAMS

/** A call of the app to an outside system. */
export interface OutgoingCall {
  path: string
  /** The workspace whose simulator the request reached. */
  reached: WorkspaceName
  token: string
  body: string
}

/** Slack's one address for all workspaces, where the token decides, and the agents and mailboxes at addresses of their own. */
async function startGateway() {
  const calls: OutgoingCall[] = []
  const places = new Map<WorkspaceName, { base: string; token: string }>()
  const server = createServer((request, response) => {
    void (async () => {
      const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const { name, path } = route(request.url ?? '/', token)
      const body = await readBody(request)
      calls.push({ path, reached: name, token, body: body.toString('utf8') })
      const base = places.get(name)?.base ?? ''
      const { host: _, ...headers } = request.headers
      const forwarded = sendRequest(`${base}${path}`, { method: request.method ?? 'GET', headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      forwarded.on('error', () => response.destroy())
      forwarded.end(body)
    })()
  })
  const route = (url: string, token: string): { name: WorkspaceName; path: string } => {
    const prefix = /^\/(home|other)(\/.*)$/.exec(url)
    if (prefix) return { name: prefix[1] as WorkspaceName, path: prefix[2] ?? '/' }
    return { name: token === places.get('other')?.token ? 'other' : 'home', path: url }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    calls,
    place: (name: WorkspaceName, sandbox: Sandbox) =>
      void places.set(name, { base: new URL(sandbox.page).origin, token: sandbox.env['SLACK_BOT_TOKEN'] ?? '' }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Whether the app has registered its webhook at the mailbox of this sandbox. */
async function hasWebhook({ control }: Sandbox): Promise<boolean> {
  const hooks = (await (await fetch(`${control}/mail/webhooks`)).json()) as unknown[]
  return hooks.length > 0
}

/** Resolves once the app and both workspaces have nothing left to do. */
async function untilAllIdle(app: App, sandboxes: Sandbox[]): Promise<void> {
  await until(async () => {
    const loads = await Promise.all(sandboxes.map((sandbox) => readWorkload(app, sandbox)))
    return loads.every(({ current }) => current === 0)
  })
}

/** An app in two workspaces, each with simulators of its own. `connect` returns the connections of the second one. */
export async function openTwoWorkspaces(
  connect: (own: Config) => Pick<FurtherWorkspace, 'agent' | 'mail'>,
  env: Record<string, string> = {},
) {
  const gateway = await startGateway()
  const folder = createTestFolder()
  const open = (name: WorkspaceName, appPort?: number): Promise<Sandbox> =>
    createSandbox({
      app: false,
      empty: true,
      triggerMs: TRIGGER_MS,
      team: TEAMS[name],
      slackUrl: `${gateway.url}/${name}`,
      ...(appPort !== undefined && { appPort }),
      env: {
        SLACK_API_URL: `${gateway.url}/slack/api/`,
        AGENT_API_URL: `${gateway.url}/${name}/agent`,
        MAIL_API_URL: `${gateway.url}/${name}/mail`,
        JOB_UNDO_SECONDS: '0',
        MAIL_UNDO_SECONDS: '0',
        STORE_URL: `sqlite:${join(folder.path, 'bellhop.db')}`,
        ADMIN_USERS: name === 'home' ? 'U08AIKO003C' : 'U08LIWEI04D',
        AGENT_PROJECT_NAME: name === 'home' ? 'Acme Docs' : 'Handbook',
        ...env,
      },
    })
  const home = await open('home')
  const other = await open('other', Number(new URL(home.app).port))
  gateway.place('home', home)
  gateway.place('other', other)
  const lines: string[] = []
  const log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } })
  const own = readConfig(other.env)
  const { botUser: userId, botId } = other.slack.workspace.primary
  const installation = { token: own.slack.botToken, teamId: TEAMS.other, userId, botId }
  const config = readConfig(home.env)
  const connections = connect(own)
  const app = await openApp(config, log, [{ installation, adminUsers: own.adminUsers, ...connections }])
  let isClosed = false
  const closeApp = async (): Promise<void> => {
    if (!isClosed) await app.close()
    isClosed = true
  }
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(`the app wrote:\n${lines.join('').slice(-8000)}`)
    await closeApp()
    await Promise.all([home.close(), other.close()])
    gateway.close()
    folder.remove()
  })
  await until(() => fetch(`${app.url}/readyz`).then(({ status }) => status === 200))
  // Only the home workspace counts for /readyz.
  if (connections.mail) await until(() => hasWebhook(other))
  const untilSettled = (): Promise<void> => untilAllIdle(app, [home, other])
  return {
    home: createDriver(home, { untilSettled }),
    other: createDriver(other, { untilSettled }),
    calls: gateway.calls,
    /** The app's own settings, for a look into its storage once it is closed. */
    config,
    url: app.url,
    /** A secret that deliveries for this workspace may be signed with. */
    webhookSecretOf: (name: WorkspaceName): string => (name === 'home' ? home : other).env['MAIL_WEBHOOK_SECRET'] ?? '',
    /** Which tokens and keys belong to a workspace. */
    credentialsOf: (name: WorkspaceName): string[] => {
      const { env } = name === 'home' ? home : other
      return [env['SLACK_BOT_TOKEN'], env['AGENT_API_KEY'], env['MAIL_API_KEY']].map((one) => one ?? '')
    },
    closeApp,
    output: () => lines.join(''),
  }
}
