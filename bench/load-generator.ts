import { connect, type Socket } from 'node:net'

export interface LoadOptions {
  port: number
  connections: number
  /** The next complete request; undefined after the last one. */
  next(this: void): Buffer | undefined
  /** Requests per second over all connections; without it, each connection sends its next request after the answer. */
  perSecond?: number
  /** The number of requests at the beginning whose latency does not count. */
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

/** Whether the answer is complete; answers are short and have a content length. */
function isComplete(answer: Buffer): boolean {
  const head = answer.indexOf(HEAD_END)
  if (head < 0) return false
  const length = /content-length: *(\d+)/i.exec(answer.subarray(0, head).toString('latin1'))?.[1] ?? '0'
  return answer.length >= head + 4 + Number(length)
}

/** Sends prepared requests over kept-alive connections, with as little work in this process as possible. */
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
      const connection: Connection = {
        socket: connect({ port, host: '127.0.0.1', noDelay: true }),
        busy: false,
        dueAt: 0,
      }
      return new Promise<void>((done, fail) => {
        let buffer: Buffer = Buffer.alloc(0)
        const end = (): void => {
          connection.socket.end()
          done()
        }
        const go = (): void => {
          const request = next()
          if (!request) return end()
          const dueAt = perSecond ? started + (sent++ / perSecond) * 1000 : performance.now()
          const write = (): void => {
            connection.dueAt = dueAt
            connection.socket.write(request)
          }
          const waitMs = dueAt - performance.now()
          if (waitMs > 1) setTimeout(write, waitMs)
          else write()
        }
        connection.socket.on('connect', go)
        connection.socket.on('error', fail)
        connection.socket.on('data', (chunk: Buffer) => {
          buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk])
          if (!isComplete(buffer)) return
          if (buffer.toString('latin1', 9, 12) === '200') accepted += 1
          else refused += 1
          latencies.push(performance.now() - connection.dueAt)
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
