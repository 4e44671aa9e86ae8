import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/create-sandbox.ts'
import { createSandboxClient, type JsonAnswer, requestJson } from '../../tools/sandbox-client.ts'
import type { Fields } from '../../sandbox/control-types.ts'

export type { Fields } from '../../sandbox/control-types.ts'
export { until } from './until.ts'

export type SimulatorAnswer = JsonAnswer<Body>

/** The body of an answer, with the fields that tests pass on; a missing field shows where it is compared. */
interface Body extends Fields {
  id: string
  key: string
  code: string
  secret: string
  inbox_id: string
  pod_id: string
  webhook_id: string
  draft_id: string
  message_id: string
  thread_id: string
  event_id: string
  api_key: string
  api_key_id: string
  next_page_token: string
  download_url: string
}

/** Sends one JSON request to a simulator or to the app. */
export const requestSimulator = (url: string, request?: Parameters<typeof requestJson>[1]): Promise<SimulatorAnswer> =>
  requestJson<Body>(url, request)

/** The simulators without the app, with functions to call the control surface and each service. */
export async function startSimulators(options: Omit<SandboxOptions, 'app'> = {}) {
  const sandbox: Sandbox = await createSandbox({ empty: true, ...options, app: false })
  const client = createSandboxClient(sandbox.control)
  const control = (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') =>
    client.request<Body>(method, path, body)
  return {
    sandbox,
    control,
    /** A customer writes a mail; `fields` replace its defaults. */
    receiveMail: async (fields: Fields = {}) =>
      (
        await control('/mail/inbound', {
          inbox_id: sandbox.env['SANDBOX_INBOX'],
          from: 'Ann <ann@customer.test>',
          subject: 'Hi',
          text: 'Hello',
          ...fields,
        })
      ).body,
    agent: (method: string, path: string, body?: unknown, key = sandbox.env['AGENT_API_KEY']) =>
      requestSimulator(`${sandbox.agentApi}${path}`, { method, body, headers: { authorization: `Bearer ${key}` } }),
    mail: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      requestSimulator(`${sandbox.mailApi}${path}`, {
        method,
        body,
        headers: { authorization: `Bearer ${sandbox.env['MAIL_API_KEY']}`, ...headers },
      }),
    close: () => sandbox.close(),
  }
}
