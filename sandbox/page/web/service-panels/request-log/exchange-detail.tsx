import type { JSX } from 'preact'
import { formatTimeWithSeconds } from '../../text/format-time.ts'
import { Icon } from '../../ui/line-icon.tsx'
import { formatBody, readSystemName } from './describe-exchange.ts'
import type { ExchangeGroup } from './group-exchanges.ts'

const TIMES_SHOWN = 20

export function ExchangeDetail({ group, onClose }: { group: ExchangeGroup; onClose: () => void }): JSX.Element {
  const { exchange, times } = group
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
        {times.length > 1 && (
          <p class="faint">
            {times.length} times with the same answer:{' '}
            {times
              .slice(0, TIMES_SHOWN)
              .map((at) => formatTimeWithSeconds(new Date(at)))
              .join(', ')}
            {times.length > TIMES_SHOWN && ', …'}
          </p>
        )}
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
