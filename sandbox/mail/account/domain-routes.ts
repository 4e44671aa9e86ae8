import { notFoundError, MailboxError } from '../api/error-codes.ts'
import type { MailboxEvents } from '../webhooks/mailbox-events.ts'
import { answerPage } from '../api/list-pages.ts'
import { omitUndefined, createFieldReader, findByClientId } from '../api/field-reader.ts'
import { requireOrganizationKey, requirePod, type MailRequest, type MailRoute } from '../api/route-guard.ts'
import { type Domain, type MailboxState } from '../api/mailbox-types.ts'
import { MAIL_DOMAIN, newMailId, newTimestamps } from '../api/mailbox-state.ts'

const NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

const records = (domain: string, status: string): Domain['records'] => [
  { type: 'TXT', name: `mail._domainkey.${domain}`, value: 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0', status },
  { type: 'TXT', name: domain, value: `v=spf1 include:spf.${MAIL_DOMAIN} ~all`, status },
  { type: 'MX', name: domain, value: `inbound.${MAIL_DOMAIN}`, status, priority: 10 },
]

/** The pod in the path. Without one, the key must be an organization key. */
function scopeOf(state: MailboxState, asked: MailRequest): string | undefined {
  if (asked.params['pod_id'] !== undefined) return requirePod(state, asked).pod_id
  requireOrganizationKey(asked.key)
  return undefined
}

const switches = (read: ReturnType<typeof createFieldReader>) =>
  omitUndefined({
    feedback_enabled: read.flag('feedback_enabled'),
    subdomains_enabled: read.flag('subdomains_enabled'),
    tracking_enabled: read.flag('tracking_enabled'),
  })

function update(domain: Domain, asked: MailRequest): Domain {
  const read = createFieldReader(asked.fields())
  const options = switches(read)
  read.check()
  return Object.assign(domain, options, { updated_at: new Date().toISOString() })
}

function create(state: MailboxState, asked: MailRequest): Domain {
  const pod = scopeOf(state, asked)
  const read = createFieldReader(asked.fields())
  const clientId = read.clientId()
  read.check()
  const same = findByClientId(state, 'domain', state.domains, clientId)
  if (same && asked.key.pod_id && asked.key.pod_id !== same.pod_id) throw notFoundError('Domain')
  if (same) return same
  const name = read.text('domain')?.toLowerCase()
  if (name === undefined || !NAME.test(name)) read.wrong('domain', 'Expected a domain name')
  const options = switches(read)
  read.check()
  const domain = name ?? ''
  if ([...state.domains.values()].some((one) => one.domain === domain)) throw new MailboxError('already_exists')
  if (domain === MAIL_DOMAIN)
    throw new MailboxError('resource_taken', { message: `${domain} belongs to another organization` })
  const kept: Domain = {
    domain_id: newMailId('dom'),
    ...(pod !== undefined && { pod_id: pod }),
    domain,
    status: 'PENDING',
    feedback_enabled: true,
    subdomains_enabled: false,
    tracking_enabled: false,
    ...options,
    records: records(domain, 'MISSING'),
    ...(clientId !== undefined && { client_id: clientId }),
    ...newTimestamps(),
  }
  state.domains.set(kept.domain_id, kept)
  if (clientId !== undefined) state.clientIds.set(clientId, { kind: 'domain', id: kept.domain_id })
  return kept
}

function domainOf(state: MailboxState, asked: MailRequest): Domain {
  const pod = asked.params['pod_id'] === undefined ? undefined : requirePod(state, asked).pod_id
  const domain = state.domains.get(asked.params['domain_id'] ?? '')
  if (!domain || (pod !== undefined && domain.pod_id !== pod)) throw notFoundError('Domain')
  if (asked.key.inbox_id || (asked.key.pod_id && asked.key.pod_id !== domain.pod_id)) throw notFoundError('Domain')
  return domain
}

function remove(state: MailboxState, domain: Domain): void {
  const blocker = [...state.inboxes.keys()].find((inboxId) => inboxId.endsWith(`@${domain.domain}`))
  if (blocker !== undefined)
    throw new MailboxError('cannot_delete', {
      message: `Domain has the inbox ${blocker}`,
      fix: 'Delete the inboxes of the domain first.',
    })
  state.domains.delete(domain.domain_id)
  if (domain.client_id !== undefined) state.clientIds.delete(domain.client_id)
}

/** The DNS records as a zone file. */
const zoneFile = (domain: Domain): string =>
  domain.records
    .map(({ type, name, value, priority }) => {
      const data = type === 'TXT' ? JSON.stringify(value) : `${priority ?? 10} ${value}.`
      return `${name}.\t3600\tIN\t${type}\t${data}\n`
    })
    .join('')

function verify(domain: Domain, events: MailboxEvents): void {
  if (domain.status === 'VERIFIED') return
  domain.status = 'VERIFIED'
  domain.records = records(domain.domain, 'VALID')
  domain.updated_at = new Date().toISOString()
  const { domain_id, records: found, status } = domain
  events.fire('domain.verified', undefined, {
    domain: { domain_id, domain: domain.domain, status, records: found },
  })
}

/** Custom domains of the organization or of one pod. Verification succeeds immediately and fires `domain.verified`. */
export function domainRoutes(state: MailboxState, events: MailboxEvents): MailRoute[] {
  return ['/v0/domains', '/v0/pods/:pod_id/domains'].flatMap((base): MailRoute[] => [
    {
      method: 'POST',
      pattern: base,
      permission: 'domain_create',
      run: (asked) => ({ status: 200, body: create(state, asked) }),
    },
    {
      method: 'GET',
      pattern: base,
      permission: 'domain_read',
      run: (asked) => {
        const pod = scopeOf(state, asked)
        const visible = [...state.domains.values()].filter((one) => pod === undefined || one.pod_id === pod)
        return answerPage(asked.call.query, 'domains', visible, (domain) => domain)
      },
    },
    {
      method: 'GET',
      pattern: `${base}/:domain_id`,
      permission: 'domain_read',
      run: (asked) => ({ status: 200, body: domainOf(state, asked) }),
    },
    {
      method: 'PATCH',
      pattern: `${base}/:domain_id`,
      permission: 'domain_update',
      run: (asked) => ({ status: 200, body: update(domainOf(state, asked), asked) }),
    },
    {
      method: 'GET',
      pattern: `${base}/:domain_id/zone-file`,
      permission: 'domain_read',
      run: (asked) => ({
        status: 200,
        headers: { 'content-type': 'text/dns' },
        body: zoneFile(domainOf(state, asked)),
      }),
    },
    {
      method: 'POST',
      pattern: `${base}/:domain_id/verify`,
      permission: 'domain_update',
      run: (asked) => {
        verify(domainOf(state, asked), events)
        return { status: 204 }
      },
    },
    {
      method: 'DELETE',
      pattern: `${base}/:domain_id`,
      permission: 'domain_delete',
      run: (asked) => {
        remove(state, domainOf(state, asked))
        return { status: 204 }
      },
    },
  ])
}
