import { computed, effect, signal } from '@preact/signals'
import type { AppState, InjectedFault } from '../../../control-types.ts'
import { getOptional } from './control-api.ts'
import { markStepDone } from './first-steps.ts'
import { isOnline, subscribeToEvents } from './live-events.ts'

const activeFaults = signal<InjectedFault[]>([])
const isAppStopped = signal(false)

/** The faults that act now, in words for the rail; undefined if everything works. */
export const brokenParts = computed((): string | undefined => {
  const count = activeFaults.value.length
  const faults = count === 0 ? undefined : `${count} active ${count === 1 ? 'fault' : 'faults'}`
  return [faults, isAppStopped.value ? 'app stopped' : undefined].filter(Boolean).join(', ') || undefined
})

async function refreshFaults(): Promise<void> {
  const [faults, app] = await Promise.all([getOptional<InjectedFault[]>('/faults'), getOptional<AppState>('/app')])
  if (faults) activeFaults.value = faults
  if (app) isAppStopped.value = app.state === 'stopped'
}

/** Keeps `brokenParts` right while the page is open. */
export function followFaults(): void {
  subscribeToEvents(['weather', 'app'], () => void refreshFaults())
  effect(() => {
    if (isOnline.value) void refreshFaults()
  })
  effect(() => {
    if (brokenParts.value !== undefined) markStepDone('fault')
  })
}
