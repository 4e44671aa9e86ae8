import type { JSX } from 'preact'
import { GlyphText } from './status-glyphs.tsx'
import { replaceEmojiNames } from './emoji-names.ts'
import { Link } from './inline-links.tsx'

const INLINE =
  /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)|!?\[([^\]]*)\]\(([^)\s]+)(?:\s+"[^"]*")?\)|\*\*(\S(?:[\s\S]*?\S)?)\*\*|__(\S(?:[\s\S]*?\S)?)__|~~(\S(?:[\s\S]*?\S)?)~~|\*(\S(?:[\s\S]*?\S)?)\*|\b_(\S(?:[\s\S]*?\S)?)_\b|<(https?:[^>\s]+)>|(https?:\/\/[^\s<>()]+[^\s<>().,;:!?])/

/** Renders standard Markdown within a line. */
export function MarkdownInline({ text }: { text: string }): JSX.Element {
  const found = INLINE.exec(text)
  if (!found) return <GlyphText text={replaceEmojiNames(text.replace(/\\([\\`*_{}[\]()#+\-.!~|>])/g, '$1'))} />
  const [whole, , code, label, address, bold, strong, strike, star, under, angle, bare] = found
  const url = address ?? angle ?? bare
  let node: JSX.Element
  if (code !== undefined) node = <code>{code}</code>
  else if (url !== undefined) node = <Link url={url}>{label || url}</Link>
  else if (bold !== undefined || strong !== undefined) {
    node = (
      <strong>
        <MarkdownInline text={bold ?? strong ?? ''} />
      </strong>
    )
  } else if (strike !== undefined) {
    node = (
      <s>
        <MarkdownInline text={strike} />
      </s>
    )
  } else {
    node = (
      <em>
        <MarkdownInline text={star ?? under ?? ''} />
      </em>
    )
  }
  const after = text.slice(found.index + whole.length)
  return (
    <>
      {found.index > 0 && <GlyphText text={replaceEmojiNames(text.slice(0, found.index))} />}
      {node}
      {after && <MarkdownInline text={after} />}
    </>
  )
}
