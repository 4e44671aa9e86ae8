import type {
  ActionAnswer,
  ActiveFault,
  AgentJob,
  Channel,
  Delivery,
  Exchange,
  Fault,
  Fields,
  InjectedFault,
  InstalledApp,
  Message,
  SentMail,
  SlackCall,
  SuggestedOption,
  User,
  UserGroup,
  View,
} from '../sandbox/control-types.ts'

export interface JsonAnswer<T> {
  status: number
  headers: Headers
  body: T
}

/** Sends one JSON request; an answer without a body counts as an empty object. */
export async function requestJson<T = Fields>(
  url: string,
  { method = 'GET', body, headers }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<JsonAnswer<T>> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : {}) as T }
}

/** The control surface refused a call, or broke down over it. */
export class SandboxError extends Error {
  readonly status: number

  constructor(call: string, status: number, body: unknown) {
    super(`${call} answered ${status}: ${JSON.stringify(body)}`)
    this.status = status
  }
}

/** Resolves to undefined when the sandbox refuses (4xx): the card is gone, the form is closed. Other failures are thrown. */
export async function ifPossible<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action
  } catch (error) {
    if (error instanceof SandboxError && error.status < 500) return undefined
    throw error
  }
}

/** The sandbox closes a connection that is idle for five seconds, and on a busy machine the next request may meet that. */
const NOT_KEPT = { connection: 'close' }

/** The message or the view that an action is about. */
type Surface = { channel: string; message_ts: string } | { view_id: string }

/** `late` sends what a person did just before they were deactivated. */
export interface Lateness {
  late?: boolean
}

/** A call that must succeed. */
type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>

const slackControl = (call: Call, control: string) => ({
  app: () => call<InstalledApp>('GET', '/slack/app'),
  users: () => call<User[]>('GET', '/slack/users'),
  channels: () => call<Channel[]>('GET', '/slack/channels'),
  /** The messages of a channel, or of one thread in it with its head. */
  messages: (channel: string, thread?: string) =>
    call<Message[]>('GET', `/slack/messages?channel=${channel}${thread ? `&thread_ts=${thread}` : ''}`),
  views: (user: string) => call<View[]>('GET', `/slack/views?user=${user}`),
  calls: (method?: string) => call<SlackCall[]>('GET', `/slack/calls${method ? `?method=${method}` : ''}`),
  /** The bytes of a file in the workspace. */
  async readFile(id: string): Promise<Buffer> {
    const answer = await fetch(`${control}/slack/files/${id}`, { headers: NOT_KEPT })
    if (!answer.ok) throw new SandboxError(`GET /control/slack/files/${id}`, answer.status, await answer.text())
    return Buffer.from(await answer.arrayBuffer())
  },
  sendMessage: (message: { user: string; channel: string; text: string; thread_ts?: string } & Fields) =>
    call<{ ts: string }>('POST', '/slack/message', message),
  /** Replaces the text of a message; without a text it deletes the message. */
  editMessage: (edit: { channel: string; ts: string; text?: string }) => call('POST', '/slack/edit', edit),
  sendCommand: (command: { user: string; channel: string; command: string; text: string } & Lateness) =>
    call<ActionAnswer>('POST', '/slack/command', command),
  useShortcut: (shortcut: { user: string; callback_id: string; channel?: string; message_ts?: string } & Lateness) =>
    call<ActionAnswer>('POST', '/slack/shortcut', shortcut),
  click: (
    click: { user: string; action_id: string; block_id?: string; value?: unknown; values?: Fields } & Surface &
      Lateness,
  ) => call<ActionAnswer>('POST', '/slack/click', click),
  /** Types into a menu whose options come from the app. */
  suggest: (menu: { user: string; action_id: string; block_id?: string; value: string } & Surface) =>
    call<ActionAnswer & { options: SuggestedOption[] }>('POST', '/slack/suggest', menu),
  submitView: (submission: { user: string; view_id: string; values: Fields } & Lateness) =>
    call<ActionAnswer>('POST', '/slack/submit', submission),
  /** Closes a form; an app that asked for it learns what was entered. */
  closeView: (user: string, viewId: string, values: Fields = {}) =>
    call<ActionAnswer>('POST', '/slack/close', { user, view_id: viewId, values }),
  openHome: (user: string) => call<ActionAnswer>('POST', '/slack/home', { user }),
  addReaction: (reaction: { user: string; channel: string; ts: string; name: string }) =>
    call<ActionAnswer>('POST', '/slack/react', reaction),
  groups: () => call<UserGroup[]>('GET', '/slack/groups'),
  /** Creates a user group, or changes, disables or enables the one whose id or handle is `group`. */
  changeGroup: (
    action: 'create' | 'update' | 'members' | 'disable' | 'enable',
    change: { group?: string; name?: string; handle?: string; description?: string; users?: string[]; user?: string },
  ) => call<UserGroup>('POST', '/slack/group', { action, ...change }),
  /** Changes what a person's profile says, as they or an admin would. */
  changePerson: (user: string, change: { locale?: string; tz?: string; real_name?: string; title?: string }) =>
    call('POST', '/slack/person', { user, ...change }),
  changeWorkspace: <T = Fields>(action: string, options: Fields = {}) =>
    call<T>('POST', '/slack/workspace', { action, ...options }),
  /** Sends an event to the app again; without an id the last one. */
  redeliver: (times: number, eventId?: string) =>
    call<Fields>('POST', '/slack/redeliver', { times, ...(eventId !== undefined && { event_id: eventId }) }),
  disconnectSockets: (reason: 'link_disabled' | 'refresh_requested') => call('POST', '/slack/socket', { reason }),
})

const agentControl = (call: Call) => ({
  jobs: () => call<AgentJob[]>('GET', '/agent/jobs'),
  changeJob: (id: string, change: Fields) => call<AgentJob>('POST', `/agent/jobs/${id}`, change),
  script: () => call<Fields>('GET', '/agent/script'),
  /** Sets how jobs end from now on, `afterMs` after their start or their last follow-up. */
  setScript: (outcome: string, afterMs = 0) => call('POST', '/agent/script', { outcome, afterMs }),
})

const mailControl = (call: Call) => ({
  sent: () => call<SentMail[]>('GET', '/mail/sent'),
  webhooks: () => call<Fields[]>('GET', '/mail/webhooks'),
  deliveries: () => call<Delivery[]>('GET', '/mail/deliveries'),
  /** A customer writes to an inbox. */
  receive: (mail: { inbox_id: string | undefined } & Fields) =>
    call<{ message_id: string; thread_id: string; event_id: string }>('POST', '/mail/inbound', mail),
  /** Sets the outcome of mails sent from now on. */
  setScript: (outcome: string, afterMs = 0) => call('POST', '/mail/script', { outcome, afterMs }),
  reportOutcome: (messageId: string, event: string, options: Fields = {}) =>
    call('POST', '/mail/outcome', { message_id: messageId, event, ...options }),
  sendEvent: (event: Fields) => call('POST', '/mail/event', event),
  redeliver: (eventId: string, times: number) => call('POST', '/mail/redeliver', { event_id: eventId, times }),
  changeAccount: (settings: Fields) => call('POST', '/mail/account', settings),
})

/**
 * The control surface of a running sandbox (docs/sandbox.md), one method for each of its calls that programs use. `beforeRequest` sees
 * each call, and refuses it by throwing.
 */
export function createSandboxClient(
  control: string,
  { beforeRequest }: { beforeRequest?: (method: string, path: string) => void } = {},
) {
  const request = async <T = Fields>(method: string, path: string, body?: unknown): Promise<JsonAnswer<T>> => {
    beforeRequest?.(method, path)
    return requestJson<T>(`${control}${path}`, { method, body, headers: NOT_KEPT })
  }
  const call: Call = async <T>(method: string, path: string, body?: unknown) => {
    const answer = await request<T>(method, path, body)
    if (answer.status >= 400) throw new SandboxError(`${method} /control${path}`, answer.status, answer.body)
    return answer.body
  }
  return {
    /** Any call, with the answer to it whatever its status is. */
    request,
    slack: slackControl(call, control),
    agent: agentControl(call),
    mail: mailControl(call),
    addFault: (fault: Fault) => call<InjectedFault>('POST', '/faults', fault),
    /** The active faults, each with the number of requests that it keeps without an answer. */
    faults: () => call<ActiveFault[]>('GET', '/faults'),
    clearFaults: () => call('DELETE', '/faults'),
    /** Makes the waits of the simulators this many times shorter. */
    setClock: (scale: number) => call('POST', '/clock', { scale }),
    controlApp: (action: 'start' | 'stop' | 'restart' | 'kill') => call('POST', '/app', { action }),
    /** All requests between the app and the simulators, oldest first. */
    exchanges: () => call<Exchange[]>('GET', '/wire'),
    /** Where the sandbox streams what happens as server-sent events. */
    eventsUrl: `${control}/events`,
  }
}

export type SandboxClient = ReturnType<typeof createSandboxClient>
