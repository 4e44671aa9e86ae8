import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { postControl } from '../../model/control-api.ts'
import { runWithToast } from '../../ui/toast-messages.tsx'
import type { AppState } from '../../../../control-types.ts'
import { Panel, StatusPill } from '../panel-parts.tsx'
import { useControlRead } from '../use-control-read.ts'

const STATES: Record<string, string> = { running: 'Running', stopped: 'Stopped' }

export function AppControls(): JSX.Element {
  const app = useControlRead<AppState>('/app', ['app'])
  const [busy, setBusy] = useState(false)
  const state = app.value?.state
  const act = async (action: string): Promise<void> => {
    setBusy(true)
    await runWithToast(() => postControl('/app', { action }))
    await app.reload()
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
        <p class="faint">The sandbox didn’t start this app, so stop and start it where it runs.</p>
      )}
      {app.value?.pid ? (
        <p class="faint">Process {app.value.pid}. Kill ends it immediately, like a power cut.</p>
      ) : null}
    </Panel>
  )
}
