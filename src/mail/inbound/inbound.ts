import { combineFeatures, type Feature } from '../../slice.ts'
import { mailFactsFeature } from './facts/read-facts.ts'
import { domainsOnHomeFeature } from './webhook/domain-notices.ts'
import { decideQuarantinedFeature } from './quarantine/decide-quarantined.ts'
import { quarantineCardFeature } from './quarantine/post-quarantined.ts'
import { fetchBodyFeature } from './receive/fetch-body.ts'
import { importMailFeature } from './receive/import-mail.ts'
import { webhookFeature } from './webhook/webhook-registration.ts'
import type { InboundServices } from './inbound-services.ts'

/** Incoming mail: webhook, bodies, imports, quarantine, facts, verified domains. */
export const inboundFeatures = (services: InboundServices): Required<Feature> =>
  combineFeatures(
    webhookFeature(services),
    fetchBodyFeature(services),
    importMailFeature(services),
    quarantineCardFeature(services),
    decideQuarantinedFeature(services),
    mailFactsFeature(services),
    domainsOnHomeFeature(services),
  )
