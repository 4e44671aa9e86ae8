import { connect, type Socket } from 'node:net'

export interface LoadOptions {
  port: number
  connections: number
  /** The next request, whole, as it goes over the wire; undefined when there is no more. */
  next(this: void): Buffer | undefined
  /** Requests a second over all connections; without it, each connection sends as soon as it is answered. */
  perSecond?: number
  /** So many requests come before those whose latency counts. */
  leadIn?: number
}

export interface LoadResult {
  accepted: number
  refused: number
  seconds: number
  /** Milliseconds from a request's due time to its answer, ascending. */
  latenciesMs: Float64Array
}

interface Connection {
  socket: Socket
  busy: boolean
  dueAt: number
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** Whether a whole answer has arrived; answers are short and come with a content length. */
function isComplete(answer: Buffer): boolean {
  const head = answer.indexOf(HEAD_END)
  if (head < 0) return false
  const length = /content-length: *(\d+)/i.exec(answer.subarray(0, head).toString('latin1'))?.[1] ?? '0'
  return answer.length >= head + 4 + Number(length)
}

/** Drives a server over kept-alive connections with ready-made bytes, so that the driver costs as little as it can. */
export async function generateLoad({
  port,
  connections,
  next,
  perSecond,
  leadIn = 0,
}: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = []
  let accepted = 0
  let refused = 0
  const started = performance.now()
  let sent = 0

  await Promise.all(
    Array.from({ length: connections }, () => {
      const lane: Connection = { socket: connect({ port, host: '127.0.0.1', noDelay: true }), busy: false, dueAt: 0 }
      return new Promise<void>((done, fail) => {
        let buffer: Buffer = Buffer.alloc(0)
        const end = (): void => {
          lane.socket.end()
          done()
        }
        const go = (): void => {
          const request = next()
          if (!request) return end()
          const dueAt = perSecond ? started + (sent++ / perSecond) * 1000 : performance.now()
          const write = (): void => {
            lane.dueAt = dueAt
            lane.socket.write(request)
          }
          const waitMs = dueAt - performance.now()
          if (waitMs > 1) setTimeout(write, waitMs)
          else write()
        }
        lane.socket.on('connect', go)
        lane.socket.on('error', fail)
        lane.socket.on('data', (chunk: Buffer) => {
          buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk])
          if (!isComplete(buffer)) return
          if (buffer.toString('latin1', 9, 12) === '200') accepted += 1
          else refused += 1
          latencies.push(performance.now() - lane.dueAt)
          buffer = Buffer.alloc(0)
          go()
        })
      })
    }),
  )
  const seconds = (performance.now() - started) / 1000
  return { accepted, refused, seconds, latenciesMs: Float64Array.from(latencies.slice(leadIn)).toSorted() }
}

export function quantile(sorted: Float64Array, q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
