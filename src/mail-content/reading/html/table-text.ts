import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { sanitizeLine } from '../../../core/sanitize-text.ts'
import { isBlock } from './html-elements.ts'

const MAX_WIDTH = 76
const MAX_CELL = 40
const MAX_ROWS = 100
const rich = new Set(['table', 'a', 'img', 'ul', 'ol', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'form'])

type IsShown = (element: Element) => boolean

const elements = (node: Element): Element[] => node.children.filter((child) => isTag(child))

function rowsOf(table: Element): Element[] {
  return elements(table).flatMap((child) =>
    child.name === 'tr' ? [child] : ['tbody', 'thead', 'tfoot'].includes(child.name) ? rowsOf(child) : [],
  )
}

/** Undefined for a cell that contains more than text. */
function cellText(node: AnyNode, isShown: IsShown): string | undefined {
  if (isText(node)) return node.data
  if (!isTag(node)) return ''
  if (rich.has(node.name)) return undefined
  if (!isShown(node)) return ''
  if (node.name === 'br') return ' '
  let text = ''
  for (const child of node.children) {
    const inner = cellText(child, isShown)
    if (inner === undefined) return undefined
    text += isTag(child) && isBlock(child.name) ? ` ${inner} ` : inner
  }
  return text
}

/** East Asian letters and pictures take two places in a fixed-width line. */
const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]|\p{Extended_Pictographic}/gu
const widthOf = (text: string): number =>
  text.length + (text.match(WIDE) ?? []).filter((char) => char.length === 1).length

/** Draws a table of plain values with blanks; undefined for a layout table, or one that is too wide. */
export function drawTable(table: Element, isShown: IsShown): string | undefined {
  const rows = rowsOf(table)
    .slice(0, MAX_ROWS + 1)
    .filter(isShown)
    .map((row) =>
      elements(row)
        .filter((cell) => cell.name === 'td' || cell.name === 'th')
        .map((cell) => cellText(cell, isShown)),
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
