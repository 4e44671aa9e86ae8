import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Keeps at most this many connections without a complete request: a further one closes the oldest. Otherwise, one sender could
 * open as many connections as the server takes and keep all others out.
 */
export function limitUnfinishedConnections(http: Server, limit: number): void {
  const unfinished = new Set<Socket>()

  function add(socket: Socket): void {
    unfinished.delete(socket)
    unfinished.add(socket)
    const [oldest] = unfinished
    if (unfinished.size > limit) oldest?.destroy()
  }

  http.on('connection', (socket: Socket) => {
    socket.once('close', () => unfinished.delete(socket))
    add(socket)
  })
  http.on('request', (request, response) => {
    const { socket } = request
    let isAnswered = false
    // A request that was answered before its body was read ends later than its answer.
    request.once('end', () => isAnswered || unfinished.delete(socket))
    response.once('close', () => {
      isAnswered = true
      if (!socket.destroyed) add(socket)
    })
  })
}
