import type { JSX } from 'preact'
import { brokenParts } from '../model/active-faults.ts'
import { navigateTo } from '../model/page-route.ts'
import { Icon } from '../ui/line-icon.tsx'

export function BackButton(): JSX.Element {
  return (
    <button
      type="button"
      class="quiet back"
      title={brokenParts.value}
      aria-label="Back to conversations"
      onClick={() => navigateTo({ view: 'start' })}
    >
      <Icon name="back" />
      {brokenParts.value && <i class="rail-dot" />}
    </button>
  )
}
