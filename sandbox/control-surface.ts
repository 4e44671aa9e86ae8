import type { Resets } from './fresh-start.ts'
import {
  controlRoute,
  ControlError,
  requiredText,
  optionalNumber,
  optionalChoice,
  optionalText,
  type JsonObject,
} from './server/control-routes.ts'
import type { AppState, ControlEvent, Fault } from './control-types.ts'
import type { Route } from './server/http-types.ts'
import type { SandboxServer } from './server/sandbox-server.ts'
import { PROCESS_ACTIONS, type AppProcess } from './app-process.ts'

const HEARTBEAT_MS = 15_000

function readFault(fields: JsonObject): Fault {
  const wanted: Fault = {
    target: requiredText(fields, 'target') as Fault['target'],
    mode: requiredText(fields, 'mode') as Fault['mode'],
  }
  const strings = { match: optionalText(fields, 'match'), error: optionalText(fields, 'error') }
  const numbers = Object.fromEntries(
    (['status', 'retryAfterS', 'delayMs', 'times', 'probability', 'seed'] as const).map((name) => [
      name,
      optionalNumber(fields, name),
    ]),
  )
  const given = Object.entries({ ...strings, ...numbers }).filter(([, value]) => value !== undefined)
  const status = numbers['status']
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599))
    throw new ControlError('status is an HTTP status, 200 to 599')
  return { ...wanted, ...Object.fromEntries(given) }
}

/** Streams everything that happens to the page as server-sent events. Comments keep the connection alive. */
function streamEvents(server: SandboxServer): void {
  server.intercept('/control/events', (request, response) => {
    if (request.method !== 'GET') return false
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(': open\n\n')
    const stop = server.onEvent((event: ControlEvent) => response.write(`data: ${JSON.stringify(event)}\n\n`))
    const heart = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS)
    response.on('close', () => {
      clearInterval(heart)
      stop()
    })
    return true
  })
}

/**
 * Mounts the control surface: faults, clock, reset, the app's process and the routes of each simulator.
 * `resets.withStory` is the reset that plays the opening story, and after `resets.asUsual` jobs and mail move by themselves.
 */
export function mountControlSurface(
  server: SandboxServer,
  app: AppProcess | undefined,
  simulators: Route[],
  resets: Resets,
): void {
  streamEvents(server)
  const emitFaults = (): void =>
    server.emit({ type: 'weather', faults: server.faults.list(), scale: server.clock.scale })
  const routes: Route[] = [
    controlRoute('GET', '/faults', () => server.faults.list()),
    controlRoute('POST', '/faults', (fields) => {
      try {
        const added = server.faults.add(readFault(fields))
        emitFaults()
        return added
      } catch (error) {
        throw new ControlError(error instanceof Error ? error.message : String(error))
      }
    }),
    controlRoute('DELETE', '/faults', () => {
      server.faults.remove()
      emitFaults()
    }),
    controlRoute('DELETE', '/faults/:id', (_fields, { id }) => {
      if (!server.faults.remove(id))
        throw new ControlError(`there is no fault ${id}; GET /control/faults lists them`, 404)
      emitFaults()
    }),
    controlRoute('GET', '/clock', () => ({ scale: server.clock.scale, elapsedMs: server.clock.elapsed() })),
    controlRoute('POST', '/clock', (fields) => {
      const scale = optionalNumber(fields, 'scale')
      if (!scale) throw new ControlError('scale is a number above 0')
      server.clock.setScale(scale)
      emitFaults()
      return { scale: server.clock.scale }
    }),
    controlRoute('POST', '/reset', ({ story, usual }) => {
      if (story === true) return resets.withStory()
      return usual === true ? resets.asUsual() : server.reset()
    }),
    controlRoute('GET', '/wire', () => server.exchanges),
    controlRoute('GET', '/app', (): AppState => app?.state() ?? { state: 'by hand' }),
    controlRoute('POST', '/app', async (fields) => {
      const action = optionalChoice(fields, 'action', PROCESS_ACTIONS)
      if (!action) throw new ControlError(`action is one of ${PROCESS_ACTIONS.join(', ')}`)
      if (!app) throw new ControlError('the app was started by hand (--no-app); stop it where it runs', 409)
      await app[action]()
      return app.state()
    }),
    ...simulators,
  ]
  server.mount('/control', {
    unrecorded: true,
    routes,
    notFound: (call) => ({
      status: 404,
      body: {
        error: `${call.method} /control${call.path} is no control call`,
        calls: routes.map(({ method, pattern }) => `${method} /control${pattern}`),
      },
    }),
  })
}
