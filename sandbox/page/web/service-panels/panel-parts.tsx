import type { ComponentChildren, JSX } from 'preact'

export function LabeledField({
  label,
  hint,
  children,
}: {
  label: string
  hint?: string
  children: ComponentChildren
}): JSX.Element {
  return (
    <label class="desk-field">
      <span>{label}</span>
      {children}
      {hint && <small>{hint}</small>}
    </label>
  )
}

export function Panel(props: {
  title: string
  more?: ComponentChildren
  class?: string
  children: ComponentChildren
}): JSX.Element {
  return (
    <section class={`panel ${props.class ?? ''}`} aria-label={props.title}>
      <header>
        <h3>{props.title}</h3>
        {props.more}
      </header>
      <div class="panel-body desk-scroll" tabIndex={-1}>
        {props.children}
      </div>
    </section>
  )
}

/** A list of names and values; those without a value are left out. */
export function FactList({ of }: { of: [name: string, value: ComponentChildren][] }): JSX.Element {
  return (
    <dl class="facts">
      {of
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** An entry of a list that a click opens or closes. */
export function PanelEntry(props: {
  title: ComponentChildren
  about: ComponentChildren
  state: [words: string, tone: PillTone]
  open: boolean
  onToggle: () => void
  children: ComponentChildren
}): JSX.Element {
  const { open } = props
  const [words, tone] = props.state
  return (
    <li class={open ? 'open' : ''}>
      <button type="button" class="outbox-head" aria-expanded={open} onClick={props.onToggle}>
        <span class="outbox-main">
          <strong dir="auto">{props.title}</strong>
          <small>{props.about}</small>
        </span>
        <StatusPill tone={tone}>{words}</StatusPill>
      </button>
      {open && props.children}
    </li>
  )
}

export type PillTone = 'good' | 'bad' | 'warn' | 'busy' | 'calm'

export const StatusPill = ({ tone, children }: { tone: PillTone; children: ComponentChildren }): JSX.Element => (
  <span class={`pill ${tone}`}>{children}</span>
)

export function SegmentedControl<T extends string | number>(props: {
  label: string
  options: [T, string][]
  value: T | undefined
  onPick: (value: T) => void
}): JSX.Element {
  return (
    <div class="segments" role="group" aria-label={props.label}>
      {props.options.map(([value, words]) => (
        <button key={value} type="button" aria-pressed={value === props.value} onClick={() => props.onPick(value)}>
          {words}
        </button>
      ))}
    </div>
  )
}

export function SelectField<T extends string>(props: {
  label: string
  options: [T, string][]
  value: T
  onPick: (value: T) => void
}): JSX.Element {
  return (
    <select
      class="field slim"
      aria-label={props.label}
      value={props.value}
      onChange={(event) => {
        const picked = props.options.find(([value]) => value === event.currentTarget.value)
        if (picked) props.onPick(picked[0])
      }}
    >
      {props.options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  )
}
