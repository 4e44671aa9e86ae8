import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

/** Below the ephemeral range, of which the system may give a port to an outgoing connection at any moment. */
const PORTS = { first: 20_000, last: 32_000 }

/** Listens on a port; undefined if it is taken. */
async function listen(port: number, host: string): Promise<Server | undefined> {
  const server = createServer()
  return new Promise((done) => {
    server.once('error', () => done(undefined))
    server.listen(port, host, () => done(server))
  })
}

/**
 * Reserves a free port for the app, which keeps it over restarts. The port above it is held until the release, or until this process ends: no other
 * sandbox takes the pair while the app does not listen yet, or is stopped.
 */
export async function reservePort(host: string): Promise<{ port: number; release: () => void }> {
  for (;;) {
    const port = randomInt(PORTS.first / 2, PORTS.last / 2) * 2
    const above = await listen(port + 1, host)
    if (!above) continue
    above.unref()
    const release = () => void above.close()
    const free = await listen(port, host)
    if (free) {
      await new Promise((done) => free.close(done))
      return { port, release }
    }
    release()
  }
}
