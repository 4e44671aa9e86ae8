import type { JSX } from 'preact'
import { postControl } from '../../model/control-api.ts'
import { runWithToast } from '../../ui/toast-messages.tsx'
import type { Delivery } from '../../../../control-types.ts'
import { FaultSwitches } from './fault-switches.tsx'
import { Panel, SegmentedControl } from '../panel-parts.tsx'
import { useControlRead } from '../use-control-read.ts'
import { AppControls } from './app-controls.tsx'
import { ResetPanel } from './reset-panel.tsx'

const SPEEDS: [number, string][] = [
  [1, '1×'],
  [10, '10×'],
  [60, '60×'],
  [600, '600×'],
  [3600, '3600×'],
]

export function FaultsPanel(): JSX.Element {
  const clock = useControlRead<{ scale: number }>('/clock', ['weather'])
  const deliveries = useControlRead<Delivery[]>('/mail/deliveries', ['mail'])
  const last = deliveries.value?.at(-1)
  return (
    <div class="desk-columns weather">
      <FaultSwitches />
      <div class="desk-stack">
        <Panel title="Clock">
          <SegmentedControl
            label="Speed"
            value={clock.value?.scale}
            options={SPEEDS}
            onPick={(scale) => void runWithToast(() => postControl('/clock', { scale })).then(clock.reload)}
          />
          <p class="faint">
            Retries, quotas, rate windows and scripts run this much faster. The deadlines of 3 and 15 seconds stay as
            they are.
          </p>
        </Panel>
        <Panel title="Send again">
          <div class="actions">
            <button
              type="button"
              class="button"
              onClick={() =>
                void runWithToast(
                  () => postControl('/slack/redeliver', { times: 1 }),
                  'The last Slack event was sent again',
                )
              }
            >
              Last Slack event
            </button>
            <button
              type="button"
              class="button"
              disabled={!last}
              onClick={() =>
                void runWithToast(
                  () => postControl('/mail/redeliver', { event_id: last?.event_id, times: 1 }),
                  'The last mail event was sent again',
                )
              }
            >
              Last mail event
            </button>
          </div>
          <p class="faint">
            {last
              ? `Last mail event: ${last.event_type}, ${last.attempts.length} ${last.attempts.length === 1 ? 'attempt' : 'attempts'}`
              : 'No mail event has been sent yet.'}
          </p>
        </Panel>
        <AppControls />
        <ResetPanel />
      </div>
    </div>
  )
}
