import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { formatTimeWithSeconds } from '../../text/format-time.ts'
import { Skeleton, EmptyState } from '../../ui/load-states.tsx'
import { SegmentedControl } from '../panel-parts.tsx'
import { hasFailed, readSystem, describeExchange } from './describe-exchange.ts'
import { useRequestLog } from './use-request-log.ts'
import { ExchangeDetail } from './exchange-detail.tsx'

const SHOWN = 200

const SYSTEMS: [string, string][] = [
  ['all', 'All'],
  ['slack', 'Slack'],
  ['agent', 'Agent'],
  ['mail', 'Mailbox'],
]

export function RequestLogPanel(): JSX.Element {
  const { list, clear } = useRequestLog()
  const [system, setSystem] = useState('all')
  const [query, setQuery] = useState('')
  const [bad, setBad] = useState(false)
  const [many, setMany] = useState(SHOWN)
  const [open, setOpen] = useState<number | undefined>(undefined)
  const found = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    return (list ?? [])
      .filter((exchange) => system === 'all' || readSystem(exchange) === system)
      .filter((exchange) => !bad || hasFailed(exchange))
      .filter((exchange) => {
        if (words.length === 0) return true
        const text =
          `${exchange.method} ${exchange.path} ${exchange.status} ${exchange.requestBody} ${exchange.responseBody}`.toLowerCase()
        return words.every((word) => text.includes(word))
      })
      .toReversed()
  }, [list, system, query, bad])
  const current = found.find((exchange) => exchange.id === open)
  return (
    <div class="wire-desk">
      <div class="wire-bar">
        <input
          class="field slim"
          type="search"
          placeholder="Filter by path, status or words in a body"
          aria-label="Filter"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <SegmentedControl label="System" value={system} options={SYSTEMS} onPick={setSystem} />
        <button type="button" class="chip" aria-pressed={bad} onClick={() => setBad(!bad)}>
          Only failures
        </button>
        <button type="button" class="chip" onClick={clear}>
          Clear
        </button>
      </div>
      <div class={`wire-body${current ? ' split' : ''}`}>
        <div class="wire-list desk-scroll" tabIndex={-1}>
          {!list ? (
            <Skeleton />
          ) : found.length === 0 ? (
            <EmptyState icon="wire" title={list.length === 0 ? 'Nothing on the wire yet' : 'Nothing fits the filter'}>
              {list.length === 0
                ? 'Every call between the app and the three systems stands here, with its bodies.'
                : ''}
            </EmptyState>
          ) : (
            <>
              {found.slice(0, many).map((exchange) => (
                <button
                  key={exchange.id}
                  type="button"
                  class={`wire-row${hasFailed(exchange) ? ' bad' : ''}`}
                  aria-pressed={exchange.id === open}
                  onClick={() => setOpen(exchange.id === open ? undefined : exchange.id)}
                >
                  <span class="wire-time">{formatTimeWithSeconds(new Date(exchange.at))}</span>
                  <span
                    class={`wire-way ${exchange.direction}`}
                    title={exchange.direction === 'from-app' ? 'From the app' : 'To the app'}
                  >
                    {exchange.direction === 'from-app' ? '→' : '←'} {readSystem(exchange)}
                  </span>
                  <span class="wire-path">
                    <b>{exchange.method}</b> {describeExchange(exchange)}
                  </span>
                  <span class="wire-status">{exchange.status || 'none'}</span>
                  <span class="wire-ms">{Math.round(exchange.ms)} ms</span>
                </button>
              ))}
              {found.length > many && (
                <button type="button" class="button slim" onClick={() => setMany(many + SHOWN)}>
                  Show {Math.min(SHOWN, found.length - many)} more of {found.length}
                </button>
              )}
            </>
          )}
        </div>
        {current && <ExchangeDetail exchange={current} onClose={() => setOpen(undefined)} />}
      </div>
    </div>
  )
}
