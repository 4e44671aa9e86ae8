import { SlackError } from '../api/slack-errors.ts'
import type { Methods } from '../api/api-method.ts'

/** Opens Socket Mode: a one-time address for a WebSocket. */
export const connect: Methods = {
  'apps.connections.open': {
    rate: { perMinute: 20 },
    token: 'app',
    run({ world, app }) {
      if (world.sockets.connections(app.id) >= 10) throw new SlackError('too_many_websockets')
      return { url: world.sockets.ticket(app.id, new URL(world.base()).host) }
    },
  },
}
