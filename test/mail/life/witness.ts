import type { ControlEvent, Exchange, Fields } from '../../../sandbox/control-types.ts'
import type { Sandbox } from '../../../sandbox/create-sandbox.ts'
import { isFields } from '../../../tools/fields.ts'
import { type BlockElement, findElements } from '../../support/block-queries.ts'

/** A word that only one text of a sequence contains: `c` from a customer, `s` in a subject, `v` in a version, `f` in a file, `n` in a file's name. */
const MARKER = /\b[csvfn]\d+zz\b/g
export const findMarkers = (text: string): string[] => [...new Set(text.match(MARKER))]

/** Leaves out the random ids that Slack gives to blocks, because nobody sees them and they can look like markers. */
const writeVisible = (content: unknown): string =>
  JSON.stringify(content, (key, value: unknown) => (key === 'block_id' ? undefined : value)) ?? ''

/** Something that came onto a screen. */
export interface Sighting {
  /** The channel whose readers see it, or the one person. */
  channel?: string
  user?: string
  how: string
  markers: string[]
  text: string
}

/** A message of the app, as it stands now. */
export interface Post {
  channel: string
  ts: string
  threadTs: string | undefined
  opId: string
  content: string
  elements: BlockElement[]
  markers: string[]
}

function parse(text: unknown): Fields {
  try {
    const value: unknown = JSON.parse(String(text))
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}

/** On a machine that is too busy for Slack's deadline, the app asks for the request again just before it: Slack would have given up. */
const DEADLINE_MS = 2_700

const SCREENS = ['/views.open', '/views.push', '/views.update', '/views.publish']

/** Writes down what people get to see, from the traffic between the app and Slack. */
export function createWitness({ server, slack: { workspace } }: Sandbox) {
  const posts = new Map<string, Post>()
  const fresh: Sighting[] = []
  const failures: string[] = []
  let hasMailCalls = false

  /** `known`: what the same message showed before, which is not news. */
  const see = (sighting: Omit<Sighting, 'markers'>, known: string[] = []): void => {
    const markers = findMarkers(sighting.text).filter((marker) => !known.includes(marker))
    if (markers.length > 0) fresh.push({ ...sighting, markers })
  }
  const audience = (channel: string): Pick<Sighting, 'channel' | 'user'> => {
    const found = workspace.channels.get(channel)
    const person = found?.kind === 'im' ? [...found.members].find((id) => !workspace.people.get(id)?.is_bot) : undefined
    return person === undefined ? { channel } : { user: person }
  }

  function seeMessage(path: string, form: URLSearchParams, body: Fields): void {
    const { message } = body
    const channel = String(body['channel'])
    if (path === '/chat.postEphemeral')
      return see({
        user: form.get('user') ?? '',
        how: 'a private note',
        text: `${form.get('text')} ${form.get('blocks')}`,
      })
    if (!isFields(message)) return
    const content = writeVisible([message['text'], message['blocks']])
    const key = `${channel}:${String(body['ts'])}`
    const known = posts.get(key)
    const how = path === '/chat.update' ? 'an edited message' : 'a message'
    see({ ...audience(channel), how, text: content }, known?.markers)
    const payload = parse(form.get('metadata'))['event_payload']
    const opId = isFields(payload) ? String(payload['op_id']) : ''
    posts.set(key, {
      channel,
      ts: String(body['ts']),
      threadTs: form.get('thread_ts') ?? known?.threadTs,
      opId: opId || (known?.opId ?? ''),
      content,
      elements: findElements(message['blocks']),
      markers: findMarkers(content),
    })
  }

  function seeCall({ path, requestBody, responseBody }: Exchange): void {
    const form = new URLSearchParams(requestBody)
    const body = parse(responseBody)
    if (path.startsWith('/slack/hooks') || path.startsWith('/actions/') || path.startsWith('/commands/')) {
      const hook = workspace.responseHooks.get(path.replace(/^\/slack\/hooks/, ''))
      return see({ user: hook?.user ?? '', how: 'an answer to a click', text: requestBody })
    }
    if (body['ok'] !== true) return
    if (path.startsWith('/chat.')) return seeMessage(path, form, body)
    if (path === '/files.completeUploadExternal')
      return see({ ...audience(form.get('channel_id') ?? ''), how: 'a file', text: form.get('files') ?? '' })
    if (!SCREENS.includes(path) || !isFields(body['view'])) return
    const user = workspace.views.get(String(body['view']['id']))?.user ?? form.get('user_id') ?? ''
    see({ user, how: 'a window', text: writeVisible(body['view']['blocks']) })
  }

  function seeAnswer({ path, requestBody, responseBody, status, ms }: Exchange): void {
    if (status >= 500 && !(status === 503 && ms > DEADLINE_MS)) failures.push(`${path} answered ${status}`)
    if (path !== '/slack/events') return
    const payload = parse(new URLSearchParams(requestBody).get('payload'))
    const { user } = payload
    if (isFields(user)) see({ user: String(user['id']), how: 'an answer', text: responseBody })
  }

  const stop = server.onEvent(({ type, exchange }: ControlEvent) => {
    if (type !== 'wire' || !exchange) return
    if (exchange.direction === 'to-app') seeAnswer(exchange)
    else seeCall(exchange)
    hasMailCalls ||= exchange.system === 'mail' && exchange.method !== 'GET'
  })

  return {
    posts,
    /** Returns everything seen since the last call. */
    takeFresh: (): Sighting[] => fresh.splice(0),
    /** Whether anything but reads reached the mailbox since the last call. */
    takeMailCalls(): boolean {
      const had = hasMailCalls
      hasMailCalls = false
      return had
    },
    takeFailures: (): string[] => failures.splice(0),
    stop,
  }
}

export type Witness = ReturnType<typeof createWitness>
