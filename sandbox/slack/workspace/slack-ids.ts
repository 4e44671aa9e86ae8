import { createHash, randomBytes, randomInt } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const SMALL = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
let lastMicros = 0n

const pick = (letters: string, count: number): string =>
  Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('')

/** An id as Slack makes them: `id('U')` → `U0…` with ten more letters. */
export const newSlackId = (prefix: string): string => `${prefix}0${pick(LETTERS, 9)}`

/** Derives the same secret from the same words on every start: an app keeps working when the sandbox restarts. */
export const deriveSecret = (words: string, length: number): string =>
  createHash('sha256').update(`sandbox ${words}`).digest('hex').repeat(2).slice(0, length)

/** The short random ids that Slack gives to blocks and elements without one. */
export const newShortId = (): string => pick(SMALL, 5)

export const newTriggerId = (): string =>
  `${randomInt(1e9, 1e10)}.${randomInt(1e9, 1e10)}.${randomBytes(16).toString('hex')}`

/** A message's timestamp: real time in microseconds, unique and increasing. */
export function nextTimestamp(): string {
  const now = BigInt(Date.now()) * 1000n + BigInt(randomInt(1000))
  lastMicros = now > lastMicros ? now : lastMicros + 1n
  const text = lastMicros.toString()
  return `${text.slice(0, -6)}.${text.slice(-6)}`
}

/** A view's hash: changes with every write. */
export const newViewHash = (): string => `${Math.floor(Date.now() / 1000)}.${pick(SMALL, 8)}`

/** Compares timestamps as text. Older ones may be shorter, so length comes first. */
export const isEarlier = (a: string, b: string): boolean => (a.length === b.length ? a < b : a.length < b.length)
