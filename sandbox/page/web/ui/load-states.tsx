import type { ComponentChildren, JSX } from 'preact'
import { Icon, type IconName } from './line-icon.tsx'

export function Skeleton({ lines = 4, wide = false }: { lines?: number; wide?: boolean }): JSX.Element {
  return (
    <div class={`bones${wide ? ' wide' : ''}`} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  )
}

export function EmptyState({
  icon,
  title,
  children,
}: {
  icon: IconName
  title: string
  children?: ComponentChildren
}): JSX.Element {
  return (
    <div class="empty">
      <span class="empty-mark">
        <Icon name={icon} size={24} />
      </span>
      <h3>{title}</h3>
      {children && <p>{children}</p>}
    </div>
  )
}

export function FailedState({ error, onRetry }: { error: string; onRetry: () => void }): JSX.Element {
  return (
    <div class="empty" role="alert">
      <span class="empty-mark bad">
        <Icon name="warning" size={24} />
      </span>
      <h3>This couldn’t be loaded</h3>
      <p>{error}</p>
      <button type="button" class="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
