import { control, ControlError, needed, number, oneOf, text, type Fields } from './server/control-routes.ts'
import type { Fault, Mode, Target } from './server/fault-injection.ts'
import type { Route } from './server/http-types.ts'
import type { Happening, Host } from './server/sandbox-server.ts'
import { ACTIONS, type AppProcess } from './app-process.ts'

const HEARTBEAT_MS = 15_000

function fault(fields: Fields): Omit<Fault, 'id'> {
  const wanted: Omit<Fault, 'id'> = { target: needed(fields, 'target') as Target, mode: needed(fields, 'mode') as Mode }
  const strings = { match: text(fields, 'match'), error: text(fields, 'error') }
  const numbers = Object.fromEntries(
    (['status', 'retryAfterS', 'delayMs', 'times', 'probability', 'seed'] as const).map((name) => [
      name,
      number(fields, name),
    ]),
  )
  const given = Object.entries({ ...strings, ...numbers }).filter(([, value]) => value !== undefined)
  const status = numbers['status']
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599))
    throw new ControlError('status is an HTTP status, 200 to 599')
  return { ...wanted, ...Object.fromEntries(given) }
}

/** Server-sent events of everything that happens, for the page; a comment now and then keeps the connection alive. */
function stream(host: Host): void {
  host.raw('/control/events', (request, response) => {
    if (request.method !== 'GET') return false
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(': open\n\n')
    const stop = host.onHappening((happening: Happening) => response.write(`data: ${JSON.stringify(happening)}\n\n`))
    const heart = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS)
    response.on('close', () => {
      clearInterval(heart)
      stop()
    })
    return true
  })
}

/** The control surface: weather, clock, reset, the app's process, and what each simulator adds. */
export function controlSurface(host: Host, app: AppProcess | undefined, simulators: Route[]): void {
  stream(host)
  const weather = (): void => host.tell({ type: 'weather', faults: host.faults.list(), scale: host.clock.scale })
  const routes: Route[] = [
    control('GET', '/faults', () => host.faults.list()),
    control('POST', '/faults', (fields) => {
      try {
        const added = host.faults.add(fault(fields))
        weather()
        return added
      } catch (error) {
        throw new ControlError(error instanceof Error ? error.message : String(error))
      }
    }),
    control('DELETE', '/faults', () => {
      host.faults.remove()
      weather()
    }),
    control('DELETE', '/faults/:id', (_fields, { id }) => {
      if (!host.faults.remove(id))
        throw new ControlError(`there is no fault ${id}; GET /control/faults lists them`, 404)
      weather()
    }),
    control('GET', '/clock', () => ({ scale: host.clock.scale, elapsedMs: host.clock.elapsed() })),
    control('POST', '/clock', (fields) => {
      const scale = number(fields, 'scale')
      if (!scale) throw new ControlError('scale is a number above 0')
      host.clock.setScale(scale)
      weather()
      return { scale: host.clock.scale }
    }),
    control('POST', '/reset', () => host.reset()),
    control('GET', '/wire', () => host.exchanges),
    control('GET', '/app', () => app?.state() ?? { state: 'by hand' }),
    control('POST', '/app', async (fields) => {
      const action = oneOf(fields, 'action', ACTIONS)
      if (!action) throw new ControlError(`action is one of ${ACTIONS.join(', ')}`)
      if (!app) throw new ControlError('the app was started by hand (--no-app); stop it where it runs', 409)
      await app[action]()
      return app.state()
    }),
    ...simulators,
  ]
  host.mount('/control', {
    quiet: true,
    routes,
    unknown: (call) => ({
      status: 404,
      body: {
        error: `${call.method} /control${call.path} is no control call`,
        calls: routes.map(({ method, pattern }) => `${method} /control${pattern}`),
      },
    }),
  })
}
