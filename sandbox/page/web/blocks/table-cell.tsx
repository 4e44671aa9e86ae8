import type { JSX } from 'preact'
import { GlyphText } from '../text/status-glyphs.tsx'
import { RichTextView, toPlainText } from '../text/rich-text.tsx'
import type { TableCell } from '../slack-types/block-types.ts'

const number = new Intl.NumberFormat()
export const readCellText = (cell: TableCell | undefined): string => {
  if (!cell) return ''
  if (cell.type === 'raw_number') return cell.text ?? number.format(cell.value)
  return cell.type === 'raw_text' ? cell.text : toPlainText(cell)
}

export function CellView({ of }: { of: TableCell | undefined }): JSX.Element | null {
  if (!of) return null
  return of.type === 'rich_text' ? <RichTextView of={of} /> : <GlyphText text={readCellText(of)} />
}
