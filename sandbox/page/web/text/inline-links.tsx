import type { ComponentChildren, JSX } from 'preact'
import {
  currentUser,
  findChannel,
  getChannelName,
  getUserName,
  findUser,
  visibleChannels,
} from '../model/workspace-state.ts'
import { formatRoute, navigateTo, parsePermalink } from '../model/page-route.ts'
import { formatFullDate } from './format-time.ts'
import { formatDateToken } from './date-token.ts'

const SAFE = /^(?:https?:|mailto:|tel:)/i

export function Link({ url, children }: { url: string; children?: ComponentChildren }): JSX.Element {
  if (!SAFE.test(url)) return <span>{children ?? url}</span>
  const inside = parsePermalink(url)
  if (inside)
    return (
      <a class="link" dir="auto" href={formatRoute(inside)}>
        {children ?? url}
      </a>
    )
  return (
    <a class="link" dir="auto" href={url} target="_blank" rel="noreferrer noopener" title={url}>
      {children ?? url}
    </a>
  )
}

export function UserMention({ id, label }: { id: string; label?: string | undefined }): JSX.Element {
  const known = findUser(id)
  const own = id === currentUser.value
  return (
    <bdi class={`mention${known ? '' : ' lost'}${own ? ' own' : ''}`}>@{known ? getUserName(id) : (label ?? id)}</bdi>
  )
}

export function ChannelMention({ id, label }: { id: string; label?: string | undefined }): JSX.Element {
  const name = getChannelName(id)
  const hidden = findChannel(id) && !visibleChannels.value.some((one) => one.id === id)
  if (hidden) return <span class="mention lost">#private-channel</span>
  return (
    <button
      type="button"
      dir="auto"
      class="mention channel"
      onClick={() => navigateTo({ view: 'channel', channel: id })}
    >
      #{name === id ? (label ?? id) : name}
    </button>
  )
}

export function DateToken(token: {
  timestamp: number
  format: string
  url?: string | undefined
  fallback: string
}): JSX.Element {
  const text = formatDateToken(token.timestamp, token.format, token.fallback)
  const time = (
    <time
      dateTime={new Date(token.timestamp * 1000 || 0).toISOString()}
      title={formatFullDate(new Date(token.timestamp * 1000))}
    >
      {text}
    </time>
  )
  return token.url ? <Link url={token.url}>{time}</Link> : time
}
