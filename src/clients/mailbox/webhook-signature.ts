import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_MS = 5 * 60_000
const MAX_HEADER = 4096

type Reason = 'no secret' | 'headers missing' | 'bad timestamp' | 'too old' | 'too new' | 'no match'
export type SignatureCheck = { ok: true; id: string } | { ok: false; reason: Reason }

type Headers = Record<string, string | string[] | undefined>

/** What the headers of a delivery claim; true only if one of the signatures is. */
interface SignatureClaim {
  ok: true
  id: string
  timestamp: string
  signatures: Buffer[]
}

/** Node writes header names in lower case; other callers may not. */
function readHeader(headers: Headers, name: string): string | undefined {
  const found = headers[name] ?? Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1]
  return typeof found === 'string' && found !== '' && found.length <= MAX_HEADER ? found : undefined
}

/** One deployment signs under `webhook-`, another under `svix-`: the first complete set counts. */
function readSignatureSet(headers: Headers) {
  for (const prefix of ['webhook-', 'svix-']) {
    const id = readHeader(headers, `${prefix}id`)
    const timestamp = readHeader(headers, `${prefix}timestamp`)
    const signature = readHeader(headers, `${prefix}signature`)
    if (id && timestamp && signature) return { id, timestamp, signature }
  }
  return undefined
}

/** All that can be refused before the body is read: missing headers, a moment too far away, no signature of a known version. */
export function checkSignatureHeaders(headers: Headers, nowMs: number): SignatureClaim | { ok: false; reason: Reason } {
  const given = readSignatureSet(headers)
  if (!given) return { ok: false, reason: 'headers missing' }
  const { id, timestamp, signature } = given
  if (!/^\d{1,12}$/.test(timestamp)) return { ok: false, reason: 'bad timestamp' }
  const ageMs = nowMs - Number(timestamp) * 1000
  if (ageMs > TOLERANCE_MS) return { ok: false, reason: 'too old' }
  if (ageMs < -TOLERANCE_MS) return { ok: false, reason: 'too new' }
  const versions = signature.split(' ').filter((value) => value.startsWith('v1,'))
  if (versions.length === 0) return { ok: false, reason: 'no match' }
  return { ok: true, id, timestamp, signatures: versions.map((value) => Buffer.from(value.slice(3))) }
}

/** Whether a mailbox delivery is genuine and fresh (Standard Webhooks); any of the secrets may match, so that they can be rotated. */
export function verifySignature(delivery: {
  headers: Headers
  body: Buffer
  secrets: string[]
  nowMs: number
}): SignatureCheck {
  const keys = delivery.secrets.map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
  const usable = keys.filter((key) => key.length > 0)
  if (usable.length === 0) return { ok: false, reason: 'no secret' }
  const claim = checkSignatureHeaders(delivery.headers, delivery.nowMs)
  if (!claim.ok) return claim
  for (const key of usable) {
    const digest = createHmac('sha256', key).update(`${claim.id}.${claim.timestamp}.`).update(delivery.body)
    const expected = Buffer.from(digest.digest('base64'))
    for (const signature of claim.signatures) {
      if (signature.length === expected.length && timingSafeEqual(signature, expected))
        return { ok: true, id: claim.id }
    }
  }
  return { ok: false, reason: 'no match' }
}
