import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { Icon } from '../ui/line-icon.tsx'
import type { TableCell, TableBlock } from '../slack-types/block-types.ts'
import { readCellText, CellView } from './table-cell.tsx'

function compareCells(a: TableCell | undefined, b: TableCell | undefined): number {
  if (a?.type === 'raw_number' && b?.type === 'raw_number') return a.value - b.value
  return readCellText(a).localeCompare(readCellText(b), undefined, { numeric: true })
}

/** Sorted by a press on a heading, paged, searchable when it is long. */
export function DataTable({ of }: { of: Extract<TableBlock, { type: 'data_table' }> }): JSX.Element {
  const [head = [], ...rows] = of.rows
  const [sort, setSort] = useState<{ column: number; down: boolean } | undefined>(undefined)
  const [page, setPage] = useState(0)
  const [query, setQuery] = useState('')
  const size = of.page_size ?? 10
  const shown = useMemo(() => {
    const words = query.trim().toLowerCase()
    const found = words
      ? rows.filter((row) => row.some((cell) => readCellText(cell).toLowerCase().includes(words)))
      : rows
    if (!sort) return found
    const sorted = found.toSorted((a, b) => compareCells(a[sort.column], b[sort.column]))
    return sort.down ? sorted.toReversed() : sorted
  }, [of, sort, query])
  const pages = Math.max(1, Math.ceil(shown.length / size))
  const at = Math.min(page, pages - 1)
  const numeric = head.map((_, column) => rows.every((row) => row[column]?.type === 'raw_number'))
  return (
    <div class="data-table">
      <div class="data-head">
        <strong>{of.caption}</strong>
        {rows.length > size && (
          <input
            class="field slim"
            type="search"
            placeholder="Filter rows"
            aria-label={`Filter ${of.caption}`}
            value={query}
            onInput={(event) => {
              setQuery(event.currentTarget.value)
              setPage(0)
            }}
          />
        )}
      </div>
      <div class="table-wrap" tabIndex={0} role="region" aria-label={of.caption}>
        <table>
          <thead>
            <tr>
              {head.map((cell, column) => {
                const on = sort?.column === column
                return (
                  <th
                    key={column}
                    scope="col"
                    class={numeric[column] ? 'right' : 'left'}
                    aria-sort={on ? (sort.down ? 'descending' : 'ascending') : 'none'}
                  >
                    <button type="button" onClick={() => setSort(on && sort.down ? undefined : { column, down: on })}>
                      {readCellText(cell)}
                      {on && <Icon name={sort.down ? 'down' : 'up'} size={12} />}
                    </button>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {shown.slice(at * size, at * size + size).map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => {
                  const Tag = column === (of.row_header_column_index ?? 0) ? 'th' : 'td'
                  return (
                    <Tag
                      key={column}
                      class={numeric[column] ? 'right' : 'left'}
                      {...(Tag === 'th' && { scope: 'row' as const })}
                    >
                      <CellView of={cell} />
                    </Tag>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <div class="data-foot">
          <span>
            {at * size + 1} to {Math.min(shown.length, at * size + size)} of {shown.length}
          </span>
          <button type="button" class="button slim" disabled={at === 0} onClick={() => setPage(at - 1)}>
            Previous
          </button>
          <button type="button" class="button slim" disabled={at >= pages - 1} onClick={() => setPage(at + 1)}>
            Next
          </button>
        </div>
      )}
    </div>
  )
}
