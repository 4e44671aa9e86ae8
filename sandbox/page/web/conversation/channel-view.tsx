import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import {
  app,
  bot,
  channelName,
  channelOf,
  conversation,
  me,
  openHome,
  openThread,
  refresh,
  views,
} from '../model/workspace-state.ts'
import { address, go, place, type Tab } from '../model/page-route.ts'
import { markRead, onScreen, unread } from '../model/unread-counts.ts'
import { Avatar } from '../ui/user-avatar.tsx'
import { Icon } from '../ui/line-icon.tsx'
import { Bones, Empty, Failed } from '../ui/load-states.tsx'
import type { Message } from '../model/control-types.ts'
import { Composer } from '../composer/message-composer.tsx'
import { HomeView } from './app-home.tsx'
import { MessageList } from '../messages/message-list.tsx'
import { Working } from './app-status.tsx'

/** Ephemeral notes are for one person: the others do not see them. */
const visible = (messages: Message[]): Message[] =>
  messages.filter((message) => !message.ephemeral_for || message.ephemeral_for === me.value)

function Messages({ channel, name }: { channel: string; name: string }): JSX.Element {
  const { messages, error } = conversation(channel).value
  const waiting = unread.value[channel]
  const here = place.value
  useEffect(() => {
    if (onScreen(channel)) markRead(channel)
  }, [channel, waiting, here])
  if (error && !messages) return <Failed error={error} again={() => void refresh(channel)} />
  if (!messages) return <Bones wide lines={5} />
  const shown = visible(messages)
  if (shown.length === 0) {
    return (
      <div class="list-wrap">
        <Empty icon="chat" title={`This is the start of ${name}`}>
          Write a message, or type / to see what {app.value.name} can do.
        </Empty>
      </div>
    )
  }
  const target = here.view === 'channel' ? here.message : undefined
  return <MessageList key={channel} messages={shown} label={`Messages in ${name}`} target={target} />
}

function Back(): JSX.Element {
  return (
    <button type="button" class="quiet back" aria-label="Back to conversations" onClick={() => go({ view: 'start' })}>
      <Icon name="back" />
    </button>
  )
}

export function ChannelView({ channel }: { channel: string }): JSX.Element {
  const known = channelOf(channel)
  const name = `#${channelName(channel)}`
  return (
    <main class="main" aria-label={name}>
      <header class="bar">
        <Back />
        <h2>
          <Icon name={known?.is_private ? 'lock' : 'hash'} size={18} />
          {channelName(channel)}
        </h2>
        <span class="bar-topic">{known?.topic}</span>
        {known?.num_members !== undefined && (
          <span class="bar-count" title={`${known.num_members} members`}>
            <Icon name="people" size={16} /> {known.num_members}
          </span>
        )}
      </header>
      <Messages channel={channel} name={name} />
      {known?.is_archived ? (
        <p class="notice">This channel is archived.</p>
      ) : (
        <Composer key={channel} channel={channel} label={`Message ${name}`} />
      )}
    </main>
  )
}

const TABS: [Tab, string][] = [
  ['home', 'Home'],
  ['messages', 'Messages'],
]

export function AppView({ tab }: { tab: Tab }): JSX.Element {
  const person = me.value
  const home = views.value.find((view) => view.type === 'home')
  useEffect(() => {
    if (tab === 'home' && person) void openHome()
  }, [tab, person])
  return (
    <main class="main" aria-label={app.value.name}>
      <header class="bar">
        <Back />
        <h2>
          <Avatar id={bot.value?.id} name={app.value.name} size={24} />
          {app.value.name}
        </h2>
        <nav class="tabs" aria-label={app.value.name}>
          {TABS.map(([id, label]) => (
            <a
              key={id}
              href={address({ view: 'app', tab: id })}
              {...(tab === id && { 'aria-current': 'page' as const })}
            >
              {label}
            </a>
          ))}
        </nav>
      </header>
      {tab === 'home' ? (
        <HomeView view={home} />
      ) : (
        <>
          <Messages key={person} channel={person} name={app.value.name} />
          <Composer key={person} channel={person} label={`Message ${app.value.name}`} />
        </>
      )}
    </main>
  )
}

export function ThreadView({ channel, thread }: { channel: string; thread: string }): JSX.Element {
  const { messages, error } = conversation(channel, thread).value
  const where = place.value.view === 'app' ? app.value.name : `#${channelName(channel)}`
  const shown = visible(messages ?? [])
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
        <Failed error={error} again={() => void refresh(channel, thread)} />
      ) : !messages ? (
        <Bones wide lines={3} />
      ) : shown.length === 0 ? (
        <div class="list-wrap">
          <Empty icon="chat" title="This message is gone">
            It was deleted, and its thread with it.
          </Empty>
        </div>
      ) : (
        <MessageList
          key={thread}
          messages={shown}
          label={replies === 1 ? 'Thread, 1 reply' : `Thread, ${replies} replies`}
          inThread
        />
      )}
      <Working thread={thread} />
      <Composer key={`${channel} ${thread}`} channel={channel} thread={thread} label="Reply" />
    </aside>
  )
}
