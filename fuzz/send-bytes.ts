import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The answer on one connection. */
export interface WireAnswer {
  /** The status of each response, in order. */
  statuses: number[]
  hasRetryAfter: boolean
  /** `refused`: nobody listens. `late`: neither an answer nor an end in time. */
  end: 'closed' | 'answered' | 'refused' | 'late'
  ms: number
}

export interface WireRequest {
  /** Sent one after the other, with a short pause between them. */
  parts: Buffer[]
  /** Keeps the connection open after the last byte, as a slow sender does. Otherwise what is not complete ends after a second without an answer. */
  isHeld: boolean
  /** The app has all that it needs to answer: our side stays open until it has. */
  isComplete: boolean
}

/** The app waits 20 s for a request, and looks every two seconds. */
const ANSWER_WITHIN_MS = 40_000
const PART_PAUSE_MS = 3
/** The end of our side makes the app drop what it has not answered yet, so it comes only when no answer does. */
const SILENCE_MS = 1000
const AFTER_ANSWER_MS = 50
const KEPT_CHARACTERS = 64 * 1024

const listStatuses = (received: string): number[] =>
  [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map((match) => Number(match[1]))

/** `100 Continue` only announces an answer. */
export const isFinal = (status: number): boolean => status >= 200

/** Sends bytes on a connection of their own and waits until the other side closes it. Never throws. */
export async function sendBytes(port: number, request: WireRequest): Promise<WireAnswer> {
  const startedAt = performance.now()
  let received = ''
  let end: WireAnswer['end'] = 'closed'
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') end = 'refused'
  })
  let ending: NodeJS.Timeout | undefined
  function endAfter(ms: number): void {
    clearTimeout(ending)
    if (!request.isHeld) ending = setTimeout(() => socket.end(), ms)
  }
  socket.on('data', (chunk: Buffer) => {
    if (received.length < KEPT_CHARACTERS) received += chunk.toString('latin1')
    if (listStatuses(received).some(isFinal)) endAfter(AFTER_ANSWER_MS)
  })
  socket.on('end', () => socket.end())
  const deadline = setTimeout(() => {
    end = received === '' ? 'late' : 'answered'
    socket.destroy()
  }, ANSWER_WITHIN_MS)
  for (const [index, part] of request.parts.entries()) {
    if (index > 0) await sleep(PART_PAUSE_MS)
    if (socket.writable) socket.write(part)
  }
  if (!request.isComplete) endAfter(SILENCE_MS)
  await closed
  clearTimeout(ending)
  clearTimeout(deadline)
  return {
    statuses: listStatuses(received),
    hasRetryAfter: /^retry-after: /im.test(received),
    end,
    ms: performance.now() - startedAt,
  }
}
