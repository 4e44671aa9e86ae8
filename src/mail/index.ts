import { combineFeatures, type Slice } from '../slice.ts'
import { createDeskServices } from './desk/desk-services.ts'
import { deskFeatures } from './desk/desk.ts'
import { mailCommandFeature } from './entrypoints/mail-command.ts'
import { mailEventsFeature } from './entrypoints/mail-events.ts'
import { mailMenuFeature } from './entrypoints/mail-menu.ts'
import { createInboundServices, type InboundServices } from './inbound/inbound-services.ts'
import { inboundFeatures } from './inbound/inbound.ts'
import { mailMetricsFeature } from './metrics/mail-metrics.ts'
import { writerNoticeFeature } from './notify/writer-notice.ts'
import { createOutboundServices } from './outbound/outbound-services.ts'
import { outboundFeatures } from './outbound/outbound.ts'
import { createPlacementServices } from './placement/placement-services.ts'
import { placementFeatures } from './placement/placement.ts'
import { createMailServices, type MailOptions } from './services.ts'
import { isWebhookReady } from './inbound/webhook/webhook-config.ts'
import { startWebhookChecks } from './inbound/webhook/webhook-registration.ts'

/** Shows incoming mail in channels and sends the replies that people write there, each once. */
export function createMail(options: MailOptions): Slice {
  const placement = createPlacementServices(createMailServices(options), options)
  const inbound = createInboundServices(placement, options)
  const desk = createDeskServices(placement, options)
  const outbound = createOutboundServices(placement, options)
  const entrypoints = { ...inbound, ...desk, ...outbound }
  return {
    // The order is that of the settings, and of the parts of Home that rank equally.
    ...combineFeatures(
      placementFeatures(placement),
      outboundFeatures(outbound),
      deskFeatures(desk),
      inboundFeatures(inbound),
      writerNoticeFeature(placement),
      mailCommandFeature(entrypoints),
      mailEventsFeature(entrypoints),
      mailMenuFeature(entrypoints),
      mailMetricsFeature(desk),
    ),
    start: () => startWebhookChecks(inbound),
    notReadyReason: () => notReadyReason(inbound),
  }
}

async function notReadyReason(services: InboundServices): Promise<string | undefined> {
  const isReady = await services.slack.installations
    .forTeam(undefined)
    .then(({ teamId: team }) => isWebhookReady(services, team))
    .catch(() => false)
  return isReady ? undefined : 'the mail webhook is not registered yet'
}
