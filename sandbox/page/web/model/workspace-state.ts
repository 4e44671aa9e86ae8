import { batch, computed, signal, type Signal } from '@preact/signals'
import { CallError, get, maybe, post, wordsOf } from './control-api.ts'
import { go, place } from './page-route.ts'
import type { Channel, InstalledApp, Message, User, View } from './control-types.ts'

const ME_KEY = 'sandbox.me'

export const users = signal<User[] | undefined>(undefined)
export const channels = signal<Channel[] | undefined>(undefined)
export const app = signal<InstalledApp>({ name: 'App', commands: [], shortcuts: [] })
export const views = signal<View[]>([])
export const loadError = signal<string | undefined>(undefined)
export const me = signal(localStorage.getItem(ME_KEY) ?? '')

export const people = computed(() => (users.value ?? []).filter((user) => !user.is_bot))
const byId = computed(() => new Map((users.value ?? []).map((user) => [user.id, user])))
export const userOf = (id: string | undefined): User | undefined => (id === undefined ? undefined : byId.value.get(id))
export const nameOf = (id: string): string => {
  const user = userOf(id)
  return user ? user.real_name || user.name : id
}
/** The channels that the person is in; what they are not in, their client does not list. */
export const ownChannels = computed(() =>
  channels.value?.filter(({ members }) => !members || members.includes(me.value)),
)
export const channelOf = (id: string): Channel | undefined => channels.value?.find((channel) => channel.id === id)
export const channelName = (id: string): string => channelOf(id)?.name.replace(/^#/, '') ?? id
export const bot = computed(() => {
  const all = users.value ?? []
  return (
    all.find((user) => user.id === app.value.bot_user) ??
    all.find((user) => user.is_bot && user.name.toLowerCase() === app.value.name.toLowerCase())
  )
})

/** The channel on screen: the one in the address, else `#docs`, else the first. */
export const openChannel = computed(() => {
  const here = place.value
  if (here.view === 'channel') return here.channel
  if (here.view === 'app') return me.value
  const all = ownChannels.value ?? []
  return (all.find((channel) => channelName(channel.id) === 'docs') ?? all[0])?.id
})

/** The same conversation with another thread beside it, or without one. */
export function openThread(thread: string | undefined): void {
  const here = place.value
  const more = thread ? { thread } : {}
  if (here.view === 'app') go({ view: 'app', tab: here.tab, ...more })
  else if (here.view !== 'desk' && openChannel.value) go({ view: 'channel', channel: openChannel.value, ...more })
}

/** The conversation that a message on screen belongs to, as the control surface names it. */
export const conversationId = computed(() => openChannel.value ?? '')

export interface Conversation {
  messages: Message[] | undefined
  error: string | undefined
}

const conversations = new Map<string, Signal<Conversation>>()
const keyOf = (channel: string, thread?: string): string => (thread ? `${channel} ${thread}` : channel)

export function conversation(channel: string, thread?: string): Signal<Conversation> {
  const key = keyOf(channel, thread)
  const known = conversations.get(key)
  if (known) return known
  const fresh = signal<Conversation>({ messages: undefined, error: undefined })
  conversations.set(key, fresh)
  void refresh(channel, thread)
  return fresh
}

const signatures = new WeakMap<Message, string>()
const signed = (message: Message): string => {
  const known = signatures.get(message)
  if (known !== undefined) return known
  const made = JSON.stringify(message)
  signatures.set(message, made)
  return made
}

/** Messages that did not change keep their identity, so that only what changed is drawn again. */
function merged(old: Message[] | undefined, next: Message[]): Message[] {
  if (!old) return next
  const known = new Map(old.map((message) => [message.ts, message]))
  const kept = next.map((message) => {
    const before = known.get(message.ts)
    return before && signed(before) === signed(message) ? before : message
  })
  return kept.length === old.length && kept.every((message, index) => message === old[index]) ? old : kept
}

const running = new Map<string, { again: boolean }>()

/** Reads a conversation again; calls that come while one is under way become one more read. */
export async function refresh(channel: string, thread?: string): Promise<void> {
  const key = keyOf(channel, thread)
  const busy = running.get(key)
  if (busy) return void (busy.again = true)
  const target = conversations.get(key)
  if (!target) return
  const turn = { again: false }
  running.set(key, turn)
  try {
    const query = new URLSearchParams({ channel, ...(thread && { thread_ts: thread }) })
    const next = await get<Message[]>(`/slack/messages?${query}`)
    const messages = merged(target.value.messages, next)
    if (messages !== target.value.messages || target.value.error) target.value = { messages, error: undefined }
  } catch (error) {
    // A thread whose first message was deleted is gone, not unreadable.
    const gone = thread !== undefined && error instanceof CallError && error.status === 404
    target.value = gone ? { messages: [], error: undefined } : { ...target.value, error: wordsOf(error) }
  }
  running.delete(key)
  if (turn.again) await refresh(channel, thread)
}

/** Everything that is known and touched by a happening in this channel (or in any, without one). */
export function refreshKnown(channel?: string): void {
  for (const key of conversations.keys()) {
    const [id = '', thread] = key.split(' ')
    const direct = id.startsWith('U') || id.startsWith('W')
    if (channel === undefined || id === channel || (direct && channel.startsWith('D'))) void refresh(id, thread)
  }
}

export async function refreshViews(): Promise<void> {
  if (!me.value) return
  const asked = me.value
  const next = await maybe<View[]>(`/slack/views?user=${asked}`)
  if (next && asked === me.value && JSON.stringify(next) !== JSON.stringify(views.value)) views.value = next
}

export async function openHome(): Promise<void> {
  await post('/slack/home', { user: me.value }).catch(() => undefined)
  await refreshViews()
}

export function actAs(user: string): void {
  localStorage.setItem(ME_KEY, user)
  batch(() => {
    me.value = user
    views.value = []
  })
  void refreshViews()
}

/** Reads who and what is there; called at the start, after a reset and when the stream comes back. */
export async function load(): Promise<void> {
  try {
    const [allUsers, allChannels, installed] = await Promise.all([
      get<User[]>('/slack/users'),
      get<Channel[]>('/slack/channels'),
      maybe<InstalledApp>('/slack/app'),
    ])
    batch(() => {
      users.value = allUsers
      channels.value = allChannels
      if (installed)
        app.value = { ...installed, commands: installed.commands ?? [], shortcuts: installed.shortcuts ?? [] }
      if (!people.value.some((user) => user.id === me.value)) {
        const member = people.value.find((user) => !user.is_restricted && !user.is_admin) ?? people.value[0]
        me.value = member?.id ?? ''
      }
      loadError.value = undefined
    })
    refreshKnown()
    await refreshViews()
  } catch (error) {
    loadError.value = wordsOf(error)
  }
}
