import type { SandboxClient } from '../tools/sandbox-client.ts'
import { isFields, type Fields } from '../tools/sandbox-types.ts'
import { cardState, hasEnded, isFinal, isJobCard, isReplyCard } from './card-parser.ts'

/** One event on its way to the app: when it was first tried, and when the app first said that it has it. */
export interface Heard {
  firstTriedAt: number
  acceptedAt: number | undefined
}

/** A post that stands in Slack, with what it says since its last edit. */
export interface Posted {
  channel: string
  ts: string
  threadTs: string | undefined
  opId: string
  words: string
  /** An edit took a final state back. */
  fellBack: boolean
  /** How often it came to an end; work in between makes the same end another one. */
  ends: number
}

/** What went over the wire, as the simulators tell it while it happens. */
export interface Witness {
  /** By `<channel>:<ts>` of the message. */
  messages: Map<string, Heard>
  /** By the id of the mailbox's event. */
  mails: Map<string, Heard>
  /** By `<channel>:<ts>`, in the order in which they came. */
  posts: Map<string, Posted>
  counts: {
    calls: number
    faults: Map<string, number>
    posts: number
    edits: number
    /** Requests to the agent after which the app cannot know whether they were heard. */
    unanswered: { creates: number; follows: number }
  }
  close(): void
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const isOverFor = (card: { opId: string }, words: string): boolean =>
  isJobCard(card) ? isFinal(cardState(words)) || cardState(words) === 'withdrawn' : isReplyCard(card) && hasEnded(words)

function parsed(body: unknown): Fields {
  try {
    const value: unknown = JSON.parse(text(body))
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}

async function* happenings(url: string, signal: AbortSignal): AsyncGenerator<Fields> {
  const answer = await fetch(url, { signal })
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of answer.body ?? []) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) yield parsed(line.slice(6))
  }
}

function watch({ eventsUrl }: SandboxClient) {
  const messages = new Map<string, Heard>()
  const mails = new Map<string, Heard>()
  const posts = new Map<string, Posted>()
  const counts: Witness['counts'] = {
    calls: 0,
    faults: new Map(),
    posts: 0,
    edits: 0,
    unanswered: { creates: 0, follows: 0 },
  }
  const closing = new AbortController()

  function heard(list: Map<string, Heard>, key: string, exchange: Fields): void {
    const at = Number(exchange['at'])
    const status = Number(exchange['status'])
    const acceptedAt = status >= 200 && status < 300 ? at + Number(exchange['ms']) : Infinity
    const known = list.get(key)
    const first = Math.min(known?.acceptedAt ?? Infinity, acceptedAt)
    list.set(key, {
      firstTriedAt: Math.min(known?.firstTriedAt ?? Infinity, at),
      acceptedAt: Number.isFinite(first) ? first : undefined,
    })
  }

  function toApp(exchange: Fields): void {
    const body = parsed(exchange['requestBody'])
    const { event } = body
    if (exchange['system'] === 'mail') heard(mails, text(body['event_id']), exchange)
    else if (isFields(event) && (event['type'] === 'message' || event['type'] === 'app_mention'))
      heard(messages, `${text(event['channel'])}:${text(event['ts'])}`, exchange)
  }

  function unanswered(method: string, path: string): void {
    if (method !== 'POST') return
    if (path.endsWith('/job')) counts.unanswered.creates += 1
    if (path.endsWith('/message')) counts.unanswered.follows += 1
  }

  /** Of a refusal the status line says enough, however little of it arrives. */
  const isUnclear = (fault: unknown, status: number): boolean =>
    fault === 'accept-then-drop' || (fault === 'truncate' && (status < 400 || status >= 500)) || status >= 500

  function fromApp(exchange: Fields): void {
    counts.calls += 1
    const path = text(exchange['path'])
    if (exchange['system'] === 'agent' && isUnclear(exchange['fault'], Number(exchange['status'])))
      unanswered(text(exchange['method']), path)
    if (path !== '/chat.postMessage' && path !== '/chat.update') return
    const body = parsed(exchange['responseBody'])
    const { message } = body
    if (body['ok'] !== true || !isFields(message)) return
    const key = `${text(body['channel'])}:${text(body['ts'])}`
    const known = posts.get(key)
    const words = JSON.stringify([message['text'], message['blocks']])
    if (path === '/chat.update') {
      counts.edits += 1
      if (!known) return
      const [wasOver, isOver] = [isOverFor(known, known.words), isOverFor(known, words)]
      known.fellBack ||= wasOver && !isOver
      if (isOver && !wasOver) known.ends += 1
      known.words = words
      return
    }
    counts.posts += 1
    const form = new URLSearchParams(text(exchange['requestBody']))
    const payload = parsed(form.get('metadata'))['event_payload']
    const opId = isFields(payload) ? text(payload['op_id']) : ''
    posts.set(key, {
      channel: text(body['channel']),
      ts: text(body['ts']),
      threadTs: form.get('thread_ts') ?? undefined,
      opId,
      words,
      fellBack: false,
      ends: isOverFor({ opId }, words) ? 1 : 0,
    })
  }

  function hear(happening: Fields): void {
    const { type, exchange } = happening
    if (type === 'fault' && happening['target'] !== 'events') {
      const mode = text(happening['mode'])
      counts.faults.set(mode, (counts.faults.get(mode) ?? 0) + 1)
      // Nothing of these stands on the wire desk.
      if (mode === 'reset' || mode === 'hang') {
        counts.calls += 1
        if (happening['target'] === 'agent') unanswered(text(happening['method']), text(happening['path']))
      }
    }
    if (type !== 'wire' || !isFields(exchange)) return
    if (exchange['direction'] === 'to-app') toApp(exchange)
    else fromApp(exchange)
  }

  async function listen(): Promise<void> {
    for await (const happening of happenings(eventsUrl, closing.signal)) hear(happening)
  }

  const witness: Witness = { messages, mails, posts, counts, close: () => closing.abort() }
  return { witness, listen }
}

/** Follows the simulators from now on; what they do not tell any more ends the run. */
export function witness(sandbox: SandboxClient): Witness {
  const { witness: seen, listen } = watch(sandbox)
  listen().catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
  })
  return seen
}
