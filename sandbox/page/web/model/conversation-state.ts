import { signal, type Signal } from '@preact/signals'
import { ControlError, getControl, describeError } from './control-api.ts'
import type { Message } from '../slack-types/message-types.ts'

export interface Conversation {
  messages: Message[] | undefined
  error: string | undefined
  /** The sandbox doesn't have it: events in the channel don't make the page ask for it again. */
  missing?: true
}

const conversations = new Map<string, Signal<Conversation>>()
const buildKey = (channel: string, thread?: string): string => (thread ? `${channel} ${thread}` : channel)

/** The messages of a channel or thread, read on first use and kept current from then on. */
export function openConversation(channel: string, thread?: string): Signal<Conversation> {
  const key = buildKey(channel, thread)
  const known = conversations.get(key)
  if (known) return known
  const fresh = signal<Conversation>({ messages: undefined, error: undefined })
  conversations.set(key, fresh)
  void refreshConversation(channel, thread)
  return fresh
}

const signatures = new WeakMap<Message, string>()
const signMessage = (message: Message): string => {
  const known = signatures.get(message)
  if (known !== undefined) return known
  const made = JSON.stringify(message)
  signatures.set(message, made)
  return made
}

/** Unchanged messages keep their identity: only changed ones are rendered again. */
function mergeMessages(old: Message[] | undefined, next: Message[]): Message[] {
  if (!old) return next
  const known = new Map(old.map((message) => [message.ts, message]))
  const kept = next.map((message) => {
    const before = known.get(message.ts)
    return before && signMessage(before) === signMessage(message) ? before : message
  })
  return kept.length === old.length && kept.every((message, index) => message === old[index]) ? old : kept
}

const runningReads = new Map<string, { again: boolean }>()

/** Reads a conversation again. Calls during a read are combined into one more read after it. */
export async function refreshConversation(channel: string, thread?: string): Promise<void> {
  const key = buildKey(channel, thread)
  const busy = runningReads.get(key)
  if (busy) return void (busy.again = true)
  const target = conversations.get(key)
  if (!target) return
  const turn = { again: false }
  runningReads.set(key, turn)
  try {
    const query = new URLSearchParams({ channel, ...(thread && { thread_ts: thread }) })
    const next = await getControl<Message[]>(`/slack/messages?${query}`)
    const messages = mergeMessages(target.value.messages, next)
    if (messages !== target.value.messages || target.value.error) target.value = { messages, error: undefined }
  } catch (error) {
    // The thread's first message was deleted: an empty thread, not an error.
    const missing = error instanceof ControlError && error.status === 404
    if (missing && thread !== undefined) target.value = { messages: [], error: undefined, missing }
    else target.value = { ...target.value, error: describeError(error), ...(missing && { missing }) }
  }
  runningReads.delete(key)
  if (turn.again) await refreshConversation(channel, thread)
}

/** Refreshes the conversations that were read before and that an event in this channel concerns; all of them without a channel. */
export function refreshConversations(channel?: string): void {
  for (const [key, { value }] of conversations) {
    if (value.missing && channel !== undefined) continue
    const [id = '', thread] = key.split(' ')
    const direct = id.startsWith('U') || id.startsWith('W')
    if (channel === undefined || id === channel || (direct && channel.startsWith('D')))
      void refreshConversation(id, thread)
  }
}
