import type { JSX } from 'preact'
import { getGroupHandle } from '../model/workspace-state.ts'
import { useContext } from 'preact/hooks'
import { SurfaceContext } from '../model/block-surface.ts'
import type { TextObject } from '../slack-types/text-types.ts'
import { replaceEmojiNames } from './emoji-names.ts'
import { GlyphText } from './status-glyphs.tsx'
import { decodeEntities, parseInline, parseMrkdwn, type MrkdwnInline, type MrkdwnPart } from './parse-mrkdwn.ts'
import { Link, UserMention, ChannelMention, DateToken } from './inline-links.tsx'

function InlineNode({ node }: { node: MrkdwnInline }): JSX.Element {
  switch (node.kind) {
    case 'text':
      return <GlyphText text={replaceEmojiNames(node.text)} />
    case 'bold':
      return (
        <strong>
          <InlineNodes nodes={node.nodes} />
        </strong>
      )
    case 'italic':
      return (
        <em>
          <InlineNodes nodes={node.nodes} />
        </em>
      )
    case 'strike':
      return (
        <s>
          <InlineNodes nodes={node.nodes} />
        </s>
      )
    case 'code':
      return <code>{node.text}</code>
    case 'link':
      return <Link url={node.url}>{node.text}</Link>
    case 'user':
      return <UserMention id={node.id} label={node.label} />
    case 'channel':
      return <ChannelMention id={node.id} label={node.label} />
    case 'group':
      return <span class="mention">{node.label ?? `@${getGroupHandle(node.id)}`}</span>
    case 'broadcast':
      return <span class="mention loud">@{node.range.replace(/^subteam\^/, '')}</span>
    case 'date':
      return <DateToken {...node} />
    case 'break':
      return <br />
  }
}

function InlineNodes({ nodes }: { nodes: MrkdwnInline[] }): JSX.Element {
  return (
    <>
      {nodes.map((node, index) => (
        <InlineNode key={index} node={node} />
      ))}
    </>
  )
}

function PartView({ part }: { part: MrkdwnPart }): JSX.Element {
  switch (part.kind) {
    case 'pre':
      return (
        <pre dir="auto">
          <code>{part.text}</code>
        </pre>
      )
    case 'quote':
      return (
        <blockquote dir="auto">
          <InlineNodes nodes={part.nodes} />
        </blockquote>
      )
    case 'line':
      return (
        <p dir="auto">
          <InlineNodes nodes={part.nodes} />
        </p>
      )
  }
}

export function MrkdwnText({ text, verbatim = false }: { text: string; verbatim?: boolean | undefined }): JSX.Element {
  return (
    <div class="text">
      {parseMrkdwn(text, !verbatim).map((part, index) => (
        <PartView key={index} part={part} />
      ))}
    </div>
  )
}

/** In messages Slack keeps `& < >` of plain text as entities, in views as sent. With `emoji: false`, codes are not replaced. */
function PlainText({ of: { text, emoji } }: { of: TextObject }): JSX.Element {
  const { kind } = useContext(SurfaceContext)
  const shown = kind === 'message' ? decodeEntities(text) : text
  return <GlyphText text={emoji === false ? shown : replaceEmojiNames(shown)} />
}

/** A text object within a line: mrkdwn without paragraphs. */
export function InlineText({ of }: { of: TextObject | undefined }): JSX.Element | null {
  if (!of) return null
  if (of.type !== 'mrkdwn') return <PlainText of={of} />
  const lines = of.text.split('\n')
  return (
    <>
      {lines.map((line, index) => (
        <>
          {index > 0 && <br />}
          <InlineNodes nodes={parseInline(line, !of.verbatim)} />
        </>
      ))}
    </>
  )
}

export function TextView({ of }: { of: TextObject }): JSX.Element {
  if (of.type === 'mrkdwn') return <MrkdwnText text={of.text} verbatim={of.verbatim} />
  return (
    <div class="text">
      <p class="plain" dir="auto">
        <PlainText of={of} />
      </p>
    </div>
  )
}
