import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { getOptional } from '../../model/control-api.ts'
import { subscribeToEvents } from '../../model/live-events.ts'
import { formatTimeWithSeconds } from '../../text/format-time.ts'
import { Icon } from '../../ui/line-icon.tsx'
import { Skeleton, EmptyState } from '../../ui/load-states.tsx'
import type { Exchange } from '../../model/control-types.ts'
import { SegmentedControl } from '../panel-parts.tsx'

const KEPT = 2000
const SHOWN = 200

/** A body as one reads it: JSON indented, forms opened, a `payload` inside a form too. */
function formatBody(body: string): string {
  const text = body.trim()
  if (!text) return ''
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    if (!/^[\w.%+-]+=/.test(text)) return body
  }
  const open = (value: string): unknown => {
    try {
      return /^[[{]/.test(value) ? (JSON.parse(value) as unknown) : value
    } catch {
      return value
    }
  }
  return JSON.stringify(
    Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, open(value)])),
    null,
    2,
  )
}

const hasFailed = (exchange: Exchange): boolean =>
  exchange.status === 0 ||
  exchange.status >= 400 ||
  (exchange.system.startsWith('slack') && exchange.responseBody.startsWith('{"ok":false'))

const readSystem = (exchange: Exchange): string => (exchange.system.startsWith('slack') ? 'slack' : exchange.system)

const NAMES: Record<string, string> = { slack: 'Slack', agent: 'the agent', mail: 'the mailbox' }
const readSystemName = (exchange: Exchange): string => NAMES[readSystem(exchange)] ?? exchange.system

/** What an exchange is about: the event or command inside, where the path alone does not tell. */
function describeExchange(exchange: Exchange): string {
  if (exchange.direction === 'from-app') return exchange.path
  const type =
    /"event_type":"([^"]+)"/.exec(exchange.requestBody)?.[1] ??
    /"event":\{"type":"([^"]+)"/.exec(exchange.requestBody)?.[1]
  const form = /(?:^|&)command=([^&]+)/.exec(exchange.requestBody)?.[1]
  const interaction = /payload=.*?%22type%22%3A%22([a-z_]+)/.exec(exchange.requestBody)?.[1]
  const more = type ?? (form && decodeURIComponent(form)) ?? interaction
  return more ? `${exchange.path} · ${more}` : exchange.path
}

function useRequestLog(): { list: Exchange[] | undefined; clear: () => void } {
  const [list, setList] = useState<Exchange[] | undefined>(undefined)
  useEffect(() => {
    let waiting: Exchange[] = []
    let frame = 0
    const flush = (): void => {
      frame = 0
      const fresh = waiting
      waiting = []
      setList((before) => [...(before ?? []), ...fresh].slice(-KEPT))
    }
    void getOptional<Exchange[]>('/wire').then((all) => {
      setList((before) => {
        const known = new Set((all ?? []).map((exchange) => exchange.id))
        return [...(all ?? []), ...(before ?? []).filter((exchange) => !known.has(exchange.id))].slice(-KEPT)
      })
    })
    const stop = subscribeToEvents(['wire'], (happening) => {
      if (happening.type === 'reset') return setList([])
      if (!happening.exchange) return
      waiting.push(happening.exchange)
      frame ||= requestAnimationFrame(flush)
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [])
  return { list, clear: () => setList([]) }
}

function ExchangeDetail({ exchange, onClose }: { exchange: Exchange; onClose: () => void }): JSX.Element {
  const parts: [string, string][] = [
    ['Request', formatBody(exchange.requestBody)],
    ['Response', formatBody(exchange.responseBody)],
  ]
  return (
    <aside class="wire-detail" aria-label="Exchange">
      <header>
        <button type="button" class="quiet small" aria-label="Close" onClick={onClose}>
          <Icon name="close" size={16} />
        </button>
        <strong>
          {exchange.method} {exchange.path}
        </strong>
      </header>
      <div class="desk-scroll" tabIndex={0} role="region" aria-label="Bodies">
        <p class="faint">
          {exchange.direction === 'from-app'
            ? `The app called ${readSystemName(exchange)}`
            : `${readSystemName(exchange)} called the app`}{' '}
          at {formatTimeWithSeconds(new Date(exchange.at))} · {exchange.status || 'no answer'} ·{' '}
          {Math.round(exchange.ms)} ms
          {exchange.fault && ` · fault: ${exchange.fault}`}
        </p>
        {parts.map(([name, body]) => (
          <section key={name}>
            <h4>
              {name}
              <button
                type="button"
                class="link-button"
                disabled={!body}
                onClick={() => void navigator.clipboard.writeText(body)}
              >
                Copy
              </button>
            </h4>
            <pre class="mail-text source">{body || 'No body.'}</pre>
          </section>
        ))}
      </div>
    </aside>
  )
}

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
