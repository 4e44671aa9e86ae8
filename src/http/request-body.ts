import type { IncomingMessage } from 'node:http'
import type { BodyBudget, BodyReader } from './body-budget.ts'

/** The body is larger than its route takes. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
}

/** The server holds as many bytes of bodies as it may. */
export class TooBusyError extends Error {
  override name = 'TooBusyError'
}

export interface BodyOptions {
  limitBytes: number
  budget: BodyBudget
}

/** A body that has been read, and counts against the budget until it is released. */
export interface HeldBody {
  bytes: Buffer
  release(): void
}

const FIRST_BYTES = 16 * 1024

/** The length that the sender declared; 0 if it declared none. */
export const declaredLength = (request: IncomingMessage): number => Number(request.headers['content-length'] ?? 0)

/**
 * Collects a body in one growing buffer: a sender that sends byte by byte would cost two hundred times as much in a list of chunks.
 * Throws `TooLargeError` or `TooBusyError`.
 */
function createCollector({ limitBytes, budget }: BodyOptions, reader: BodyReader, firstBytes: number) {
  let buffer = Buffer.alloc(0)
  let size = 0
  return {
    add(chunk: Buffer): void {
      const needed = size + chunk.length
      if (needed > limitBytes) throw new TooLargeError()
      if (needed > buffer.length) {
        const length = Math.min(limitBytes, Math.max(needed, buffer.length * 2, firstBytes))
        if (!budget.tryReserve(reader, length - buffer.length)) throw new TooBusyError()
        const larger = Buffer.allocUnsafeSlow(length)
        buffer.copy(larger, 0, 0, size)
        buffer = larger
      }
      chunk.copy(buffer, size)
      size = needed
    },
    collected: () => buffer.subarray(0, size),
    release(): void {
      budget.release(buffer.length)
      buffer = Buffer.alloc(0)
      size = 0
    },
  }
}

/**
 * Reads a body of at most `limitBytes`, as long as the budget lasts; a request that declares more than either is refused before a byte is
 * read. Throws `TooLargeError` or `TooBusyError`.
 */
export function readRequestBody(request: IncomingMessage, options: BodyOptions): Promise<HeldBody> {
  const declared = declaredLength(request)
  if (declared > options.limitBytes) return Promise.reject(new TooLargeError())
  if (!options.budget.hasRoom(declared)) return Promise.reject(new TooBusyError())
  return new Promise((done, fail) => {
    const reader: BodyReader = { giveUp: () => refuse(new TooBusyError()) }
    const collector = createCollector(options, reader, declared > 0 ? Math.min(declared, FIRST_BYTES) : FIRST_BYTES)
    const stopReading = options.budget.startReading(reader)
    const refuse = (error: Error): void => {
      request.off('data', onData)
      stopReading()
      collector.release()
      fail(error)
    }
    function onData(chunk: Buffer): void {
      try {
        collector.add(chunk)
      } catch (error) {
        refuse(error instanceof Error ? error : new Error(String(error)))
      }
    }
    request.on('data', onData)
    request.once('end', () => {
      stopReading()
      done({ bytes: collector.collected(), release: () => collector.release() })
    })
    request.once('error', refuse)
    request.once('close', () => request.complete || refuse(new Error('the request broke off')))
  })
}
