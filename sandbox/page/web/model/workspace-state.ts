import { batch, computed, signal } from '@preact/signals'
import { getControl, getOptional, postControl, describeError } from './control-api.ts'
import { navigateTo, currentRoute } from './page-route.ts'
import type { Channel, InstalledApp, User, UserGroup } from '../../../control-types.ts'
import type { View } from '../slack-types/message-types.ts'
import { refreshConversations } from './conversation-state.ts'

const ME_KEY = 'sandbox.me'

export const users = signal<User[] | undefined>(undefined)
export const channels = signal<Channel[] | undefined>(undefined)
export const groups = signal<UserGroup[]>([])
export const installedApp = signal<InstalledApp>({
  name: 'App',
  team: { id: '', name: 'Workspace' },
  bot_user: '',
  bot_id: '',
  commands: [],
  shortcuts: [],
})
export const openViews = signal<View[]>([])
export const loadError = signal<string | undefined>(undefined)
export const currentUser = signal(localStorage.getItem(ME_KEY) ?? '')

export const people = computed(() => (users.value ?? []).filter((user) => !user.is_bot))
const byId = computed(() => new Map((users.value ?? []).map((user) => [user.id, user])))
/** Slack itself, which nobody lists. */
const SLACKBOT: User = { id: 'USLACKBOT', name: 'slackbot', real_name: 'Slackbot' }
/** The user with this id, if the workspace has one. */
export const findUser = (id: string | undefined): User | undefined =>
  id === undefined ? undefined : (byId.value.get(id) ?? (id === SLACKBOT.id ? SLACKBOT : undefined))
/** The name to show for a user, or the id of an unknown one. */
export const getUserName = (id: string): string => {
  const user = findUser(id)
  return user ? user.real_name || user.name : id
}
/** The handle of a user group, or the id of an unknown one. */
export const getGroupHandle = (id: string): string => groups.value.find((one) => one.id === id)?.handle ?? id
const isMember = ({ members }: Channel): boolean => !members || members.includes(currentUser.value)
/** The channels that the current user is a member of; Slack lists no others. */
export const ownChannels = computed(() => channels.value?.filter(isMember))
export const isOwnChannel = (id: string): boolean => ownChannels.value?.some((channel) => channel.id === id) ?? false
/** The channels that the current user can see: the public ones and their own. */
export const visibleChannels = computed(
  () => channels.value?.filter((channel) => !channel.is_private || isMember(channel)) ?? [],
)
export const findChannel = (id: string): Channel | undefined => channels.value?.find((channel) => channel.id === id)
/** The channel's name without `#`, or the id of an unknown channel. */
export const getChannelName = (id: string): string => findChannel(id)?.name.replace(/^#/, '') ?? id
/** `#docs` for a channel; for the direct messages with the app, whose id is the person's, what they are. */
export const getConversationName = (id: string): string =>
  findUser(id) ? 'the direct message' : `#${getChannelName(id)}`
/** The bot user of the installed app. */
export const botUser = computed(() => {
  const all = users.value ?? []
  return (
    all.find((user) => user.id === installedApp.value.bot_user) ??
    all.find((user) => user.is_bot && user.name.toLowerCase() === installedApp.value.name.toLowerCase())
  )
})

/** The channel on screen: the one in the route, otherwise `#docs`, otherwise the first. */
export const currentChannel = computed(() => {
  const here = currentRoute.value
  if (here.view === 'channel') return here.channel
  if (here.view === 'app') return currentUser.value
  const all = ownChannels.value ?? []
  return (all.find((channel) => getChannelName(channel.id) === 'docs') ?? all[0])?.id
})

/** Opens a thread next to the current conversation, or closes it. */
export function openThread(thread: string | undefined): void {
  const here = currentRoute.value
  const more = thread ? { thread } : {}
  if (here.view === 'app') navigateTo({ view: 'app', tab: here.tab, ...more })
  else if (here.view !== 'panel' && currentChannel.value)
    navigateTo({ view: 'channel', channel: currentChannel.value, ...more })
}

/** The id of the conversation on screen, as the control surface names it. */
export const currentConversation = computed(() => currentChannel.value ?? '')

/** Reads the current user's open views again. */
export async function refreshViews(): Promise<void> {
  if (!currentUser.value) return
  const user = currentUser.value
  const next = await getOptional<View[]>(`/slack/views?user=${user}`)
  if (next && user === currentUser.value && JSON.stringify(next) !== JSON.stringify(openViews.value))
    openViews.value = next
}

/** Opens the app's Home as the current user; the app gets `app_home_opened`. */
export async function openAppHome(): Promise<void> {
  await postControl('/slack/home', { user: currentUser.value }).catch(() => undefined)
  await refreshViews()
}

/** Changes the current user; the choice survives a reload. A channel or thread that the new user cannot see is left. */
export function actAsUser(user: string): void {
  localStorage.setItem(ME_KEY, user)
  batch(() => {
    currentUser.value = user
    openViews.value = []
  })
  const here = currentRoute.value
  if (here.view === 'channel' && !isOwnChannel(here.channel)) navigateTo({ view: 'start' })
  if (here.view === 'app') navigateTo({ view: 'app', tab: here.tab })
  void refreshViews()
}

/** Reads people, channels and the installed app: at the start, after a reset, and when the event stream reconnects. */
export async function loadWorkspace(): Promise<void> {
  try {
    const [allUsers, allChannels, installed, allGroups] = await Promise.all([
      getControl<User[]>('/slack/users'),
      getControl<Channel[]>('/slack/channels'),
      getOptional<InstalledApp>('/slack/app'),
      getOptional<UserGroup[]>('/slack/groups'),
    ])
    batch(() => {
      users.value = allUsers
      channels.value = allChannels
      groups.value = allGroups ?? []
      if (installed) installedApp.value = installed
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
