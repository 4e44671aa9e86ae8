import type { Route } from '../server/http-types.ts'
import type { SandboxServer } from '../server/sandbox-server.ts'
import { personRoutes } from './control/person-routes.ts'
import { createBookmarkMethods } from './methods/bookmark-methods.ts'
import { createValidationMethods } from './methods/validation-methods.ts'
import { readManifest } from './apps/app-manifest.ts'
import { statelessMethods as stateless } from './methods/method-table.ts'
import type { ApiMethods } from './api/api-method.ts'
import type { Workspace } from './workspace/workspace-types.ts'
import { createOauthInstall } from './apps/oauth-install.ts'
import { createRateLimiter } from './api/rate-limits.ts'
import { responseUrlArea } from './interactions/response-url.ts'
import { createScheduleMethods } from './methods/schedule-methods.ts'
import { inspectionRoutes } from './control/inspection-routes.ts'
import { createApp, createWorkspace } from './workspace/workspace-state.ts'
import { adminRoutes } from './control/admin-routes.ts'
import { memberRoutes } from './control/member-routes.ts'
import { typingRoutes } from './control/typing-routes.ts'
import { createFileStorage } from './files/file-content.ts'
import type { Upload } from './files/file-access.ts'
import { createFileMethods } from './files/file-methods.ts'
import { fileAreas } from './files/file-transfers.ts'
import { visitorManifest } from './apps/visitor-manifest.ts'
import { webApiArea } from './api/web-api.ts'

export interface SlackOptions {
  /** The manifest (YAML) of the app under test. */
  manifest: string
  /** Where the app under test listens for Slack, `http://127.0.0.1:3000`; the paths are its manifest's. */
  appUrl: () => string
  /** How long a trigger lives, instead of the 3 s of Slack. */
  triggerMs?: number | undefined
  /** The id of the workspace, for a second one beside that of another sandbox. */
  team?: string | undefined
  /** The address of Slack as the app sees it, if that is not the sandbox's own. */
  slackUrl?: string | undefined
}

export interface SlackSimulator {
  workspace: Workspace
  /** Routes below `/control`. */
  control: Route[]
  /** Every Web API method of the simulator. */
  methods: ApiMethods
  /** The environment that the app needs for Slack, and the keys of the second app. Call it after `listen`. */
  env(): Record<string, string>
  /** The app-level token, for an app in Socket Mode. */
  appToken: string
  signingSecret: string
}

/** Mounts the Slack simulator: Web API, `response_url`s, sockets and the control routes of a person in Slack. */
export function createSlackSimulator(server: SandboxServer, options: SlackOptions): SlackSimulator {
  const base = (): string => options.slackUrl ?? server.url()
  const { team } = options
  const own = createApp(
    'bellhop',
    { id: 'A08BELHOP1A', bot: 'B08BELHOP2B', user: 'U08BELHOP3C' },
    readManifest(options.manifest),
    team,
  )
  own.address = options.appUrl
  const visitor = createApp(
    'visitor',
    { id: 'A08VISITR1A', bot: 'B08VISITR2B', user: 'U08VISITR3C' },
    visitorManifest,
    team,
  )
  const workspace = createWorkspace(server, { base, team }, own, [visitor])
  if (options.triggerMs !== undefined) workspace.triggerMs = options.triggerMs
  const uploads = { open: new Map<string, Upload>(), storage: createFileStorage(server) }
  server.onReset(() => uploads.open.clear())
  const files = fileAreas(workspace, uploads)
  const install = createOauthInstall(workspace)
  const methods = {
    ...stateless,
    ...createValidationMethods(),
    ...createBookmarkMethods(workspace),
    ...createScheduleMethods(workspace),
    ...createFileMethods(workspace, uploads.open),
    ...install.methods,
  }
  server.mount('/slack/api', webApiArea(workspace, methods, createRateLimiter(workspace)))
  server.mount('/slack/upload', files.upload)
  server.mount('/slack/files', files.download)
  server.mount('/slack/oauth', install.area)
  server.mount('/slack/hooks', responseUrlArea(workspace))
  return {
    workspace,
    methods,
    control: [
      ...inspectionRoutes(workspace),
      ...typingRoutes(workspace),
      ...personRoutes(workspace),
      ...adminRoutes(workspace),
      ...memberRoutes(workspace),
    ],
    env: () => ({
      SLACK_API_URL: `${base()}/slack/api/`,
      SLACK_BOT_TOKEN: own.botToken,
      SLACK_SIGNING_SECRET: own.signingSecret,
      SANDBOX_APP_TOKEN: visitor.appToken,
      SANDBOX_BOT_TOKEN: visitor.botToken,
      SANDBOX_CLIENT_ID: visitor.clientId,
      SANDBOX_CLIENT_SECRET: visitor.clientSecret,
      SANDBOX_SOCKET_TOKEN: own.appToken,
    }),
    appToken: own.appToken,
    signingSecret: own.signingSecret,
  }
}
