import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { waitUntil } from '../tools/processes.ts'
import type { Entrance, EntranceRun } from './entrance.ts'
import { createEndingFrames, createFrames } from './socket-frame-cases.ts'
import { passOn, startUpstreamProxy } from './upstream-proxy.ts'
import { encodeFrame, OPCODES, startFrameServer, type FrameServer } from './web-socket-frames.ts'

/** A frame against the protocol ends the connection, and the next one comes only after a pause. */
const ENDING_EVERY = 50
/** `ENDING_EVERY` is a multiple: a frame that ends the connection is the last of its batch. */
const BATCH = 25
/** Noise may be the start of a frame that never ends; the app then closes the connection, or waits for the rest. */
const ENDED_WITHIN_MS = 2000
const CONNECTED_WITHIN_MS = 90_000
const PONG_WITHIN_MS = 30_000
const SENTINEL_EVERY = 500

interface HostileSocket {
  server: FrameServer
  /** Called for each pong and for each acknowledgement with its text. */
  onAnswer: Set<(kind: 'pong' | 'text', text: string) => void>
}

const HELLO = { type: 'hello', num_connections: 1, connection_info: { app_id: 'A' }, debug_info: { host: 'fuzz' } }

async function startHostileSocket(): Promise<HostileSocket> {
  const hostile: HostileSocket = {
    onAnswer: new Set(),
    server: await startFrameServer(
      (socket, { opcode, payload }) => {
        // As Slack does: without its answers the app would take the connection for dead after seven seconds.
        if (opcode === OPCODES.ping) return void socket.write(encodeFrame(payload, { opcode: OPCODES.pong }))
        if (opcode === OPCODES.close) return void socket.end(encodeFrame(payload, { opcode: OPCODES.close }))
        if (opcode !== OPCODES.pong && opcode !== OPCODES.text) return
        for (const listen of hostile.onAnswer)
          listen(opcode === OPCODES.pong ? 'pong' : 'text', payload.toString('utf8'))
      },
      (socket) => void socket.write(encodeFrame(Buffer.from(JSON.stringify(HELLO)))),
    ),
  }
  return hostile
}

async function waitForAnswer(
  hostile: HostileSocket,
  kind: 'pong' | 'text',
  part: string,
  send: () => void,
): Promise<boolean> {
  const answered = Promise.withResolvers<boolean>()
  const listen = (given: 'pong' | 'text', text: string): void => {
    if (given === kind && text.includes(part)) answered.resolve(true)
  }
  hostile.onAnswer.add(listen)
  const timer = setTimeout(() => answered.resolve(false), PONG_WITHIN_MS)
  send()
  const isAnswered = await answered.promise
  clearTimeout(timer)
  hostile.onAnswer.delete(listen)
  return isAnswered
}

/** The newest connection; waits for the app to open one. */
async function findConnection(run: EntranceRun, hostile: HostileSocket): Promise<Duplex> {
  await waitUntil(
    'the next connection',
    async () => run.app.hasEnded() || hostile.server.connections.length > 0,
    CONNECTED_WITHIN_MS,
  )
  await run.app.ensureRunning([])
  await waitUntil('the next connection', async () => hostile.server.connections.length > 0, CONNECTED_WITHIN_MS)
  const connection = hostile.server.connections.at(-1)
  return connection ?? findConnection(run, hostile)
}

/** A command over the socket must be acknowledged. */
async function checkSocketCommand(run: EntranceRun, hostile: HostileSocket): Promise<void> {
  const sample = run.samples.slack.find(({ name }) => name === '/docs help')
  const id = randomUUID()
  const payload = { ...sample?.payload, trigger_id: id }
  const envelope = { envelope_id: id, type: 'slash_commands', payload, accepts_response_payload: true }
  const connection = await findConnection(run, hostile)
  const isAcknowledged = await waitForAnswer(hostile, 'text', id, () => {
    connection.write(encodeFrame(Buffer.from(JSON.stringify(envelope))))
  })
  if (isAcknowledged) run.observations.servedSentinels += 1
  else run.observations.failedSentinels.push('a command over the socket was not acknowledged')
}

/** Whether the app answers a ping that follows everything that was sent on this connection. */
async function isReadToTheEnd(hostile: HostileSocket, connection: Duplex, mark: string): Promise<boolean> {
  const ping = encodeFrame(Buffer.from(mark), { opcode: OPCODES.ping })
  return waitForAnswer(hostile, 'pong', mark, () => void connection.write(ping))
}

/** Waits until the app has given the connection up, and closes it otherwise: nothing more is sent where nobody reads. */
async function endConnection(hostile: HostileSocket, connection: Duplex): Promise<void> {
  const isGone = async (): Promise<boolean> => !hostile.server.connections.includes(connection)
  await waitUntil('the end of the connection', isGone, ENDED_WITHIN_MS).catch(() => {})
  connection.destroy()
  await waitUntil('the end of the connection', isGone, CONNECTED_WITHIN_MS)
}

async function sendBatch(run: EntranceRun, hostile: HostileSocket, batch: number[]): Promise<void> {
  const startedAt = performance.now()
  const sent: { index: number; label: string }[] = []
  const connection = await findConnection(run, hostile)
  let isServed = true
  for (const index of batch) {
    const prng = run.prngOf(index)
    const isEnding = index % ENDING_EVERY === ENDING_EVERY - 1
    if (isEnding) isServed = await isReadToTheEnd(hostile, connection, `p${index}`)
    const { bytes, label } = isEnding ? createEndingFrames(prng) : createFrames(run, prng, index)
    connection.write(bytes)
    sent.push({ index, label })
    if (isEnding) await endConnection(hostile, connection)
    else if (index === batch.at(-1)) isServed = await isReadToTheEnd(hostile, connection, `p${index}`)
  }
  const hasEnded = run.app.hasEnded()
  // On a busy machine the app may miss the answer to its own ping, and opens another connection.
  const isClosed = !hostile.server.connections.includes(connection)
  await run.app.ensureRunning(batch)
  for (const one of sent)
    run.report({
      ...one,
      statuses: [],
      hasRetryAfter: false,
      end: isServed || hasEnded ? 'answered' : isClosed ? 'closed' : 'late',
      ms: performance.now() - startedAt,
      mustBeRefused: false,
      mustBeAnswered: false,
    })
}

async function sendFrames(run: EntranceRun, hostile: HostileSocket): Promise<void> {
  for (let from = 0; from < run.indexes.length; from += BATCH) {
    await sendBatch(run, hostile, run.indexes.slice(from, from + BATCH))
    if (from % SENTINEL_EVERY !== 0) continue
    await checkSocketCommand(run, hostile)
    await run.checkSentinels()
    run.onProgress(`${from} cases`)
  }
  await checkSocketCommand(run, hostile)
}

/** The entrance by a socket to Slack. */
export const socketFrames: Entrance = {
  name: 'socket-frames',
  isForged: false,
  hasOwnApp: true,
  async open(sandbox) {
    const hostile = await startHostileSocket()
    const proxy = await startUpstreamProxy(sandbox.env, async (call, response) => {
      if (!call.path.endsWith('/apps.connections.open')) return passOn(response, await call.forward())
      const url = `${hostile.server.url}/link/?ticket=${randomUUID()}&app_id=A`
      const body = Buffer.from(JSON.stringify({ ok: true, url }))
      passOn(response, { status: 200, headers: { 'content-type': 'application/json' }, body })
    })
    const { SLACK_API_URL = '' } = proxy.env
    return {
      env: { SLACK_API_URL, SLACK_APP_TOKEN: sandbox.env['SANDBOX_SOCKET_TOKEN'] ?? '' },
      send: (run) => sendFrames(run, hostile),
      close() {
        proxy.close()
        hostile.server.close()
      },
    }
  },
}
