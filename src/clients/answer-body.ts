import type { Readable } from 'node:stream'
import { type ByteBudget, createByteBudget } from '../core/byte-budget.ts'
import type { UpstreamService } from '../core/errors.ts'
import { createJsonExcerpt } from './json-excerpt.ts'

/** How much of an answer is read. */
export interface BodyLimits {
  /** A longer answer is an error, or is read no further if `maxTextChars` is set. */
  maxBytes: number
  /** Maximum length of each text in the JSON. */
  maxTextChars?: number
}

/** The part of an answer that was read. */
export interface AnswerBody {
  bytes: Buffer
  /** The answer has more than was read. */
  isPartial: boolean
}

/** Bytes of answers in memory, for each service. */
const SERVICE_BYTES = 32 * 1024 * 1024
/** Almost every answer is smaller; those are read without asking whether there is room. */
const SMALL_BYTES = 64 * 1024

const budgets = new Map<UpstreamService, ByteBudget>()

function budgetOf(service: UpstreamService): ByteBudget {
  const budget = budgets.get(service) ?? createByteBudget(SERVICE_BYTES)
  budgets.set(service, budget)
  return budget
}

function createChunkCollector() {
  const chunks: Buffer[] = []
  return { add: (chunk: Buffer) => void chunks.push(chunk), read: () => Buffer.concat(chunks) }
}

/**
 * Reads an answer within its limits. A large one first waits until there is room for what it may keep.
 * Reads by events: an iterator over the body costs several times the memory, and polls make thousands of requests a minute.
 */
export function readAnswerBody(service: UpstreamService, body: Readable, limits: BodyLimits): Promise<AnswerBody> {
  const { maxBytes, maxTextChars } = limits
  const budget = budgetOf(service)
  const collector = maxTextChars === undefined ? createChunkCollector() : createJsonExcerpt(maxTextChars)
  let received = 0
  let isOver = false
  let reserved: 'nothing' | 'waiting' | 'room' = 'nothing'

  async function waitForRoom(): Promise<void> {
    reserved = 'waiting'
    body.pause()
    await budget.reserve(maxBytes)
    if (isOver) return budget.release(maxBytes)
    reserved = 'room'
    body.resume()
  }

  return new Promise<AnswerBody>((done, fail) => {
    body.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received <= maxBytes) {
        collector.add(chunk)
        if (received > SMALL_BYTES && reserved === 'nothing') void waitForRoom()
      } else if (maxTextChars === undefined)
        body.destroy(Object.assign(new Error(`more than ${maxBytes} bytes`), { code: 'ERR_ANSWER_TOO_LARGE' }))
      else {
        done({ bytes: collector.read(), isPartial: true })
        body.destroy()
      }
    })
    body.once('end', () => done({ bytes: collector.read(), isPartial: false }))
    body.once('error', fail)
    body.once('close', () => fail(new Error('the answer broke off')))
  }).finally(() => {
    isOver = true
    if (reserved === 'room') budget.release(maxBytes)
  })
}
