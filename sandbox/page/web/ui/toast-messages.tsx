import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { describeError } from '../model/control-api.ts'
import { Icon } from './line-icon.tsx'

interface Toast {
  id: number
  text: string
  bad: boolean
}

const toasts = signal<Toast[]>([])
let last = 0
const dismissToast = (id: number): void => void (toasts.value = toasts.value.filter((toast) => toast.id !== id))

/** Shows a message for a few seconds; at most three at a time. */
export function showToast(text: string, bad = false): void {
  const id = ++last
  toasts.value = [...toasts.value.slice(-2), { id, text, bad }]
  setTimeout(() => dismissToast(id), bad ? 8000 : 4000)
}

/** Runs an action and shows a toast if it fails, or with `done` when it succeeds. Never rejects. */
export async function runWithToast<T>(work: () => Promise<T>, done?: string): Promise<T | undefined> {
  try {
    const result = await work()
    if (done) showToast(done)
    return result
  } catch (error) {
    showToast(describeError(error), true)
    return undefined
  }
}

export function Toasts(): JSX.Element {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((toast) => (
        <div key={toast.id} class={`toast${toast.bad ? ' bad' : ''}`}>
          <span>{toast.text}</span>
          <button type="button" class="quiet small" aria-label="Dismiss" onClick={() => dismissToast(toast.id)}>
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </div>
  )
}
