import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { verifySignature } from '../../src/clients/mailbox/webhook-signature.ts'

interface Vector {
  name: string
  now: number
  secrets: string[]
  headers: Record<string, string>
  body: string
  ok: boolean
}
const vectors: Vector[] = JSON.parse(readFileSync('test/fixtures/webhook-signature-vectors.json', 'utf8'))

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const nowMs = 1_767_607_200_000

function signDelivery(body: Buffer, id = 'msg_1') {
  const signature = new Webhook(secret).sign(id, new Date(nowMs), body.toString('utf8'))
  return {
    headers: { 'webhook-id': id, 'webhook-timestamp': String(nowMs / 1000), 'webhook-signature': signature },
    body,
    secrets: [secret],
    nowMs,
  }
}

describe('the shared test vectors', () => {
  test('are 22', () => expect(vectors).toHaveLength(22))
  test.each(vectors)('$name', ({ now, secrets, headers, body, ok }) => {
    expect(verifySignature({ headers, body: Buffer.from(body), secrets, nowMs: now * 1000 }).ok).toBe(ok)
  })
})

test('accepts any text signed by an independent implementation', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (text, id) => {
      expect(verifySignature(signDelivery(Buffer.from(text), id))).toEqual({ ok: true, id })
    }),
  )
})

test('refuses a body with any one byte changed', () => {
  const good = signDelivery(Buffer.from('{"event_id":"evt_1","message":{"subject":"Zażółć"}}'))
  expect(verifySignature(good).ok).toBe(true)
  for (let at = 0; at < good.body.length; at++) {
    const changed = Buffer.from(good.body)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(verifySignature({ ...good, body: changed })).toEqual({ ok: false, reason: 'no match' })
  }
})

test('refuses a signature with any one character changed', () => {
  const good = signDelivery(Buffer.from('{}'))
  const signature = good.headers['webhook-signature']
  for (let at = 0; at < signature.length; at++) {
    const changed = `${signature.slice(0, at)}${signature[at] === 'x' ? 'y' : 'x'}${signature.slice(at + 1)}`
    expect(verifySignature({ ...good, headers: { ...good.headers, 'webhook-signature': changed } }).ok).toBe(false)
  }
})

test('covers the raw bytes, even if they are not valid text', () => {
  const good = signDelivery(Buffer.from('{}'))
  expect(verifySignature({ ...good, body: Buffer.from([0xff, 0xfe]) }).ok).toBe(false)
})

test.each([
  ['1767607200.0'],
  ['+1767607200'],
  ['0x69'],
  [' 1767607200'],
  ['1e9'],
  ['-1767607200'],
  [''],
  ['١٧٦٧٦٠٧٢٠٠'],
])('refuses the timestamp "%s"', (timestamp) => {
  const good = signDelivery(Buffer.from('{}'))
  expect(verifySignature({ ...good, headers: { ...good.headers, 'webhook-timestamp': timestamp } }).ok).toBe(false)
})

test('reads the other header family when the first is incomplete', () => {
  const { headers, ...rest } = signDelivery(Buffer.from('{}'))
  const mixed = {
    'webhook-id': 'msg_other',
    'Svix-Id': headers['webhook-id'],
    'Svix-Timestamp': headers['webhook-timestamp'],
    'Svix-Signature': headers['webhook-signature'],
  }
  expect(verifySignature({ ...rest, headers: mixed })).toEqual({ ok: true, id: 'msg_1' })
})

test('an empty secret is never accepted', () => {
  const good = signDelivery(Buffer.from('{}'))
  expect(verifySignature({ ...good, secrets: ['whsec_', ''] })).toEqual({ ok: false, reason: 'no secret' })
})
