import { expect, test } from 'vitest'
import { createHostileAnswer } from '../../fuzz/hostile-answers.ts'
import { encodeRequest } from '../../fuzz/http-request.ts'
import { writeJson } from '../../fuzz/json-text.ts'
import { mutateJson } from '../../fuzz/mutate-json.ts'
import { forgeSignature, signMailDelivery, signSlackRequest, type SignatureHeaders } from '../../fuzz/sign-requests.ts'
import { createPrng } from '../../tools/prng.ts'
import { verifySignature } from '../../src/clients/mailbox/webhook-signature.ts'

const sample = { team: { id: 'T1' }, actions: [{ action_id: 'a', value: 'b' }], text: 'words' }
const SEEDS = Array.from({ length: 400 }, (_, index) => index)

test('the same seed gives the same case, and other seeds give others', () => {
  const write = (seed: number): string => writeJson(mutateJson(createPrng(seed), sample, 3))
  expect(SEEDS.map(write)).toEqual(SEEDS.map(write))
  expect(new Set(SEEDS.map(write)).size).toBeGreaterThan(SEEDS.length / 2)
  const encode = (seed: number) => {
    const draft = { method: 'POST', path: '/', headers: [['a', 'b']] as [string, string][], body: Buffer.from('{}') }
    return encodeRequest(createPrng(seed), draft, 'odd')
  }
  expect(SEEDS.map(encode)).toEqual(SEEDS.map(encode))
  const label = (seed: number): string => createHostileAnswer(createPrng(seed), 'http://a.test').label
  expect(SEEDS.map(label)).toEqual(SEEDS.map(label))
})

test('no forged signature verifies, and a genuine one does', () => {
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const body = Buffer.from('{}')
  const sign = (which: 'right' | 'wrong', signed: Buffer, stamp?: string): SignatureHeaders =>
    signMailDelivery(
      which === 'right' ? secret : `whsec_${Buffer.alloc(32, 2).toString('base64')}`,
      'msg',
      signed,
      stamp,
    )
  const verify = (headers: SignatureHeaders): boolean =>
    verifySignature({ headers: Object.fromEntries(headers), body, secrets: [secret], nowMs: Date.now() }).ok
  expect(verify(sign('right', body))).toBe(true)
  const verified = SEEDS.map((seed) => forgeSignature(createPrng(seed), body, sign)).filter(({ headers }) =>
    verify(headers),
  )
  expect(verified.map(({ name }) => name)).toEqual([])
  expect(signSlackRequest('secret', body, '1')).toEqual([
    ['x-slack-request-timestamp', '1'],
    ['x-slack-signature', expect.stringMatching(/^v0=[0-9a-f]{64}$/)],
  ])
})
