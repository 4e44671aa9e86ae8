import { SlackError } from '../api/slack-errors.ts'
import type { ApiMethods } from '../api/api-method.ts'

/** Opens Socket Mode: a one-time address for a WebSocket. */
export const socketMethods: ApiMethods = {
  'apps.connections.open': {
    rate: { perMinute: 20 },
    token: 'app',
    run({ workspace, app }) {
      if (workspace.sockets.connections(app.id) >= 10) throw new SlackError('too_many_websockets')
      return { url: workspace.sockets.ticket(app.id, new URL(workspace.baseUrl()).host) }
    },
  },
}
