import { Fragment, type JSX } from 'preact'
import { MarkdownInline } from './markdown-inline.tsx'

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
        <li dir="auto" key={index} class={item.task === undefined ? '' : 'task-item'}>
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

/** A part of a document, and the index of the line after it. */
interface MarkdownPiece {
  node: JSX.Element
  end: number
}

function takeLines(lines: string[], from: number, fits: (line: string) => boolean): string[] {
  const end = lines.findIndex((line, index) => index >= from && !fits(line))
  return lines.slice(from, end < 0 ? lines.length : end)
}

const FENCE = /^\s*(```|~~~)/
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/
const RULE = /^\s*([-*_])(\s*\1){2,}\s*$/
const QUOTE = /^\s*>/
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/

function readFence(lines: string[], at: number): MarkdownPiece {
  const fence = (lines[at] ?? '').trim().slice(0, 3)
  const code = takeLines(lines, at + 1, (next) => !next.trim().startsWith(fence))
  return {
    node: (
      <pre>
        <code>{code.join('\n')}</code>
      </pre>
    ),
    end: at + code.length + 2,
  }
}

function readQuote(lines: string[], at: number): MarkdownPiece {
  const quote = takeLines(lines, at, (next) => QUOTE.test(next))
  return {
    node: (
      <blockquote dir="auto">
        <MarkdownDocument lines={quote.map((line) => line.replace(/^\s*> ?/, ''))} />
      </blockquote>
    ),
    end: at + quote.length,
  }
}

function readList(lines: string[], at: number): MarkdownPiece {
  const list = takeLines(lines, at, (next) => ITEM.test(next) || (/^\s{2,}\S/.test(next) && next.trim() !== ''))
  return { node: <MarkdownList lines={list} />, end: at + list.length }
}

function readTable(lines: string[], at: number): MarkdownPiece {
  const table = takeLines(lines, at, (next) => next.includes('|'))
  return { node: <MarkdownTable lines={table} />, end: at + table.length }
}

function readParagraph(lines: string[], at: number): MarkdownPiece {
  const more = takeLines(
    lines,
    at + 1,
    (next) => next.trim() !== '' && !/^\s*(#{1,6}\s|>|```|~~~)/.test(next) && !ITEM.test(next),
  )
  return {
    node: (
      <p class="plain" dir="auto">
        <MarkdownInline text={[lines[at] ?? '', ...more].join('\n')} />
      </p>
    ),
    end: at + 1 + more.length,
  }
}

function readPiece(lines: string[], at: number): MarkdownPiece {
  const line = lines[at] ?? ''
  if (FENCE.test(line)) return readFence(lines, at)
  const heading = HEADING.exec(line)
  if (heading) {
    const node = (
      <h4 dir="auto" class={`md-${heading[1]?.length}`}>
        <MarkdownInline text={heading[2] ?? ''} />
      </h4>
    )
    return { node, end: at + 1 }
  }
  if (RULE.test(line)) return { node: <hr />, end: at + 1 }
  if (QUOTE.test(line)) return readQuote(lines, at)
  if (ITEM.test(line)) return readList(lines, at)
  if (line.includes('|') && TABLE_RULE.test(lines[at + 1] ?? '')) return readTable(lines, at)
  return readParagraph(lines, at)
}

function MarkdownTable({ lines }: { lines: string[] }): JSX.Element {
  const [head = '', , ...rows] = lines
  return (
    <div class="table-wrap" tabIndex={0} role="region" aria-label="Table">
      <table>
        <thead>
          <tr>
            {splitCells(head).map((cell, index) => (
              <th key={index} scope="col" dir="auto">
                <MarkdownInline text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {splitCells(row).map((cell, column) => (
                <td key={column} dir="auto">
                  <MarkdownInline text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function MarkdownDocument({ lines }: { lines: string[] }): JSX.Element {
  const nodes: JSX.Element[] = []
  let at = 0
  while (at < lines.length) {
    if (lines[at]?.trim()) {
      const { node, end } = readPiece(lines, at)
      nodes.push(<Fragment key={at}>{node}</Fragment>)
      at = end
    } else at++
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
