import type { JSX } from 'preact'
import { GlyphText } from './status-glyphs.tsx'
import { replaceEmojiNames } from './emoji-names.ts'
import { Link } from './inline-links.tsx'

const INLINE =
  /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)|!?\[([^\]]*)\]\(([^)\s]+)(?:\s+"[^"]*")?\)|\*\*(\S(?:[\s\S]*?\S)?)\*\*|__(\S(?:[\s\S]*?\S)?)__|~~(\S(?:[\s\S]*?\S)?)~~|\*(\S(?:[\s\S]*?\S)?)\*|\b_(\S(?:[\s\S]*?\S)?)_\b|<(https?:[^>\s]+)>|(https?:\/\/[^\s<>()]+[^\s<>().,;:!?])/

/** Standard Markdown within a line. */
function MarkdownInline({ text }: { text: string }): JSX.Element {
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

const splitCells = (line: string): string[] =>
  line
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim())

const ITEM = /^(\s*)([-*+]|\d+[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/

function MarkdownList({ lines }: { lines: string[] }): JSX.Element {
  const first = ITEM.exec(lines[0] ?? '')
  const base = first?.[1]?.length ?? 0
  const items: { text: string; task: string | undefined; below: string[] }[] = []
  for (const line of lines) {
    const item = ITEM.exec(line)
    const last = items.at(-1)
    if (item && (item[1]?.length ?? 0) <= base + 1) items.push({ text: item[4] ?? '', task: item[3], below: [] })
    else last?.below.push(line)
  }
  const Tag = /\d/.test(first?.[2] ?? '') ? 'ol' : 'ul'
  return (
    <Tag {...(Tag === 'ol' && { start: Number.parseInt(first?.[2] ?? '1', 10) })}>
      {items.map((item, index) => (
        <li key={index} class={item.task === undefined ? '' : 'task-item'}>
          {item.task !== undefined && <input type="checkbox" disabled checked={item.task !== ' '} aria-label="Done" />}
          <MarkdownInline text={item.text} />
          {item.below.length > 0 && (
            <MarkdownDocument lines={item.below.map((line) => line.slice(Math.min(base + 2, line.search(/\S|$/))))} />
          )}
        </li>
      ))}
    </Tag>
  )
}

/** Takes lines from the front as long as they belong together. */
function MarkdownDocument({ lines }: { lines: string[] }): JSX.Element {
  const nodes: JSX.Element[] = []
  let at = 0
  const take = (fits: (line: string) => boolean): string[] => {
    const from = at
    while (at < lines.length && fits(lines[at] ?? '')) at++
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const key = at
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line)
    if (!line.trim()) at++
    else if (/^\s*(```|~~~)/.test(line)) {
      const fence = line.trim().slice(0, 3)
      at++
      const code = take((next) => !next.trim().startsWith(fence))
      at++
      nodes.push(
        <pre key={key}>
          <code>{code.join('\n')}</code>
        </pre>,
      )
    } else if (heading) {
      at++
      nodes.push(
        <h4 key={key} class={`md-${heading[1]?.length}`}>
          <MarkdownInline text={heading[2] ?? ''} />
        </h4>,
      )
    } else if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) {
      at++
      nodes.push(<hr key={key} />)
    } else if (/^\s*>/.test(line)) {
      const quote = take((next) => /^\s*>/.test(next)).map((next) => next.replace(/^\s*> ?/, ''))
      nodes.push(
        <blockquote key={key}>
          <MarkdownDocument lines={quote} />
        </blockquote>,
      )
    } else if (ITEM.test(line))
      nodes.push(
        <MarkdownList
          key={key}
          lines={take((next) => ITEM.test(next) || (/^\s{2,}\S/.test(next) && next.trim() !== ''))}
        />,
      )
    else if (line.includes('|') && /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/.test(lines[at + 1] ?? '')) {
      const [head = '', , ...rows] = take((next) => next.includes('|'))
      nodes.push(
        <div key={key} class="table-wrap" tabIndex={0} role="region" aria-label="Table">
          <table>
            <thead>
              <tr>
                {splitCells(head).map((cell, index) => (
                  <th key={index} scope="col">
                    <MarkdownInline text={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  {splitCells(row).map((cell, column) => (
                    <td key={column}>
                      <MarkdownInline text={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>,
      )
    } else {
      const paragraph = [line]
      at++
      paragraph.push(
        ...take((next) => next.trim() !== '' && !/^\s*(#{1,6}\s|>|```|~~~)/.test(next) && !ITEM.test(next)),
      )
      nodes.push(
        <p key={key} class="plain">
          <MarkdownInline text={paragraph.join('\n')} />
        </p>,
      )
    }
  }
  return <>{nodes}</>
}

export function MarkdownText({ text }: { text: string }): JSX.Element {
  return (
    <div class="text markdown">
      <MarkdownDocument lines={text.split(/\r?\n/)} />
    </div>
  )
}
