import type { Entrance, EntranceRun } from './entrance.ts'
import type { Prng } from '../tools/prng.ts'
import { sendBytes, type WireRequest } from './send-bytes.ts'

/** A case of an entrance that speaks HTTP. */
export interface WireCase extends WireRequest {
  mustBeRefused: boolean
  label: string
}

const SENDERS = 12
const BATCH = 2000

/** Sends the cases, several at a time, and checks the good requests between batches. Held connections do not stop the others. */
async function sendCases(run: EntranceRun, create: (prng: Prng, index: number) => WireCase): Promise<void> {
  const { indexes, app, report, onProgress } = run
  const held = new Set<Promise<void>>()
  const underWay = new Set<number>()

  async function sendOne(index: number): Promise<void> {
    const { mustBeRefused, label, ...request } = create(run.prngOf(index), index)
    underWay.add(index)
    const sent = sendBytes(app.port, request).then(async (answer) => {
      // A forged request is refused before its body is read, and the reset of a connection that is not read to its end may overtake the answer.
      const mustBeAnswered = request.isComplete && !run.entrance.isForged
      report({ index, mustBeRefused, mustBeAnswered, label, ...answer })
      if (answer.end === 'refused' || answer.statuses.length === 0) await app.ensureRunning([...underWay])
      underWay.delete(index)
    })
    if (!request.isHeld) return sent
    const kept = sent.finally(() => held.delete(kept))
    held.add(kept)
  }

  for (let from = 0; from < indexes.length; from += BATCH) {
    const queue = indexes.slice(from, from + BATCH)
    const work = async (): Promise<void> => {
      for (let index = queue.shift(); index !== undefined; index = queue.shift()) await sendOne(index)
    }
    await Promise.all(Array.from({ length: SENDERS }, work))
    await app.ensureRunning([...underWay])
    await run.checkSentinels()
    onProgress(`${Math.min(from + BATCH, indexes.length)} cases`)
  }
  await Promise.all(held)
}

/** An entrance whose cases are requests on the app's port. */
export const createWireEntrance = (
  options: { name: string; isForged: boolean },
  create: (run: EntranceRun, prng: Prng, index: number) => WireCase,
): Entrance => ({
  ...options,
  hasOwnApp: false,
  open: async () => ({
    env: {},
    send: (run) => sendCases(run, (prng, index) => create(run, prng, index)),
    close: () => {},
  }),
})
