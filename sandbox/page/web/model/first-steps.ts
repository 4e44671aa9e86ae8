import { computed, signal } from '@preact/signals'
import { installedApp } from './workspace-state.ts'

/** Things that a person can try first, in this order. */
export const FIRST_STEPS = ['command', 'mail', 'reply', 'fault'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

const KEY = 'sandbox.first-steps'
const DISMISSED = 'dismissed'

const readProgress = (): string[] => (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean)
const progress = signal(readProgress())

function keepProgress(next: string[]): void {
  localStorage.setItem(KEY, next.join(' '))
  progress.value = next
}

export const isStepDone = (step: FirstStep): boolean => progress.value.includes(step)

/** Whether the steps are shown: until all are done or the person closes them. They need the commands that they speak of. */
export const showsFirstSteps = computed(
  () =>
    !progress.value.includes(DISMISSED) &&
    !FIRST_STEPS.every(isStepDone) &&
    ['/docs', '/mail'].every((name) => installedApp.value.commands.some(({ command }) => command === name)),
)

/** Ticks a step. The last one closes the list. */
export function markStepDone(step: FirstStep): void {
  if (!isStepDone(step)) keepProgress([...progress.value, step])
}

export const dismissFirstSteps = (): void => keepProgress([...progress.value, DISMISSED])
/** Shows the steps again, none of them done. */
export const restartFirstSteps = (): void => keepProgress([])
