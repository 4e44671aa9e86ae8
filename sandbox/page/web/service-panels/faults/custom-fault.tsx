import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { postControl } from '../../model/control-api.ts'
import { runWithToast } from '../../ui/toast-messages.tsx'
import type { Fault } from '../../../../control-types.ts'
import { SelectField } from '../panel-parts.tsx'

const TARGETS: [Fault['target'], string][] = [
  ['slack', 'Slack'],
  ['agent', 'Agent'],
  ['mail', 'Mailbox'],
  ['events', 'Events'],
]
const CALL_MODES = [
  'status',
  'delay',
  'hang',
  'reset',
  'accept-then-drop',
  'accept-then-hang',
  'truncate',
  'html',
  'wrong-types',
]
const EVENT_MODES = ['delay', 'duplicate', 'reorder', 'drop']

export function CustomFault({ onAdded }: { onAdded: () => Promise<void> }): JSX.Element {
  const [target, setTarget] = useState<Fault['target']>('slack')
  const [mode, setMode] = useState('status')
  const [match, setMatch] = useState('')
  const [status, setStatus] = useState('')
  const [times, setTimes] = useState('')
  const modes = target === 'events' ? EVENT_MODES : CALL_MODES
  const current = modes.includes(mode) ? mode : (modes[0] ?? mode)
  return (
    <details class="own-fault">
      <summary>Add another fault</summary>
      <form
        class="own-fault-form"
        onSubmit={(event) => {
          event.preventDefault()
          const fault = {
            target,
            mode: current,
            ...(match && { match }),
            ...(status && { status: Number(status) }),
            ...(times && { times: Number(times) }),
          }
          void runWithToast(() => postControl('/faults', fault)).then(onAdded)
        }}
      >
        <SelectField label="System" value={target} options={TARGETS} onPick={setTarget} />
        <SelectField label="Kind" value={current} options={modes.map((one) => [one, one])} onPick={setMode} />
        <input
          class="field slim"
          placeholder="Part of METHOD /path"
          aria-label="Part of the call"
          value={match}
          onInput={(event) => setMatch(event.currentTarget.value)}
        />
        {(current === 'status' || current === 'html') && (
          <input
            class="field slim short"
            inputMode="numeric"
            placeholder="Status"
            aria-label="Status"
            value={status}
            onInput={(event) => setStatus(event.currentTarget.value)}
          />
        )}
        <input
          class="field slim short"
          inputMode="numeric"
          placeholder="Times"
          aria-label="Times"
          value={times}
          onInput={(event) => setTimes(event.currentTarget.value)}
        />
        <button type="submit" class="button slim">
          Add
        </button>
      </form>
    </details>
  )
}
