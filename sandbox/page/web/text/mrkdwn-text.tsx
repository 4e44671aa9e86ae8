import type { ComponentChildren, JSX } from 'preact'
import { useContext } from 'preact/hooks'
import { SurfaceContext } from '../elements/block-surface.ts'
import { channelName, nameOf, userOf } from '../model/workspace-state.ts'
import { address, go, placeOf } from '../model/page-route.ts'
import { fullDate } from './format-time.ts'
import type { TextObject } from '../model/control-types.ts'
import { dateText } from './date-token.ts'
import { withEmoji } from './emoji-names.ts'
import { Glyphs } from './status-glyphs.tsx'
import { decoded, inline, mrkdwn, type Inline, type Part } from './parse-mrkdwn.ts'

const SAFE = /^(?:https?:|mailto:|tel:)/i

export function Link({ url, children }: { url: string; children?: ComponentChildren }): JSX.Element {
  if (!SAFE.test(url)) return <span>{children ?? url}</span>
  const inside = placeOf(url)
  if (inside)
    return (
      <a class="link" href={address(inside)}>
        {children ?? url}
      </a>
    )
  return (
    <a class="link" href={url} target="_blank" rel="noreferrer noopener" title={url}>
      {children ?? url}
    </a>
  )
}

export function Person({ id, label }: { id: string; label?: string | undefined }): JSX.Element {
  const known = userOf(id)
  return <span class={`mention${known ? '' : ' lost'}`}>@{known ? nameOf(id) : (label ?? id)}</span>
}

export function ChannelMention({ id, label }: { id: string; label?: string | undefined }): JSX.Element {
  const name = channelName(id)
  return (
    <button type="button" class="mention channel" onClick={() => go({ view: 'channel', channel: id })}>
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
  const text = dateText(token.timestamp, token.format, token.fallback)
  const time = (
    <time
      dateTime={new Date(token.timestamp * 1000 || 0).toISOString()}
      title={fullDate(new Date(token.timestamp * 1000))}
    >
      {text}
    </time>
  )
  return token.url ? <Link url={token.url}>{time}</Link> : time
}

function Node({ node }: { node: Inline }): JSX.Element {
  switch (node.kind) {
    case 'text':
      return <Glyphs text={withEmoji(node.text)} />
    case 'bold':
      return (
        <strong>
          <Nodes nodes={node.nodes} />
        </strong>
      )
    case 'italic':
      return (
        <em>
          <Nodes nodes={node.nodes} />
        </em>
      )
    case 'strike':
      return (
        <s>
          <Nodes nodes={node.nodes} />
        </s>
      )
    case 'code':
      return <code>{node.text}</code>
    case 'link':
      return <Link url={node.url}>{node.text}</Link>
    case 'user':
      return <Person id={node.id} label={node.label} />
    case 'channel':
      return <ChannelMention id={node.id} label={node.label} />
    case 'group':
      return <span class="mention">{node.label ?? `@${node.id}`}</span>
    case 'broadcast':
      return <span class="mention loud">@{node.range.replace(/^subteam\^/, '')}</span>
    case 'date':
      return <DateToken {...node} />
    case 'break':
      return <br />
  }
}

function Nodes({ nodes }: { nodes: Inline[] }): JSX.Element {
  return (
    <>
      {nodes.map((node, index) => (
        <Node key={index} node={node} />
      ))}
    </>
  )
}

function PartView({ part }: { part: Part }): JSX.Element {
  switch (part.kind) {
    case 'pre':
      return (
        <pre>
          <code>{part.text}</code>
        </pre>
      )
    case 'quote':
      return (
        <blockquote>
          <Nodes nodes={part.nodes} />
        </blockquote>
      )
    case 'line':
      return (
        <p>
          <Nodes nodes={part.nodes} />
        </p>
      )
  }
}

export function Mrkdwn({ text, verbatim = false }: { text: string; verbatim?: boolean | undefined }): JSX.Element {
  return (
    <div class="text">
      {mrkdwn(text, !verbatim).map((part, index) => (
        <PartView key={index} part={part} />
      ))}
    </div>
  )
}

/** Messages keep `& < >` of plain text as entities, views as they were sent; without `emoji` a code stays as it is. */
function Plain({ of: { text, emoji } }: { of: TextObject }): JSX.Element {
  const { kind } = useContext(SurfaceContext)
  const shown = kind === 'message' ? decoded(text) : text
  return <Glyphs text={emoji === false ? shown : withEmoji(shown)} />
}

/** A text object within a line: mrkdwn without its paragraphs. */
export function Words({ of }: { of: TextObject | undefined }): JSX.Element | null {
  if (!of) return null
  if (of.type !== 'mrkdwn') return <Plain of={of} />
  const lines = of.text.split('\n')
  return (
    <>
      {lines.map((line, index) => (
        <>
          {index > 0 && <br />}
          <Nodes nodes={inline(line, !of.verbatim)} />
        </>
      ))}
    </>
  )
}

export function Text({ of }: { of: TextObject }): JSX.Element {
  if (of.type === 'mrkdwn') return <Mrkdwn text={of.text} verbatim={of.verbatim} />
  return (
    <div class="text">
      <p class="plain">
        <Plain of={of} />
      </p>
    </div>
  )
}
