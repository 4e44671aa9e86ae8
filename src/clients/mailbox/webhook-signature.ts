import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_MS = 5 * 60_000
const MAX_HEADER = 4096

type Reason = 'no secret' | 'headers missing' | 'bad timestamp' | 'too old' | 'too new' | 'no match'
/** The id of a genuine delivery, or why it is refused. */
export type SignatureCheck = { ok: true; id: string } | { ok: false; reason: Reason }

type Headers = Record<string, string | string[] | undefined>

/** The id and time that the headers claim; not trustworthy until one of the signatures is verified. */
interface SignatureClaim {
  ok: true
  id: string
  timestamp: string
  signatures: Buffer[]
}

/** Returns a header by its name in lower case, as Node writes it; other callers may not. */
function readHeader(headers: Headers, name: string): string | undefined {
  const found = headers[name] ?? Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1]
  return typeof found === 'string' && found !== '' && found.length <= MAX_HEADER ? found : undefined
}

/** Deployments sign with `webhook-` or `svix-` headers; the first complete set counts. */
function readSignatureSet(headers: Headers) {
  for (const prefix of ['webhook-', 'svix-']) {
    const id = readHeader(headers, `${prefix}id`)
    const timestamp = readHeader(headers, `${prefix}timestamp`)
    const signature = readHeader(headers, `${prefix}signature`)
    if (id && timestamp && signature) return { id, timestamp, signature }
  }
  return undefined
}

/** Checks what can be checked before the body is read: missing headers, a time too far from now, no signature of a known version. */
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

/** Verifies that a delivery comes from the mailbox and is recent (Standard Webhooks). Any of the secrets may match, so they can be rotated. */
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
