import type { JSX } from 'preact'
import type { TableBlock } from '../slack-types/block-types.ts'
import { DataTable } from './data-table.tsx'
import { CellView } from './table-cell.tsx'

function PlainTable({ of }: { of: Extract<TableBlock, { type: 'table' }> }): JSX.Element {
  const [head = [], ...rows] = of.rows
  const align = (column: number): string => {
    const settings = of.column_settings?.[column]
    return `${settings?.align ?? 'left'}${settings?.is_wrapped ? ' wrapped' : ''}`
  }
  return (
    <div class="table-wrap" tabIndex={0} role="region" aria-label="Table">
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} scope="col" dir="auto" class={align(column)}>
                <CellView of={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} dir="auto" class={align(column)}>
                  <CellView of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const TableView = ({ of }: { of: TableBlock }): JSX.Element =>
  of.type === 'table' ? <PlainTable of={of} /> : <DataTable of={of} />
