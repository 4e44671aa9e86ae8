import type { SandboxClient } from '../tools/sandbox-client.ts'
import type { Fields } from '../sandbox/control-types.ts'
import { isFields } from '../tools/fields.ts'
import { findMarkers, parseCardState, showsOutcome, isFinalState, isJobCard, isSendCard } from './card-parser.ts'

/** The delivery of one event: when it was first tried, and when the app first acknowledged it. */
export interface EventDelivery {
  /** The ids of the events; a mention comes as two. */
  ids: Set<string>
  firstTriedAt: number
  acceptedAt: number | undefined
}

/** A post in Slack, with its content since the last edit. */
export interface RecordedPost {
  channel: string
  ts: string
  threadTs: string | undefined
  opId: string
  content: string
  /** An edit replaced a final state by another state. */
  wasReopened: boolean
  /** How often it began to ask whether a job may be running. */
  questions: number
  /** How often it reached a final state; the same state counts again after work in between. */
  ends: number
}

/** The traffic between the app and the simulators, recorded while it happens. */
export interface History {
  /** By `<channel>:<ts>` of the message. */
  messages: Map<string, EventDelivery>
  /** By the id of the mailbox's event. */
  mails: Map<string, EventDelivery>
  /** By `<channel>:<ts>`, in the order of posting. */
  posts: Map<string, RecordedPost>
  /** The first content of each post, by its op_id, even if its answer could not be read. */
  firstMarkers: Map<string, string[]>
  counts: {
    calls: number
    faults: Map<string, number>
    posts: number
    edits: number
    /** Requests to the agent after which the app cannot know whether they arrived. */
    unanswered: { creates: number; followUps: number }
  }
  close(): void
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const showsEnd = (card: { opId: string }, words: string): boolean =>
  isJobCard(card)
    ? isFinalState(parseCardState(words)) || parseCardState(words) === 'withdrawn'
    : isSendCard({ ...card, content: words }) && showsOutcome(words)

const asksAboutJob = (card: { opId: string }, words: string): boolean =>
  isJobCard(card) && parseCardState(words) === 'unknown'

function parseFields(body: unknown): Fields {
  try {
    const value: unknown = JSON.parse(text(body))
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}

async function* readEvents(url: string, signal: AbortSignal): AsyncGenerator<Fields> {
  const answer = await fetch(url, { signal })
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of answer.body ?? []) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) yield parseFields(line.slice(6))
  }
}

function recordDelivery(deliveries: Map<string, EventDelivery>, key: string, id: string, exchange: Fields): void {
  const at = Number(exchange['at'])
  const status = Number(exchange['status'])
  const acceptedAt = status >= 200 && status < 300 ? at + Number(exchange['ms']) : Infinity
  const known = deliveries.get(key)
  const first = Math.min(known?.acceptedAt ?? Infinity, acceptedAt)
  deliveries.set(key, {
    ids: new Set([...(known?.ids ?? []), id]),
    firstTriedAt: Math.min(known?.firstTriedAt ?? Infinity, at),
    acceptedAt: Number.isFinite(first) ? first : undefined,
  })
}

function recordRequestToApp({ mails, messages }: History, exchange: Fields): void {
  const body = parseFields(exchange['requestBody'])
  const { event } = body
  const id = text(body['event_id'])
  if (exchange['system'] === 'mail') recordDelivery(mails, id, id, exchange)
  else if (isFields(event) && (event['type'] === 'message' || event['type'] === 'app_mention'))
    recordDelivery(messages, `${text(event['channel'])}:${text(event['ts'])}`, id, exchange)
}

function countUnanswered({ counts }: History, method: string, path: string): void {
  if (method !== 'POST') return
  if (path.endsWith('/job')) counts.unanswered.creates += 1
  if (path.endsWith('/message')) counts.unanswered.followUps += 1
}

/** Answers that are not the agent's own, or cannot be read; a 429 needs no more than its status. */
const UNREADABLE = new Set<unknown>(['truncate', 'html', 'wrong-types'])
const hasUnknownOutcome = (fault: unknown, status: number): boolean =>
  status >= 500 || fault === 'accept-then-drop' || (UNREADABLE.has(fault) && status !== 429)

function recordEdit({ posts, counts }: History, key: string, content: string): void {
  counts.edits += 1
  const known = posts.get(key)
  if (!known) return
  const [wasOver, isOver] = [showsEnd(known, known.content), showsEnd(known, content)]
  known.wasReopened ||= wasOver && !isOver
  if (isOver && !wasOver) known.ends += 1
  if (asksAboutJob(known, content) && !asksAboutJob(known, known.content)) known.questions += 1
  known.content = content
}

function readOpId(form: URLSearchParams): string {
  const payload = parseFields(form.get('metadata'))['event_payload']
  return isFields(payload) ? text(payload['op_id']) : ''
}

/** Reads the request, since a fault may have spoilt the answer to a post that was performed. */
function recordFirstMarkers({ firstMarkers }: History, form: URLSearchParams): void {
  const opId = readOpId(form)
  if (opId && !firstMarkers.has(opId)) firstMarkers.set(opId, findMarkers(`${form.get('text')} ${form.get('blocks')}`))
}

function recordPost({ posts, counts }: History, key: string, content: string, form: URLSearchParams): void {
  counts.posts += 1
  const opId = readOpId(form)
  const [channel = '', ts = ''] = key.split(':')
  posts.set(key, {
    channel,
    ts,
    threadTs: form.get('thread_ts') ?? undefined,
    opId,
    content,
    wasReopened: false,
    ends: showsEnd({ opId }, content) ? 1 : 0,
    questions: asksAboutJob({ opId }, content) ? 1 : 0,
  })
}

function recordCallFromApp(history: History, exchange: Fields): void {
  history.counts.calls += 1
  const path = text(exchange['path'])
  if (exchange['system'] === 'agent' && hasUnknownOutcome(exchange['fault'], Number(exchange['status'])))
    countUnanswered(history, text(exchange['method']), path)
  if (path !== '/chat.postMessage' && path !== '/chat.update') return
  const form = new URLSearchParams(text(exchange['requestBody']))
  if (path === '/chat.postMessage') recordFirstMarkers(history, form)
  const body = parseFields(exchange['responseBody'])
  const { message } = body
  if (body['ok'] !== true || !isFields(message)) return
  const key = `${text(body['channel'])}:${text(body['ts'])}`
  const content = JSON.stringify([message['text'], message['blocks']])
  if (path === '/chat.update') recordEdit(history, key, content)
  else recordPost(history, key, content, form)
}

function recordFault(history: History, fault: Fields): void {
  const { counts } = history
  const mode = text(fault['mode'])
  counts.faults.set(mode, (counts.faults.get(mode) ?? 0) + 1)
  // These requests are not reported as exchanges.
  if (mode !== 'reset' && mode !== 'hang') return
  counts.calls += 1
  if (fault['target'] === 'agent') countUnanswered(history, text(fault['method']), text(fault['path']))
}

function recordEvent(history: History, event: Fields): void {
  const { type, exchange } = event
  if (type === 'fault' && event['target'] !== 'events') recordFault(history, event)
  if (type !== 'wire' || !isFields(exchange)) return
  if (exchange['direction'] === 'to-app') recordRequestToApp(history, exchange)
  else recordCallFromApp(history, exchange)
}

function createHistory(closing: AbortController): History {
  return {
    messages: new Map(),
    mails: new Map(),
    posts: new Map(),
    firstMarkers: new Map(),
    counts: { calls: 0, faults: new Map(), posts: 0, edits: 0, unanswered: { creates: 0, followUps: 0 } },
    close: () => closing.abort(),
  }
}

async function followEvents(history: History, url: string, signal: AbortSignal): Promise<void> {
  for await (const event of readEvents(url, signal)) recordEvent(history, event)
}

/** Records what the simulators report from now on; if their stream breaks, the run ends. */
export function recordHistory({ eventsUrl }: SandboxClient): History {
  const closing = new AbortController()
  const history = createHistory(closing)
  followEvents(history, eventsUrl, closing.signal).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
  })
  return history
}
