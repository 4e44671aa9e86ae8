import { randomBytes } from 'node:crypto'
import type { SandboxServer } from '../../server/sandbox-server.ts'
import { notFoundError, MailboxError } from '../api/error-codes.ts'
import { answerPage } from '../api/list-pages.ts'
import { omitUndefined, createFieldReader, findByClientId } from '../api/field-reader.ts'
import {
  visibleInboxes,
  requireInbox,
  requirePod,
  canSeeInbox,
  type MailRequest,
  type MailRoute,
} from '../api/route-guard.ts'
import { type Inbox, type MailboxState } from '../api/mailbox-types.ts'
import { MAIL_DOMAIN, newTimestamps } from '../api/mailbox-state.ts'

const USERNAME = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/
const DELETING_MS = 2000

const ADJECTIVES = ['bright', 'calm', 'early', 'kind', 'quick', 'wise']
const NOUNS = ['otter', 'harbor', 'meadow', 'signal', 'maple', 'comet']
const pick = (words: string[]): string => words[randomBytes(1).readUInt8() % words.length] ?? ''
const madeUp = (): string => `${pick(ADJECTIVES)}${pick(NOUNS)}${randomBytes(2).readUInt16BE()}`

function suggestions(state: MailboxState, username: string, domain: string): string[] {
  const free = (name: string): boolean =>
    !state.inboxes.has(`${name}@${domain}`) && !state.account.taken.includes(`${name}@${domain}`)
  return [1, 2, 3, 4, 5, 6]
    .map((number) => `${username}${number}`)
    .filter(free)
    .slice(0, 3)
}

/** Merges metadata; a `null` value removes its name. */
const merged = (kept: Record<string, unknown> | undefined, said: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...kept, ...said }).filter(([, value]) => value !== null))

function createInbox(state: MailboxState, asked: MailRequest): Inbox {
  const { key } = asked
  if (key.inbox_id) throw new MailboxError('forbidden')
  const pod = asked.params['pod_id'] === undefined ? undefined : requirePod(state, asked)
  const read = createFieldReader(asked.fields())
  const clientId = read.clientId()
  read.check()
  const same = findByClientId(state, 'inbox', state.inboxes, clientId)
  if (same) {
    if (!canSeeInbox(key, same)) throw notFoundError('Inbox')
    return same
  }
  const username = read.text('username')?.toLowerCase() ?? madeUp()
  const domain = read.text('domain')?.toLowerCase() ?? MAIL_DOMAIN
  const displayName = read.text('display_name')
  const metadata = read.plain('metadata')
  if (!USERNAME.test(username)) read.wrong('username', 'Expected letters, digits, dots, dashes and underscores')
  read.check()
  if (state.account.suspended_reason !== null)
    throw new MailboxError('account_suspended', { suspended_reason: state.account.suspended_reason })
  const { inbox_limit: limit } = state.account
  if (state.inboxes.size >= limit)
    throw new MailboxError('limit_exceeded', {
      message: `The plan allows ${limit} inboxes`,
      resource: 'inbox',
      limit,
      upgrade_url: `https://console.${MAIL_DOMAIN}/upgrade`,
      fix: 'Delete an inbox, or raise the limit.',
    })
  const registered = [...state.domains.values()].find((one) => one.domain === domain)
  if (domain !== MAIL_DOMAIN && registered?.status !== 'VERIFIED')
    throw new MailboxError('domain_not_verified', { message: `Domain ${domain} is not verified` })
  const email = `${username}@${domain}`
  if (state.account.taken.includes(email))
    throw new MailboxError('resource_taken', {
      message: `${email} is taken`,
      suggestions: suggestions(state, username, domain),
    })
  if (state.inboxes.has(email))
    throw new MailboxError('already_exists', {
      message: `Inbox ${email} already exists`,
      suggestions: suggestions(state, username, domain),
    })
  const [first] = state.pods.keys()
  const inbox: Inbox = {
    inbox_id: email,
    pod_id: pod?.pod_id ?? key.pod_id ?? first ?? '',
    email,
    ...(displayName !== undefined && { display_name: displayName }),
    ...(clientId !== undefined && { client_id: clientId }),
    ...(metadata && { metadata: merged({}, metadata) }),
    ...newTimestamps(),
  }
  state.inboxes.set(email, inbox)
  if (clientId !== undefined) state.clientIds.set(clientId, { kind: 'inbox', id: email })
  return inbox
}

/** Inboxes, also below their pod. A deleted inbox is still being deleted for a while. */
export function inboxRoutes(server: SandboxServer, state: MailboxState): MailRoute[] {
  function remove(asked: MailRequest): void {
    const inbox = requireInbox(state, asked)
    state.deleting.add(inbox.inbox_id)
    server.clock.after(DELETING_MS, () => {
      state.inboxes.delete(inbox.inbox_id)
      state.deleting.delete(inbox.inbox_id)
      if (inbox.client_id !== undefined) state.clientIds.delete(inbox.client_id)
    })
  }

  return ['/v0/inboxes', '/v0/pods/:pod_id/inboxes'].flatMap((base): MailRoute[] => [
    {
      method: 'POST',
      pattern: base,
      permission: 'inbox_create',
      run: (asked) => ({ status: 200, body: createInbox(state, asked) }),
    },
    {
      method: 'GET',
      pattern: base,
      permission: 'inbox_read',
      run: (asked) => answerPage(asked.call.query, 'inboxes', visibleInboxes(state, asked), (inbox) => inbox),
    },
    {
      method: 'GET',
      pattern: `${base}/:inbox_id`,
      permission: 'inbox_read',
      run: (asked) => ({ status: 200, body: requireInbox(state, asked) }),
    },
    {
      method: 'PATCH',
      pattern: `${base}/:inbox_id`,
      permission: 'inbox_update',
      run: (asked) => {
        const inbox = requireInbox(state, asked)
        const read = createFieldReader(asked.fields())
        const displayName = read.text('display_name')
        const metadata = read.plain('metadata')
        read.check()
        Object.assign(inbox, omitUndefined({ display_name: displayName }), { updated_at: new Date().toISOString() })
        if (metadata === null) delete inbox.metadata
        else if (metadata) inbox.metadata = merged(inbox.metadata, metadata)
        return { status: 200, body: inbox }
      },
    },
    {
      method: 'DELETE',
      pattern: `${base}/:inbox_id`,
      permission: 'inbox_delete',
      run: (asked) => {
        remove(asked)
        return { status: 202 }
      },
    },
  ])
}
