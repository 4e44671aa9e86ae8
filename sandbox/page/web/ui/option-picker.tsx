import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Icon } from './line-icon.tsx'
import { PickerPanel } from './picker-panel.tsx'
import type { OptionSource, PickerOption } from './use-picker-options.ts'

/** The picked options, each with a button to remove it. */
function PickedChips(props: {
  value: PickerOption[]
  disabled: boolean | undefined
  onRemove: (option: PickerOption) => void
}): JSX.Element | null {
  if (props.value.length === 0) return null
  return (
    <span class="picker-chips" role="list">
      {props.value.map((option) => (
        <span key={option.value} class="picker-chip" role="listitem">
          <span dir="auto">{option.label}</span>
          <button
            type="button"
            class="quiet small"
            aria-label={`Remove ${option.label}`}
            disabled={props.disabled}
            onClick={() => props.onRemove(option)}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
    </span>
  )
}

/** A field that opens a list with a search line; one or several entries can be picked. */
export function OptionPicker(props: {
  label: string
  source: OptionSource
  value: PickerOption[]
  multi?: boolean | undefined
  max?: number | undefined
  /** The words in the field while nothing is picked. */
  empty?: string | undefined
  invalid?: boolean | undefined
  disabled?: boolean | undefined
  autofocus?: boolean | undefined
  compact?: boolean | undefined
  clearable?: boolean | undefined
  onPick: (value: PickerOption[]) => void
}): JSX.Element {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const close = useRef(() => setOpen(false))
  const isPicked = (option: PickerOption): boolean => props.value.some((picked) => picked.value === option.value)
  const full = props.multi === true && props.max !== undefined && props.value.length >= props.max
  const choose = (option: PickerOption): void => {
    if (!props.multi) {
      props.onPick([option])
      setOpen(false)
      anchor.current?.focus()
    } else if (isPicked(option)) props.onPick(props.value.filter((picked) => picked.value !== option.value))
    else if (!full) props.onPick([...props.value, option])
  }
  const words = props.value.map((picked) => picked.label).join(', ')
  const written = words || props.empty || 'Choose'

  const remove = (option: PickerOption): void => {
    props.onPick(props.value.filter((picked) => picked !== option))
    anchor.current?.focus()
  }

  return (
    <span class={`picker${props.compact ? ' compact' : ''}`}>
      {props.multi && <PickedChips value={props.value} disabled={props.disabled} onRemove={remove} />}
      <button
        ref={anchor}
        type="button"
        class={`field picker-field${props.invalid ? ' invalid' : ''}`}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={`${props.label}: ${written}`}
        disabled={props.disabled}
        autofocus={props.autofocus}
        onClick={() => setOpen(!open)}
      >
        <span dir="auto" class={words && !props.multi ? 'picker-value' : 'picker-empty'}>
          {!props.multi || !words ? written : full ? `At most ${props.max}` : 'Add another'}
        </span>
        <Icon name="chevron" size={16} />
      </button>
      {props.clearable && props.value.length > 0 && (
        <button type="button" class="quiet small" aria-label={`Clear ${props.label}`} onClick={() => props.onPick([])}>
          <Icon name="close" size={16} />
        </button>
      )}
      {open && (
        <PickerPanel
          label={props.label}
          source={props.source}
          anchor={anchor.current}
          multi={props.multi === true}
          full={full}
          isPicked={isPicked}
          onChoose={choose}
          onErase={props.multi ? () => props.onPick(props.value.slice(0, -1)) : undefined}
          onClose={close.current}
        />
      )}
    </span>
  )
}
