import type { ComponentChildren, JSX } from 'preact'
import { getGroupHandle } from '../model/workspace-state.ts'
import type { RichElement, RichInline, RichText, TextStyle } from '../slack-types/text-types.ts'
import { findEmoji, decodeEmoji } from './emoji-names.ts'
import { GlyphText } from './status-glyphs.tsx'
import { ChannelMention, DateToken, Link, UserMention } from './inline-links.tsx'

function Styled({ style, children }: { style: TextStyle | undefined; children: ComponentChildren }): JSX.Element {
  let node = <>{children}</>
  if (style?.code) node = <code>{node}</code>
  if (style?.strike) node = <s>{node}</s>
  if (style?.underline) node = <u>{node}</u>
  if (style?.italic) node = <em>{node}</em>
  if (style?.bold) node = <strong>{node}</strong>
  return node
}

function Leaf({ of }: { of: RichInline }): JSX.Element {
  switch (of.type) {
    case 'text':
      return of.style?.code ? <>{of.text}</> : <GlyphText text={of.text} />
    case 'link':
      return <Link url={of.url}>{of.text || of.url.replace(/^mailto:/, '')}</Link>
    case 'emoji':
      return <GlyphText text={of.unicode ? decodeEmoji(of.unicode) : (findEmoji(of.name) ?? `:${of.name}:`)} />
    case 'user':
      return <UserMention id={of.user_id} />
    case 'channel':
      return <ChannelMention id={of.channel_id} />
    case 'usergroup':
      return <span class="mention">@{getGroupHandle(of.usergroup_id)}</span>
    case 'team':
      return <span class="mention">@{of.team_id}</span>
    case 'broadcast':
      return <span class="mention loud">@{of.range}</span>
    case 'color':
      return (
        <span class="swatch">
          <i style={{ background: /^#[0-9a-f]{3,8}$/i.test(of.value) ? of.value : 'none' }} />
          {of.value}
        </span>
      )
    case 'date':
      return <DateToken timestamp={of.timestamp} format={of.format} url={of.url} fallback={of.fallback ?? ''} />
  }
}

function Leaves({ elements }: { elements: RichInline[] }): JSX.Element {
  return (
    <>
      {elements.map((leaf, index) => (
        <Styled key={index} style={leaf.style}>
          <Leaf of={leaf} />
        </Styled>
      ))}
    </>
  )
}

const MARKERS = { ordered: ['decimal', 'lower-alpha', 'lower-roman'], bullet: ['disc', 'circle', 'square'] }

function RichPart({ of }: { of: RichElement }): JSX.Element {
  switch (of.type) {
    case 'rich_text_section':
      return (
        <p class="plain" dir="auto">
          <Leaves elements={of.elements} />
        </p>
      )
    case 'rich_text_preformatted':
      return (
        <pre dir="auto">
          <code>
            <Leaves elements={of.elements} />
          </code>
        </pre>
      )
    case 'rich_text_quote':
      return (
        <blockquote class="plain" dir="auto">
          <Leaves elements={of.elements} />
        </blockquote>
      )
    case 'rich_text_list': {
      const Tag = of.style === 'ordered' ? 'ol' : 'ul'
      const indent = of.indent ?? 0
      const style = { marginInlineStart: `${indent * 24}px`, listStyleType: MARKERS[of.style]?.[indent % 3] ?? 'disc' }
      return (
        <Tag
          dir="auto"
          style={style}
          {...(of.style === 'ordered' && { start: (of.offset ?? 0) + 1 })}
          class={of.border ? 'bordered' : ''}
        >
          {of.elements.map((item, index) => (
            <li key={index} class="plain" dir="auto">
              <Leaves elements={item.elements} />
            </li>
          ))}
        </Tag>
      )
    }
  }
}

export function RichTextView({ of }: { of: RichText }): JSX.Element {
  return (
    <div class="text rich">
      {of.elements.map((part, index) => (
        <RichPart key={index} of={part} />
      ))}
    </div>
  )
}

/** The text without its styles, for previews and accessible names. */
export const toPlainText = (of: RichText): string => {
  const leaf = (inline: RichInline): string =>
    'text' in inline && inline.text ? inline.text : 'url' in inline ? (inline.url ?? '') : ''
  return of.elements
    .flatMap((part) =>
      part.type === 'rich_text_list' ? part.elements.flatMap((item) => item.elements) : part.elements,
    )
    .map(leaf)
    .join('')
}
