import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import {
  installedApp,
  botUser,
  getChannelName,
  findChannel,
  openConversation,
  currentUser,
  openAppHome,
  openThread,
  refreshConversation,
  openViews,
} from '../model/workspace-state.ts'
import { formatRoute, navigateTo, currentRoute, type AppTab } from '../model/page-route.ts'
import { markRead, isOnScreen, unreadCounts } from '../model/unread-counts.ts'
import { Avatar } from '../ui/user-avatar.tsx'
import { Icon } from '../ui/line-icon.tsx'
import { Skeleton, EmptyState, FailedState } from '../ui/load-states.tsx'
import type { Message } from '../slack-types/message-types.ts'
import { MessageComposer } from '../composer/message-composer.tsx'
import { AppHome } from './app-home.tsx'
import { MessageList } from '../messages/message-list.tsx'
import { AppStatus } from './app-status.tsx'

/** Ephemeral notes are for one person: the others do not see them. */
const selectVisible = (messages: Message[]): Message[] =>
  messages.filter((message) => !message.ephemeral_for || message.ephemeral_for === currentUser.value)

function ConversationMessages({ channel, name }: { channel: string; name: string }): JSX.Element {
  const { messages, error } = openConversation(channel).value
  const waiting = unreadCounts.value[channel]
  const here = currentRoute.value
  useEffect(() => {
    if (isOnScreen(channel)) markRead(channel)
  }, [channel, waiting, here])
  if (error && !messages) return <FailedState error={error} again={() => void refreshConversation(channel)} />
  if (!messages) return <Skeleton wide lines={5} />
  const shown = selectVisible(messages)
  if (shown.length === 0) {
    return (
      <div class="list-wrap">
        <EmptyState icon="chat" title={`This is the start of ${name}`}>
          Write a message, or type / to see what {installedApp.value.name} can do.
        </EmptyState>
      </div>
    )
  }
  const target = here.view === 'channel' ? here.message : undefined
  return <MessageList key={channel} messages={shown} label={`Messages in ${name}`} target={target} />
}

function BackButton(): JSX.Element {
  return (
    <button
      type="button"
      class="quiet back"
      aria-label="Back to conversations"
      onClick={() => navigateTo({ view: 'start' })}
    >
      <Icon name="back" />
    </button>
  )
}

export function ChannelView({ channel }: { channel: string }): JSX.Element {
  const known = findChannel(channel)
  const name = `#${getChannelName(channel)}`
  return (
    <main class="main" aria-label={name}>
      <header class="bar">
        <BackButton />
        <h2>
          <Icon name={known?.is_private ? 'lock' : 'hash'} size={18} />
          {getChannelName(channel)}
        </h2>
        <span class="bar-topic">{known?.topic}</span>
        {known?.num_members !== undefined && (
          <span class="bar-count" title={`${known.num_members} members`}>
            <Icon name="people" size={16} /> {known.num_members}
          </span>
        )}
      </header>
      <ConversationMessages channel={channel} name={name} />
      {known?.is_archived ? (
        <p class="notice">This channel is archived.</p>
      ) : (
        <MessageComposer key={channel} channel={channel} label={`Message ${name}`} />
      )}
    </main>
  )
}

const TABS: [AppTab, string][] = [
  ['home', 'Home'],
  ['messages', 'Messages'],
]

export function AppView({ tab }: { tab: AppTab }): JSX.Element {
  const person = currentUser.value
  const home = openViews.value.find((view) => view.type === 'home')
  useEffect(() => {
    if (tab === 'home' && person) void openAppHome()
  }, [tab, person])
  return (
    <main class="main" aria-label={installedApp.value.name}>
      <header class="bar">
        <BackButton />
        <h2>
          <Avatar id={botUser.value?.id} name={installedApp.value.name} size={24} />
          {installedApp.value.name}
        </h2>
        <nav class="tabs" aria-label={installedApp.value.name}>
          {TABS.map(([id, label]) => (
            <a
              key={id}
              href={formatRoute({ view: 'app', tab: id })}
              {...(tab === id && { 'aria-current': 'page' as const })}
            >
              {label}
            </a>
          ))}
        </nav>
      </header>
      {tab === 'home' ? (
        <AppHome view={home} />
      ) : (
        <>
          <ConversationMessages key={person} channel={person} name={installedApp.value.name} />
          <MessageComposer key={person} channel={person} label={`Message ${installedApp.value.name}`} />
        </>
      )}
    </main>
  )
}

export function ThreadView({ channel, thread }: { channel: string; thread: string }): JSX.Element {
  const { messages, error } = openConversation(channel, thread).value
  const where = currentRoute.value.view === 'app' ? installedApp.value.name : `#${getChannelName(channel)}`
  const shown = selectVisible(messages ?? [])
  const replies = Math.max(0, shown.length - 1)
  return (
    <aside
      class="thread"
      aria-label="Thread"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) openThread(undefined)
      }}
    >
      <header class="bar">
        <button type="button" class="quiet back" aria-label="Back" onClick={() => openThread(undefined)}>
          <Icon name="back" />
        </button>
        <h2>Thread</h2>
        <span class="bar-topic">{where}</span>
        <button type="button" class="quiet bar-close" aria-label="Close thread" onClick={() => openThread(undefined)}>
          <Icon name="close" />
        </button>
      </header>
      {error && !messages ? (
        <FailedState error={error} again={() => void refreshConversation(channel, thread)} />
      ) : !messages ? (
        <Skeleton wide lines={3} />
      ) : shown.length === 0 ? (
        <div class="list-wrap">
          <EmptyState icon="chat" title="This message is gone">
            It was deleted, and its thread with it.
          </EmptyState>
        </div>
      ) : (
        <MessageList
          key={thread}
          messages={shown}
          label={replies === 1 ? 'Thread, 1 reply' : `Thread, ${replies} replies`}
          inThread
        />
      )}
      <AppStatus thread={thread} />
      <MessageComposer key={`${channel} ${thread}`} channel={channel} thread={thread} label="Reply" />
    </aside>
  )
}
