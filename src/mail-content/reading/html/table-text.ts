import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { sanitizeLine } from '../../../core/sanitize-text.ts'
import { isUnseen, type TextLook } from './hidden-text.ts'
import { isBlock } from './html-elements.ts'

const MAX_WIDTH = 76
const MAX_CELL = 40
const MAX_ROWS = 100
const rich = new Set(['table', 'a', 'img', 'ul', 'ol', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'form'])

/** The look of the text in an element; undefined if nothing in it is shown. */
type LookInto = (element: Element, around: TextLook) => TextLook | undefined
type Row = [row: Element, look: TextLook]

const inner = (node: Element, around: TextLook, lookInto: LookInto): Row[] =>
  node.children.flatMap((child): Row[] => {
    const look = isTag(child) ? lookInto(child, around) : undefined
    return isTag(child) && look ? [[child, look]] : []
  })

/** The rows of a table; undefined if it has anything besides them. */
function rowsOf(table: Element, around: TextLook, lookInto: LookInto): Row[] | undefined {
  if (hasOther(table, (name) => /^(?:tr|tbody|thead|tfoot|colgroup|col)$/.test(name))) return undefined
  const rows: Row[] = []
  for (const [child, look] of inner(table, around, lookInto)) {
    const found =
      child.name === 'tr'
        ? [[child, look] satisfies Row]
        : child.name.startsWith('col')
          ? []
          : rowsOf(child, look, lookInto)
    if (!found) return undefined
    rows.push(...found)
  }
  return rows
}

/** Whether an element has text or elements where a table has none: they are shown above it. */
const hasOther = (node: Element, isPart: (name: string) => boolean): boolean =>
  node.children.some((child) => (isText(child) ? child.data.trim() !== '' : isTag(child) && !isPart(child.name)))

/** Undefined for a cell that contains more than text. */
function cellText(node: AnyNode, look: TextLook, lookInto: LookInto): string | undefined {
  if (isText(node)) return isUnseen(look) ? '' : node.data
  if (!isTag(node)) return ''
  if (rich.has(node.name)) return undefined
  const inside = lookInto(node, look)
  if (!inside) return ''
  if (node.name === 'br') return ' '
  return readCell(node, inside, lookInto)
}

function readCell(node: Element, look: TextLook, lookInto: LookInto): string | undefined {
  let text = ''
  for (const child of node.children) {
    const part = cellText(child, look, lookInto)
    if (part === undefined) return undefined
    text += isTag(child) && isBlock(child.name) ? ` ${part} ` : part
  }
  return text
}

/** East Asian letters and pictures take two places in a fixed-width line. */
const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]|\p{Extended_Pictographic}/gu
const widthOf = (text: string): number =>
  text.length + (text.match(WIDE) ?? []).filter((char) => char.length === 1).length

/** Draws a table of plain values with blanks; undefined for a layout table, or one that is too wide. */
export function drawTable(table: Element, look: TextLook, lookInto: LookInto): string | undefined {
  const found = rowsOf(table, look, lookInto)?.slice(0, MAX_ROWS + 1)
  if (found?.some(([row]) => hasOther(row, (name) => name === 'td' || name === 'th')) !== false) return undefined
  const rows = found.map(([row, around]) =>
    inner(row, around, lookInto).map(([cell, inside]) => readCell(cell, inside, lookInto)),
  )
  if (rows.length < 2 || rows.length > MAX_ROWS) return undefined
  const columns = Math.max(...rows.map((row) => row.length))
  if (columns < 2 || columns > 12) return undefined
  const cells: string[][] = []
  for (const row of rows) {
    if (row.some((cell) => cell === undefined)) return undefined
    cells.push(row.map((cell) => sanitizeLine(cell ?? '')))
  }
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...cells.map((row) => widthOf(row[column] ?? ''))),
  )
  if (Math.max(...widths) > MAX_CELL || widths.reduce((sum, width) => sum + width + 2, -2) > MAX_WIDTH) return undefined
  return cells
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
