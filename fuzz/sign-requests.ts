import { createHmac } from 'node:crypto'
import type { Prng } from '../tools/prng.ts'
import { pickOddString } from './odd-values.ts'

export type SignatureHeaders = [name: string, value: string][]

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** Slack's signature of a body. */
export function signSlackRequest(secret: string, body: Buffer, stamp = `${nowSeconds()}`): SignatureHeaders {
  const digest = createHmac('sha256', secret).update(`v0:${stamp}:`).update(body).digest('hex')
  return [
    ['x-slack-request-timestamp', stamp],
    ['x-slack-signature', `v0=${digest}`],
  ]
}

/** The mailbox's signature of a delivery. */
export function signMailDelivery(
  secret: string,
  id: string,
  body: Buffer,
  stamp = `${nowSeconds()}`,
): SignatureHeaders {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${stamp}.`).update(body).digest('base64')
  return [
    ['webhook-id', id],
    ['webhook-timestamp', stamp],
    ['webhook-signature', `v1,${digest}`],
  ]
}

/** How a forger signs: without the secret, or with a genuine signature of something else. */
const FORGERIES = {
  none: 2,
  'another secret': 4,
  'too old': 2,
  'from the future': 2,
  'another body': 4,
  'another version': 1,
  'odd signature': 3,
  'odd time': 3,
  'half the headers': 2,
  'many signatures': 1,
}

/** Signature headers that must not be accepted; `sign` is the genuine way. */
export function forgeSignature(
  prng: Prng,
  body: Buffer,
  sign: (secret: 'right' | 'wrong', body: Buffer, stamp?: string) => SignatureHeaders,
): { headers: SignatureHeaders; name: string } {
  const name = prng.weighted(FORGERIES)
  const genuine = sign('right', body)
  const replaceValue = (part: string, value: (was: string) => string): SignatureHeaders =>
    genuine.map(([header, was]) => [header, header.endsWith(part) ? value(was) : was])
  const shift = prng.pick([301, 600, 86_400, 4_000_000_000])
  const missing = prng.pick(['signature', 'timestamp'])
  const create = (): SignatureHeaders => {
    switch (name) {
      case 'none':
        return []
      case 'another secret':
        return sign('wrong', body)
      case 'too old':
        return sign('right', body, `${nowSeconds() - shift}`)
      case 'from the future':
        return sign('right', body, `${nowSeconds() + shift + 30}`)
      case 'another body':
        return sign('right', Buffer.concat([body, Buffer.from(' ')]))
      case 'another version':
        return replaceValue('signature', (was) => was.replace(/^v\d/, prng.pick(['v2', 'V9', 'w1', 'v1a'])))
      case 'odd signature':
        return replaceValue('signature', (was) =>
          prng.pick(['', was.slice(0, 10), `${was}0`, was.slice(0, 3), pickOddString(prng)]),
        )
      case 'odd time':
        return replaceValue('timestamp', (was) =>
          prng.pick([`${was}.5`, `0x${was}`, `-${was}`, 'NaN', 'Infinity', `${was}e0`, '']),
        )
      case 'half the headers':
        return genuine.filter(([header]) => !header.endsWith(missing))
      case 'many signatures':
        return replaceValue('signature', () => Array.from({ length: 60 }, () => 'v1,AAAA').join(' '))
    }
  }
  return { headers: create(), name }
}
