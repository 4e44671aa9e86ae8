import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { postControl, deleteControl } from '../../model/control-api.ts'
import { Icon } from '../../ui/line-icon.tsx'
import { runWithToast } from '../../ui/toast-messages.tsx'
import type { Fault } from '../../model/control-types.ts'
import { SelectField, Panel, StatusPill, useControlRead } from '../panel-parts.tsx'
import { FAULT_PRESETS } from './fault-presets.ts'

const isSameFault = (fault: Fault, wanted: Omit<Fault, 'id'>): boolean =>
  fault.target === wanted.target &&
  fault.mode === wanted.mode &&
  fault.match === wanted.match &&
  fault.status === wanted.status

export function FaultSwitches(): JSX.Element {
  const faults = useControlRead<Fault[]>('/faults', ['weather'])
  const active = faults.value ?? []
  const flip = async (found: Fault | undefined, wanted: Omit<Fault, 'id'>): Promise<void> => {
    await runWithToast(() => (found ? deleteControl(`/faults/${found.id}`) : postControl('/faults', wanted)))
    await faults.again()
  }
  const others = active.filter(
    (fault) => !FAULT_PRESETS.some(([, list]) => list.some(([, wanted]) => isSameFault(fault, wanted))),
  )
  return (
    <Panel
      title="Faults"
      more={
        active.length > 0 ? (
          <button
            type="button"
            class="button slim"
            onClick={() => void runWithToast(() => deleteControl('/faults')).then(faults.again)}
          >
            Clear all
          </button>
        ) : (
          <StatusPill tone="good">Fair weather</StatusPill>
        )
      }
    >
      <div class="fault-groups">
        {FAULT_PRESETS.map(([group, list]) => (
          <fieldset key={group}>
            <legend>{group}</legend>
            {list.map(([words, wanted]) => {
              const found = active.find((fault) => isSameFault(fault, wanted))
              return (
                <label key={words} class="switch">
                  <input
                    type="checkbox"
                    role="switch"
                    checked={found !== undefined}
                    onChange={() => void flip(found, wanted)}
                  />
                  <span class="switch-track" aria-hidden="true" />
                  <span>{words}</span>
                </label>
              )
            })}
          </fieldset>
        ))}
      </div>
      {others.length > 0 && (
        <ul class="other-faults">
          {others.map((fault) => (
            <li key={fault.id}>
              <code>
                {[fault.target, fault.mode, fault.match, fault.status, fault.times && `${fault.times}×`]
                  .filter(Boolean)
                  .join(' · ')}
              </code>
              <button
                type="button"
                class="quiet small"
                aria-label={`Remove ${fault.id}`}
                onClick={() => void flip(fault, fault)}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <CustomFault again={faults.again} />
    </Panel>
  )
}

const TARGETS: [Fault['target'], string][] = [
  ['slack', 'Slack'],
  ['agent', 'Agent'],
  ['mail', 'Mailbox'],
  ['events', 'Events'],
]
const CALL_MODES = ['status', 'delay', 'hang', 'reset', 'accept-then-drop', 'truncate']
const EVENT_MODES = ['delay', 'duplicate', 'reorder', 'drop']

function CustomFault({ again }: { again: () => Promise<void> }): JSX.Element {
  const [target, setTarget] = useState<Fault['target']>('slack')
  const [mode, setMode] = useState('status')
  const [match, setMatch] = useState('')
  const [status, setStatus] = useState('')
  const [times, setTimes] = useState('')
  const modes = target === 'events' ? EVENT_MODES : CALL_MODES
  const current = modes.includes(mode) ? mode : (modes[0] ?? mode)
  return (
    <details class="own-fault">
      <summary>Another fault</summary>
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
          void runWithToast(() => postControl('/faults', fault)).then(again)
        }}
      >
        <SelectField label="System" value={target} options={TARGETS} onPick={setTarget} />
        <SelectField label="Kind" value={current} options={modes.map((one) => [one, one])} onPick={setMode} />
        <input
          class="field slim"
          placeholder="METHOD /path contains"
          aria-label="Part of the call"
          value={match}
          onInput={(event) => setMatch(event.currentTarget.value)}
        />
        {current === 'status' && (
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
