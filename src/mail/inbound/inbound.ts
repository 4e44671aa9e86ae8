import type { ScopedFeature } from '../../scoped-feature.ts'
import { mailFactsFeature } from './facts/read-facts.ts'
import { domainsOnHomeFeature } from './webhook/domain-notices.ts'
import { decideQuarantinedFeature } from './quarantine/decide-quarantined.ts'
import { quarantineCardFeature } from './quarantine/post-quarantined.ts'
import { listQuarantinedFeature } from './quarantine/list-quarantined.ts'
import { fetchBodyFeature } from './receive/fetch-body.ts'
import { importMailFeature } from './receive/import-mail.ts'
import { webhookFeature } from './webhook/webhook-registration.ts'
import type { InboundScope } from './inbound-scope.ts'

/** Incoming mail: webhook, bodies, imports, quarantine, facts, verified domains. */
export const inboundFeatures: ScopedFeature<InboundScope>[] = [
  webhookFeature,
  fetchBodyFeature,
  importMailFeature,
  quarantineCardFeature,
  listQuarantinedFeature,
  decideQuarantinedFeature,
  mailFactsFeature,
  domainsOnHomeFeature,
]
