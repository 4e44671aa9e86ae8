import type { Route } from '../server/http-types.ts'
import type { Host } from '../server/sandbox-server.ts'
import { actingRoutes } from './control/person-routes.ts'
import { bookmarks } from './methods/bookmark-methods.ts'
import { checks } from './methods/validation-methods.ts'
import { manifest } from './apps/app-manifest.ts'
import { methods as stateless } from './methods/method-table.ts'
import type { Methods } from './api/api-method.ts'
import type { World } from './workspace/workspace-types.ts'
import { oauth } from './apps/oauth-install.ts'
import { rates } from './api/rate-limits.ts'
import { responseUrls } from './interactions/response-url.ts'
import { scheduled } from './methods/schedule-methods.ts'
import { showingRoutes } from './control/inspection-routes.ts'
import { app, world } from './workspace/workspace-state.ts'
import { steeringRoutes } from './control/admin-routes.ts'
import { typingRoutes } from './control/typing-routes.ts'
import { uploads } from './files/file-methods.ts'
import { usergroups } from './methods/usergroup-methods.ts'
import { visitorManifest } from './apps/visitor-manifest.ts'
import { webApi } from './api/web-api.ts'

export interface SlackOptions {
  /** The manifest (YAML) of the app under test. */
  manifest: string
  /** Where the app under test listens for Slack, `http://127.0.0.1:3000`; the paths are its manifest's. */
  appUrl: () => string
}

export interface Slack {
  world: World
  /** Routes below `/control`. */
  control: Route[]
  /** Every Web API method there is. */
  methods: Methods
  /** What the app under test is told of Slack, and the keys of the second app. Once the host listens. */
  env(): Record<string, string>
  /** For an app in Socket Mode, in place of the signing secret. */
  appToken: string
  signingSecret: string
}

/** The Slack simulator on the host: Web API, `response_url`s, sockets, and the person's side for the control surface. */
export function slack(host: Host, options: SlackOptions): Slack {
  const base = (): string => host.url()
  const own = app('bellhop', { id: 'A08BELHOP1A', bot: 'B08BELHOP2B', user: 'U08BELHOP3C' }, manifest(options.manifest))
  own.address = options.appUrl
  const visitor = app('visitor', { id: 'A08VISITR1A', bot: 'B08VISITR2B', user: 'U08VISITR3C' }, visitorManifest)
  const place = world(host, base, own, [visitor])
  const files = uploads(place)
  const install = oauth(place)
  const methods = {
    ...stateless,
    ...checks(),
    ...bookmarks(place),
    ...usergroups(place),
    ...scheduled(place),
    ...files.methods,
    ...install.methods,
  }
  host.mount('/slack/api', webApi(place, methods, rates(place)))
  host.mount('/slack/upload', files.upload)
  host.mount('/slack/files', files.download)
  host.mount('/slack/oauth', install.area)
  host.mount('/slack/hooks', responseUrls(place))
  return {
    world: place,
    methods,
    control: [...showingRoutes(place), ...typingRoutes(place), ...actingRoutes(place), ...steeringRoutes(place)],
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
