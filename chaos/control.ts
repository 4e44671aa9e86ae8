export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** The shapes of sandbox-contract.md, as far as they are read here. */
export interface Message extends Fields {
  ts: string
  thread_ts?: string
  bot_id?: string
  text: string
  reply_count?: number
  ephemeral_for?: string
  metadata?: { event_payload?: { op_id?: string } }
}

export interface View extends Fields {
  id: string
  type: string
  callback_id: string
}

export interface AgentJob {
  id: string
  status: 'active' | 'completed' | 'failed' | 'archived'
  prompt: string
  prLink: string | null
  followUps: { prompt: string }[]
}

export interface SentMail {
  message_id: string
  thread_id: string
  text: string | null
  events: { event: string }[]
}

export interface Delivery {
  event_id: string
  event_type: string
  attempts: { at: number; status: number }[]
}

/** The answer to a person's act; `status` 0: none came in time. */
export interface Acted {
  status: number
  response_action?: string
  errors?: Fields
}

export interface Control {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: Fields): Promise<T>
  /** Undefined when the sandbox says that this cannot be done now (a card that is gone, a form that is closed). */
  try<T>(path: string, body: Fields): Promise<T | undefined>
  fair(): Promise<void>
}

/** The person's side of the sandbox. */
export function control(base: string): Control {
  async function ask(method: string, path: string, body?: Fields): Promise<{ status: number; value: unknown }> {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, value: text ? JSON.parse(text) : {} }
  }

  async function sure<T>(method: string, path: string, body?: Fields): Promise<T> {
    const { status, value } = await ask(method, path, body)
    if (status >= 400) throw new Error(`${method} /control${path} answered ${status}: ${JSON.stringify(value)}`)
    return value as T
  }

  return {
    get: (path) => sure('GET', path),
    post: (path, body) => sure('POST', path, body),
    async try<T>(path: string, body: Fields): Promise<T | undefined> {
      const { status, value } = await ask('POST', path, body)
      if (status >= 500) throw new Error(`POST /control${path} answered ${status}: ${JSON.stringify(value)}`)
      return status >= 400 ? undefined : (value as T)
    },
    fair: () => sure('DELETE', '/faults'),
  }
}
