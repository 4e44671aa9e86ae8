import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { EmptyState, Skeleton } from '../../ui/load-states.tsx'
import { SegmentedControl } from '../panel-parts.tsx'
import { ExchangeDetail } from './exchange-detail.tsx'
import { ExchangeRow } from './exchange-row.tsx'
import { groupExchanges, type ExchangeGroup } from './group-exchanges.ts'
import { selectExchanges, type ExchangeFilter } from './select-exchanges.ts'
import { useRequestLog } from './use-request-log.ts'

const PAGE_SIZE = 200

const SYSTEMS: [string, string][] = [
  ['all', 'All'],
  ['slack', 'Slack'],
  ['agent', 'Agent'],
  ['mail', 'Mailbox'],
]

function FilterBar(props: {
  filter: ExchangeFilter
  onChange: (change: Partial<ExchangeFilter>) => void
  onClear: () => void
}): JSX.Element {
  const { filter, onChange } = props
  return (
    <div class="wire-bar">
      <input
        class="field slim"
        type="search"
        placeholder="Filter by path, status or words in a body"
        aria-label="Filter"
        value={filter.query}
        onInput={(event) => onChange({ query: event.currentTarget.value })}
      />
      <SegmentedControl
        label="System"
        value={filter.system}
        options={SYSTEMS}
        onPick={(system) => onChange({ system })}
      />
      <button
        type="button"
        class="chip"
        aria-pressed={filter.onlyFailures}
        onClick={() => onChange({ onlyFailures: !filter.onlyFailures })}
      >
        Only failures
      </button>
      <button type="button" class="chip" onClick={props.onClear}>
        Clear
      </button>
    </div>
  )
}

function ExchangeList(props: {
  found: ExchangeGroup[]
  open: number | undefined
  onOpen: (id: number | undefined) => void
  limit: number
  onMore: () => void
}): JSX.Element {
  const { found, open, onOpen, limit } = props
  return (
    <>
      {found.slice(0, limit).map(({ exchange, times, first }) => (
        <ExchangeRow
          key={first}
          exchange={exchange}
          count={times.length}
          open={first === open}
          onToggle={() => onOpen(first === open ? undefined : first)}
        />
      ))}
      {found.length > limit && (
        <button type="button" class="button slim" onClick={props.onMore}>
          Show {Math.min(PAGE_SIZE, found.length - limit)} more of {found.length}
        </button>
      )}
    </>
  )
}

export function RequestLogPanel(): JSX.Element {
  const { list, clear } = useRequestLog()
  const [filter, setFilter] = useState<ExchangeFilter>({ system: 'all', query: '', onlyFailures: false })
  const [open, setOpen] = useState<number | undefined>(undefined)
  const [limit, setLimit] = useState(PAGE_SIZE)
  const found = useMemo(() => groupExchanges(selectExchanges(list ?? [], filter)), [list, filter])
  const current = found.find(({ first }) => first === open)
  return (
    <div class="wire-desk">
      <FilterBar filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} onClear={clear} />
      <div class={`wire-body${current ? ' split' : ''}`}>
        <div class="wire-list desk-scroll" tabIndex={-1}>
          {!list ? (
            <Skeleton />
          ) : found.length === 0 ? (
            <EmptyState icon="pulse" title={list.length === 0 ? 'No requests yet' : 'Nothing matches the filter'}>
              {list.length === 0
                ? 'Every request between the app and the three services appears here, with its bodies.'
                : ''}
            </EmptyState>
          ) : (
            <ExchangeList
              found={found}
              open={open}
              onOpen={setOpen}
              limit={limit}
              onMore={() => setLimit(limit + PAGE_SIZE)}
            />
          )}
        </div>
        {current && <ExchangeDetail group={current} onClose={() => setOpen(undefined)} />}
      </div>
    </div>
  )
}
