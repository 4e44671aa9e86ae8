import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { UpstreamError, UserError } from '../errors.ts'
import { request } from './http.ts'
import { isPublic } from './ranges.ts'
import { sentence } from './words.ts'

const DEADLINE_MS = 20_000
const MAX_BYTES = 25 * 1024 * 1024

export interface Fetched {
  body: Buffer
  contentType?: string
}

export interface Outside {
  /** Whether this address may be asked at all; throws a `UserError` that says why not. */
  check(url: string, locale?: string): Promise<URL>
  /** What stands there, answered with 200 and no redirect; the address is checked again as the connection is made. */
  fetch(url: string, limits?: { maxBytes?: number; deadlineMs?: number }): Promise<Fetched>
}

/**
 * The only way to addresses that a person or a mail names (design.md, promise 11). `trustedOrigins` are those that the
 * operator configured, the mailbox's own: their address may be private and plain http, as in the sandbox.
 */
export function outside(options: { trustedOrigins?: string[] } = {}): Outside {
  const trusted = new Set(options.trustedOrigins?.map((url) => URL.parse(url)?.origin))

  async function check(text: string, locale?: string): Promise<URL> {
    const url = URL.parse(text.trim())
    if (!url) throw new UserError(sentence('address.invalid', locale))
    if (trusted.has(url.origin)) return url
    if (url.protocol !== 'https:') throw new UserError(sentence('address.https', locale))
    if (url.username || url.password) throw new UserError(sentence('address.credentials', locale))
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) ? [host] : await resolved(host, locale)
    if (!addresses.every(isPublic)) throw new UserError(sentence('address.private', locale))
    return url
  }

  return {
    check,
    async fetch(text, { maxBytes = MAX_BYTES, deadlineMs = DEADLINE_MS } = {}) {
      const url = await check(text)
      const route = url.origin
      const answer = await request({
        service: 'mailbox',
        method: 'GET',
        url: url.href,
        route,
        headers: { accept: '*/*' },
        deadlineMs,
        maxBytes,
        repeatable: true,
        publicOnly: !trusted.has(url.origin),
      })
      if (answer.status !== 200)
        throw new UpstreamError(`${route} answered ${answer.status}`, {
          service: 'mailbox',
          code: answer.status >= 300 && answer.status < 400 ? 'redirected' : 'bad_response',
          status: answer.status,
          outcome: answer.status >= 500 || answer.status === 429 ? 'not_sent' : 'refused',
        })
      const contentType = answer.headers['content-type']
      return { body: answer.body, ...(contentType && { contentType }) }
    },
  }
}

async function resolved(host: string, locale?: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    throw new UserError(sentence('address.unknown', locale))
  }
}
