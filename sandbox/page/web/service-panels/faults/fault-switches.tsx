import type { JSX } from 'preact'
import { postControl, deleteControl } from '../../model/control-api.ts'
import { Icon } from '../../ui/line-icon.tsx'
import { runWithToast } from '../../ui/toast-messages.tsx'
import type { Fault, InjectedFault } from '../../../../control-types.ts'
import { Panel, StatusPill } from '../panel-parts.tsx'
import { useControlRead } from '../use-control-read.ts'
import { FAULT_PRESETS } from './fault-presets.ts'
import { CustomFault } from './custom-fault.tsx'

const isSameFault = (fault: InjectedFault, wanted: Fault): boolean =>
  fault.target === wanted.target &&
  fault.mode === wanted.mode &&
  fault.match === wanted.match &&
  fault.status === wanted.status

export function FaultSwitches(): JSX.Element {
  const faults = useControlRead<InjectedFault[]>('/faults', ['weather'])
  const active = faults.value ?? []
  const flip = async (found: InjectedFault | undefined, wanted: Fault): Promise<void> => {
    await runWithToast(() => (found ? deleteControl(`/faults/${found.id}`) : postControl('/faults', wanted)))
    await faults.reload()
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
            onClick={() => void runWithToast(() => deleteControl('/faults')).then(faults.reload)}
          >
            Clear all
          </button>
        ) : (
          <StatusPill tone="good">No faults</StatusPill>
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
      <CustomFault onAdded={faults.reload} />
    </Panel>
  )
}
