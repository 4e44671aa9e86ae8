import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

const ACCEPT_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

export const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** Writes a frame as a server does, unmasked, but with any opcode and any bits. */
export function encodeFrame(
  payload: Buffer,
  {
    opcode = OPCODES.text,
    isFinal = true,
    reserved = 0,
  }: { opcode?: number; isFinal?: boolean; reserved?: number } = {},
): Buffer {
  const first = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode
  const { length } = payload
  if (length < 126) return Buffer.concat([Buffer.from([first, length]), payload])
  const head = Buffer.alloc(length < 65_536 ? 4 : 10)
  head[0] = first
  head[1] = length < 65_536 ? 126 : 127
  if (length < 65_536) head.writeUInt16BE(length, 2)
  else head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, payload])
}

/** Reads the frames of a client, which are masked; returns what is complete and the rest. */
export function decodeFrames(bytes: Buffer): { frames: { opcode: number; payload: Buffer }[]; rest: Buffer } {
  const frames: { opcode: number; payload: Buffer }[] = []
  let rest = bytes
  for (;;) {
    if (rest.length < 2) return { frames, rest }
    const short = (rest[1] ?? 0) & 0x7f
    const extra = short === 126 ? 2 : short === 127 ? 8 : 0
    const start = 2 + extra + 4
    if (rest.length < start) return { frames, rest }
    const length = extra === 2 ? rest.readUInt16BE(2) : extra === 8 ? Number(rest.readBigUInt64BE(2)) : short
    if (rest.length < start + length) return { frames, rest }
    const mask = rest.subarray(start - 4, start)
    const payload = Buffer.from(rest.subarray(start, start + length).map((byte, at) => byte ^ (mask[at % 4] ?? 0)))
    frames.push({ opcode: (rest[0] ?? 0) & 0xf, payload })
    rest = rest.subarray(start + length)
  }
}

export interface FrameServer {
  url: string
  /** The open connections, newest last. */
  connections: Duplex[]
  close(): void
}

/** A server that accepts WebSockets and leaves every byte after the handshake to the caller. */
export async function startFrameServer(
  onFrame: (socket: Duplex, frame: { opcode: number; payload: Buffer }) => void,
  onOpen: (socket: Duplex) => void,
): Promise<FrameServer> {
  const connections: Duplex[] = []
  const server = createServer((_request, response) => response.writeHead(404).end())
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const key = request.headers['sec-websocket-key'] ?? ''
    const accept = createHash('sha1').update(`${key}${ACCEPT_SUFFIX}`).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    )
    connections.push(socket)
    let rest: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      const decoded = decodeFrames(Buffer.concat([rest, chunk]))
      rest = decoded.rest
      for (const frame of decoded.frames) onFrame(socket, frame)
    })
    socket.on('error', () => socket.destroy())
    socket.on('end', () => socket.end())
    socket.on('close', () => void connections.splice(connections.indexOf(socket), 1))
    onOpen(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    connections,
    close() {
      for (const socket of connections) socket.destroy()
      server.close()
    },
  }
}
