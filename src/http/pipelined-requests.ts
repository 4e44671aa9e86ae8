import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Closes a connection on which more than `limit` requests wait for their answers. Clients send the next request after the answer; thousands
 * of requests that fit into a few packets would fill the memory with answers that nobody takes.
 */
export function limitPipelinedRequests(limit: number, listen: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    // Node still parses what it had read of a connection that was closed.
    if (socket.destroyed) return
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    if (count > limit) return void socket.destroy()
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    listen(request, response)
  }
}
