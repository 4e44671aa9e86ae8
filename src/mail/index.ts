import type { ConcurrencyLimit } from '../core/concurrency-limit.ts'
import { bindFeatures, type NotConnectedText } from '../scoped-feature.ts'
import { combineFeatures, type Slice } from '../slice.ts'
import { createWorkspaces, type Workspaces } from '../workspace-scope.ts'
import { createDeskScope, createFileTransfers } from './desk/desk-scope.ts'
import { deskFeatures } from './desk/desk.ts'
import type { EntrypointScope } from './entrypoints/entrypoint-scope.ts'
import { mailCommandFeature } from './entrypoints/mail-command.ts'
import { mailEventsFeature } from './entrypoints/mail-events.ts'
import { mailMenuFeature } from './entrypoints/mail-menu.ts'
import { createInboundScope, type InboundScope } from './inbound/inbound-scope.ts'
import { inboundFeatures } from './inbound/inbound.ts'
import { auditNamesFeature } from './entrypoints/audit-names.ts'
import { clickActsFeature } from './access/click-act.ts'
import { createWebhookRoute } from './inbound/webhook/webhook-endpoint.ts'
import { isWebhookReady } from './inbound/webhook/webhook-config.ts'
import { startWebhookChecks } from './inbound/webhook/webhook-registration.ts'
import { mailMetricsFeature } from './metrics/mail-metrics.ts'
import { retentionFeature } from './retention/sweep-mail.ts'
import { adminAlertFeature } from './notify/admin-alerts.ts'
import { writerNoticeFeature } from './notify/writer-notice.ts'
import { createOutboundScope } from './outbound/outbound-scope.ts'
import { outboundFeatures } from './outbound/outbound.ts'
import { createPlacementScope } from './placement/placement-scope.ts'
import { placementFeatures } from './placement/placement.ts'
import { createMailScope, type MailOptions } from './mail-scope.ts'
import { mailTextIn } from './text/mail-text.ts'

/** Features in the order of their settings, and of the parts of Home that rank equally. */
const features = [
  ...placementFeatures,
  ...outboundFeatures,
  ...deskFeatures,
  ...inboundFeatures,
  clickActsFeature,
  auditNamesFeature,
  adminAlertFeature,
  writerNoticeFeature,
  mailCommandFeature,
  mailEventsFeature,
  mailMenuFeature,
  mailMetricsFeature,
  retentionFeature,
]

const notConnected: NotConnectedText = {
  title: (language) => mailTextIn(language).notConnected.title,
  sentence: (language) => mailTextIn(language).notConnected.sentence,
}

/** Shows incoming mail in channels and sends the replies that people write there, each once. */
export function createMail(options: MailOptions): Slice {
  const { services } = options.platform
  const { findHomeTeam, listTeams } = options.connections
  const fileTransfers = createFileTransfers()
  const workspaces = createWorkspaces((team) => createEntrypointScope(options, { team, fileTransfers }))
  return {
    ...combineFeatures(bindFeatures(features, workspaces, { ...services, notConnected }), {
      routes: [createWebhookRoute(workspaces, { ...services, findHomeTeam })],
    }),
    start: async () => {
      if (options.registersWebhooks) await startWebhookChecks(workspaces, { ...services, listTeams })
    },
    notReadyReason: () => findNotReadyReason(workspaces, findHomeTeam),
  }
}

/** The scope of every wing for one workspace; undefined if it has no mailbox. */
export async function createEntrypointScope(
  { platform: { services, store, rateLimits }, pages, connections, findJobs }: MailOptions,
  { team, fileTransfers }: { team: string; fileTransfers: ConcurrencyLimit },
): Promise<EntrypointScope | undefined> {
  const connection = await connections.of(team)
  if (connection === undefined) return undefined
  const own = { store, team }
  const slices = { ...pages, jobs: await findJobs(team) }
  const placement = createPlacementScope(createMailScope({ services, store, slices }, connection, team), own)
  return {
    ...createInboundScope(placement, { own, config: connection.config }),
    ...createDeskScope(placement, { own, fileTransfers }),
    ...createOutboundScope(placement, { own, rateLimits }),
  }
}

/** Checks only the home workspace: the webhook of another one must not make the app unavailable to everyone. */
async function findNotReadyReason(
  workspaces: Workspaces<InboundScope>,
  findHomeTeam: () => Promise<string>,
): Promise<string | undefined> {
  const isReady = await findHomeTeam()
    .then(workspaces.of)
    .then((scope) => scope === undefined || isWebhookReady(scope))
    .catch(() => false)
  return isReady ? undefined : 'the mail webhook is not registered yet'
}
