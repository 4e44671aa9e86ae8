import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { TableBlock, TableCell } from '../slack-types/block-types.ts'
import { Icon } from '../ui/line-icon.tsx'
import { CellView, readCellText } from './table-cell.tsx'

interface Sorting {
  column: number
  down: boolean
}

function compareCells(a: TableCell | undefined, b: TableCell | undefined): number {
  if (a?.type === 'raw_number' && b?.type === 'raw_number') return a.value - b.value
  return readCellText(a).localeCompare(readCellText(b), undefined, { numeric: true })
}

function selectRows(rows: TableCell[][], query: string, sort: Sorting | undefined): TableCell[][] {
  const words = query.trim().toLowerCase()
  const found = words
    ? rows.filter((row) => row.some((cell) => readCellText(cell).toLowerCase().includes(words)))
    : rows
  if (!sort) return found
  const sorted = found.toSorted((a, b) => compareCells(a[sort.column], b[sort.column]))
  return sort.down ? sorted.toReversed() : sorted
}

function HeadCell(props: {
  cell: TableCell
  numeric: boolean | undefined
  sort: Sorting | undefined
  column: number
  onSort: (sort: Sorting | undefined) => void
}): JSX.Element {
  const { sort, column } = props
  const on = sort?.column === column
  return (
    <th
      scope="col"
      class={props.numeric ? 'right' : 'left'}
      aria-sort={on ? (sort.down ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" onClick={() => props.onSort(on && sort.down ? undefined : { column, down: on })}>
        {readCellText(props.cell)}
        {on && <Icon name={sort.down ? 'down' : 'up'} size={12} />}
      </button>
    </th>
  )
}

function BodyRow(props: { row: TableCell[]; numeric: boolean[]; headerColumn: number }): JSX.Element {
  return (
    <tr>
      {props.row.map((cell, column) => {
        const Tag = column === props.headerColumn ? 'th' : 'td'
        return (
          <Tag
            key={column}
            class={props.numeric[column] ? 'right' : 'left'}
            {...(Tag === 'th' && { scope: 'row' as const })}
          >
            <CellView of={cell} />
          </Tag>
        )
      })}
    </tr>
  )
}

function Pager(props: {
  at: number
  pages: number
  size: number
  count: number
  onPage: (page: number) => void
}): JSX.Element {
  const { at, size, count } = props
  return (
    <div class="data-foot">
      <span>
        {at * size + 1} to {Math.min(count, at * size + size)} of {count}
      </span>
      <button type="button" class="button slim" disabled={at === 0} onClick={() => props.onPage(at - 1)}>
        Previous
      </button>
      <button type="button" class="button slim" disabled={at >= props.pages - 1} onClick={() => props.onPage(at + 1)}>
        Next
      </button>
    </div>
  )
}

/** A table that is sorted by a click on a heading, paged, and searchable if it has more than one page. */
export function DataTable({ of }: { of: Extract<TableBlock, { type: 'data_table' }> }): JSX.Element {
  const [head = [], ...rows] = of.rows
  const [sort, setSort] = useState<Sorting | undefined>(undefined)
  const [page, setPage] = useState(0)
  const [query, setQuery] = useState('')
  const size = of.page_size ?? 10
  const shown = useMemo(() => selectRows(rows, query, sort), [of, sort, query])
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
              {head.map((cell, column) => (
                <HeadCell
                  key={column}
                  cell={cell}
                  numeric={numeric[column]}
                  sort={sort}
                  column={column}
                  onSort={setSort}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.slice(at * size, at * size + size).map((row, index) => (
              <BodyRow key={index} row={row} numeric={numeric} headerColumn={of.row_header_column_index ?? 0} />
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && <Pager at={at} pages={pages} size={size} count={shown.length} onPage={setPage} />}
    </div>
  )
}
