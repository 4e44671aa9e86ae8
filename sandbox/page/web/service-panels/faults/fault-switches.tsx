import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { post, remove } from '../../model/control-api.ts'
import { Icon } from '../../ui/line-icon.tsx'
import { attempt } from '../../ui/toast-messages.tsx'
import type { Fault } from '../../model/control-types.ts'
import { Choose, Panel, Pill, useRead } from '../panel-parts.tsx'
import { PRESETS } from './fault-presets.ts'

const same = (fault: Fault, wanted: Omit<Fault, 'id'>): boolean =>
  fault.target === wanted.target &&
  fault.mode === wanted.mode &&
  fault.match === wanted.match &&
  fault.status === wanted.status

export function Faults(): JSX.Element {
  const faults = useRead<Fault[]>('/faults', ['weather'])
  const active = faults.value ?? []
  const flip = async (found: Fault | undefined, wanted: Omit<Fault, 'id'>): Promise<void> => {
    await attempt(() => (found ? remove(`/faults/${found.id}`) : post('/faults', wanted)))
    await faults.again()
  }
  const others = active.filter((fault) => !PRESETS.some(([, list]) => list.some(([, wanted]) => same(fault, wanted))))
  return (
    <Panel
      title="Faults"
      more={
        active.length > 0 ? (
          <button
            type="button"
            class="button slim"
            onClick={() => void attempt(() => remove('/faults')).then(faults.again)}
          >
            Clear all
          </button>
        ) : (
          <Pill tone="good">Fair weather</Pill>
        )
      }
    >
      <div class="fault-groups">
        {PRESETS.map(([group, list]) => (
          <fieldset key={group}>
            <legend>{group}</legend>
            {list.map(([words, wanted]) => {
              const found = active.find((fault) => same(fault, wanted))
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
      <OwnFault again={faults.again} />
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

function OwnFault({ again }: { again: () => Promise<void> }): JSX.Element {
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
          void attempt(() => post('/faults', fault)).then(again)
        }}
      >
        <Choose label="System" value={target} options={TARGETS} onPick={setTarget} />
        <Choose label="Kind" value={current} options={modes.map((one) => [one, one])} onPick={setMode} />
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
