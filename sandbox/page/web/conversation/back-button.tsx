import type { JSX } from 'preact'
import { navigateTo } from '../model/page-route.ts'
import { Icon } from '../ui/line-icon.tsx'

export function BackButton(): JSX.Element {
  return (
    <button
      type="button"
      class="quiet back"
      aria-label="Back to conversations"
      onClick={() => navigateTo({ view: 'start' })}
    >
      <Icon name="back" />
    </button>
  )
}
