import type { JSX } from 'preact'
import type { Exchange } from '../../../../control-types.ts'
import { formatTimeWithSeconds } from '../../text/format-time.ts'
import { describeExchange, hasFailed, readSystem } from './describe-exchange.ts'

/** An exchange of the list, with the number of repeats; a click opens or closes its bodies. */
export function ExchangeRow(props: {
  exchange: Exchange
  /** How often it was repeated, itself included. */
  count: number
  open: boolean
  onToggle: () => void
}): JSX.Element {
  const { exchange } = props
  const fromApp = exchange.direction === 'from-app'
  return (
    <button
      type="button"
      class={`wire-row${hasFailed(exchange) ? ' bad' : ''}`}
      aria-pressed={props.open}
      onClick={props.onToggle}
    >
      <span class="wire-time">{formatTimeWithSeconds(new Date(exchange.at))}</span>
      <span class={`wire-way ${exchange.direction}`} title={fromApp ? 'From the app' : 'To the app'}>
        {fromApp ? '→' : '←'} {readSystem(exchange)}
      </span>
      <span class="wire-path">
        <b>{exchange.method}</b> {describeExchange(exchange)}
      </span>
      <span class="wire-count">{props.count > 1 && `×${props.count}`}</span>
      <span class="wire-status">{exchange.status || 'none'}</span>
      <span class="wire-ms">{Math.round(exchange.ms)} ms</span>
    </button>
  )
}
