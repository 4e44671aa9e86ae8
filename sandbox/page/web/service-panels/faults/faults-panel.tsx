import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { postControl } from '../../model/control-api.ts'
import { askQuestion } from '../../elements/confirm-dialog.tsx'
import { runWithToast } from '../../ui/toast-messages.tsx'
import type { AppProcess, WebhookDelivery } from '../../model/control-types.ts'
import { FaultSwitches } from './fault-switches.tsx'
import { Panel, StatusPill, SegmentedControl, useControlRead } from '../panel-parts.tsx'

const SPEEDS: [number, string][] = [
  [1, '1×'],
  [10, '10×'],
  [60, '60×'],
  [600, '600×'],
  [3600, '3600×'],
]

const STATES: Record<string, string> = { running: 'Running', stopped: 'Stopped' }

function AppControls(): JSX.Element {
  const app = useControlRead<AppProcess>('/app', ['app'])
  const [busy, setBusy] = useState(false)
  const state = app.value?.state
  const act = async (action: string): Promise<void> => {
    setBusy(true)
    await runWithToast(() => postControl('/app', { action }))
    await app.again()
    setBusy(false)
  }
  return (
    <Panel
      title="The app"
      more={
        state && (
          <StatusPill tone={state === 'running' ? 'good' : 'warn'}>{STATES[state] ?? 'Started by hand'}</StatusPill>
        )
      }
    >
      {state === 'running' || state === 'stopped' ? (
        <div class="actions" aria-busy={busy}>
          <button type="button" class="button" disabled={busy || state === 'running'} onClick={() => void act('start')}>
            Start
          </button>
          <button
            type="button"
            class="button"
            disabled={busy || state !== 'running'}
            onClick={() => void act('restart')}
          >
            Restart
          </button>
          <button
            type="button"
            class="button danger"
            disabled={busy || state !== 'running'}
            onClick={() => void act('kill')}
          >
            Kill
          </button>
        </div>
      ) : (
        <p class="faint">It was not started by the sandbox. Stop and start it where it runs.</p>
      )}
      {app.value?.pid ? <p class="faint">Process {app.value.pid}. Killed means at once, as by a power cut.</p> : null}
    </Panel>
  )
}

export function FaultsPanel(): JSX.Element {
  const clock = useControlRead<{ scale: number }>('/clock', ['weather'])
  const deliveries = useControlRead<WebhookDelivery[]>('/mail/deliveries', ['mail'])
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
            onPick={(scale) => void runWithToast(() => postControl('/clock', { scale })).then(clock.again)}
          />
          <p class="faint">
            Retries, quotas, rate windows and scripts run this much faster. The 3 and 15 second deadlines stay.
          </p>
        </Panel>
        <Panel title="Once more">
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
              : 'No mail event was sent yet.'}
          </p>
        </Panel>
        <AppControls />
        <Panel title="Start over">
          <button
            type="button"
            class="button danger"
            onClick={() =>
              void askQuestion(
                'Reset the sandbox',
                'Messages, jobs, mails, faults and the clock go back to the start. What the app has stored stays.',
                'Reset',
                true,
              ).then((yes) =>
                yes ? runWithToast(() => postControl('/reset', {}), 'The sandbox is back at its start') : undefined,
              )
            }
          >
            Reset the sandbox
          </button>
        </Panel>
      </div>
    </div>
  )
}
