import { batch, computed, signal, type Signal } from '@preact/signals'
import { ControlError, getControl, getOptional, postControl, describeError } from './control-api.ts'
import { navigateTo, currentRoute } from './page-route.ts'
import type { Channel, InstalledApp, Message, User, View } from '../slack-types/message-types.ts'

const ME_KEY = 'sandbox.me'

export const users = signal<User[] | undefined>(undefined)
export const channels = signal<Channel[] | undefined>(undefined)
export const installedApp = signal<InstalledApp>({ name: 'App', commands: [], shortcuts: [] })
export const openViews = signal<View[]>([])
export const loadError = signal<string | undefined>(undefined)
export const currentUser = signal(localStorage.getItem(ME_KEY) ?? '')

export const people = computed(() => (users.value ?? []).filter((user) => !user.is_bot))
const byId = computed(() => new Map((users.value ?? []).map((user) => [user.id, user])))
export const findUser = (id: string | undefined): User | undefined =>
  id === undefined ? undefined : byId.value.get(id)
export const getUserName = (id: string): string => {
  const user = findUser(id)
  return user ? user.real_name || user.name : id
}
/** The channels that the person is in; what they are not in, their client does not list. */
export const ownChannels = computed(() =>
  channels.value?.filter(({ members }) => !members || members.includes(currentUser.value)),
)
export const findChannel = (id: string): Channel | undefined => channels.value?.find((channel) => channel.id === id)
export const getChannelName = (id: string): string => findChannel(id)?.name.replace(/^#/, '') ?? id
export const botUser = computed(() => {
  const all = users.value ?? []
  return (
    all.find((user) => user.id === installedApp.value.bot_user) ??
    all.find((user) => user.is_bot && user.name.toLowerCase() === installedApp.value.name.toLowerCase())
  )
})

/** The channel on screen: the one in the address, else `#docs`, else the first. */
export const currentChannel = computed(() => {
  const here = currentRoute.value
  if (here.view === 'channel') return here.channel
  if (here.view === 'app') return currentUser.value
  const all = ownChannels.value ?? []
  return (all.find((channel) => getChannelName(channel.id) === 'docs') ?? all[0])?.id
})

/** The same conversation with another thread beside it, or without one. */
export function openThread(thread: string | undefined): void {
  const here = currentRoute.value
  const more = thread ? { thread } : {}
  if (here.view === 'app') navigateTo({ view: 'app', tab: here.tab, ...more })
  else if (here.view !== 'desk' && currentChannel.value)
    navigateTo({ view: 'channel', channel: currentChannel.value, ...more })
}

/** The conversation that a message on screen belongs to, as the control surface names it. */
export const currentConversation = computed(() => currentChannel.value ?? '')

export interface Conversation {
  messages: Message[] | undefined
  error: string | undefined
}

const conversations = new Map<string, Signal<Conversation>>()
const buildKey = (channel: string, thread?: string): string => (thread ? `${channel} ${thread}` : channel)

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

/** Messages that did not change keep their identity, so that only what changed is drawn again. */
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

/** Reads a conversation again; calls that come while one is under way become one more read. */
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
    // A thread whose first message was deleted is gone, not unreadable.
    const gone = thread !== undefined && error instanceof ControlError && error.status === 404
    target.value = gone ? { messages: [], error: undefined } : { ...target.value, error: describeError(error) }
  }
  runningReads.delete(key)
  if (turn.again) await refreshConversation(channel, thread)
}

/** Everything that is known and touched by a happening in this channel (or in any, without one). */
export function refreshConversations(channel?: string): void {
  for (const key of conversations.keys()) {
    const [id = '', thread] = key.split(' ')
    const direct = id.startsWith('U') || id.startsWith('W')
    if (channel === undefined || id === channel || (direct && channel.startsWith('D')))
      void refreshConversation(id, thread)
  }
}

export async function refreshViews(): Promise<void> {
  if (!currentUser.value) return
  const asked = currentUser.value
  const next = await getOptional<View[]>(`/slack/views?user=${asked}`)
  if (next && asked === currentUser.value && JSON.stringify(next) !== JSON.stringify(openViews.value))
    openViews.value = next
}

export async function openAppHome(): Promise<void> {
  await postControl('/slack/home', { user: currentUser.value }).catch(() => undefined)
  await refreshViews()
}

export function actAsUser(user: string): void {
  localStorage.setItem(ME_KEY, user)
  batch(() => {
    currentUser.value = user
    openViews.value = []
  })
  void refreshViews()
}

/** Reads who and what is there; called at the start, after a reset and when the stream comes back. */
export async function loadWorkspace(): Promise<void> {
  try {
    const [allUsers, allChannels, installed] = await Promise.all([
      getControl<User[]>('/slack/users'),
      getControl<Channel[]>('/slack/channels'),
      getOptional<InstalledApp>('/slack/app'),
    ])
    batch(() => {
      users.value = allUsers
      channels.value = allChannels
      if (installed)
        installedApp.value = { ...installed, commands: installed.commands ?? [], shortcuts: installed.shortcuts ?? [] }
      if (!people.value.some((user) => user.id === currentUser.value)) {
        const member = people.value.find((user) => !user.is_restricted && !user.is_admin) ?? people.value[0]
        currentUser.value = member?.id ?? ''
      }
      loadError.value = undefined
    })
    refreshConversations()
    await refreshViews()
  } catch (error) {
    loadError.value = describeError(error)
  }
}
