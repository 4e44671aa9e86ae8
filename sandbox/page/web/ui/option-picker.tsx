import type { JSX } from 'preact'
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { Icon } from './line-icon.tsx'
import { Skeleton } from './load-states.tsx'
import { Popover } from './anchored-popover.tsx'

export interface PickerOption {
  value: string
  label: string
  hint?: string | undefined
  group?: string | undefined
}

/** A field that opens a list with a search line; one or several may be picked. */
export function OptionPicker(props: {
  label: string
  options: PickerOption[]
  /** Asks elsewhere for the entries, as external menus do. */
  suggest?: ((query: string) => Promise<PickerOption[]>) | undefined
  minQuery?: number | undefined
  value: PickerOption[]
  multi?: boolean | undefined
  max?: number | undefined
  empty?: string | undefined
  invalid?: boolean | undefined
  disabled?: boolean | undefined
  autofocus?: boolean | undefined
  compact?: boolean | undefined
  clearable?: boolean | undefined
  onPick: (value: PickerOption[]) => void
}): JSX.Element {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const [found, setFound] = useState<PickerOption[] | undefined>(undefined)
  const anchor = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = useRef(() => setOpen(false))
  const short = props.suggest !== undefined && query.length < (props.minQuery ?? 0)

  useEffect(() => {
    if (!open || !props.suggest || short) return
    let current = true
    setFound(undefined)
    const wait = setTimeout(() => {
      props.suggest?.(query).then(
        (result) => current && setFound(result),
        () => current && setFound([]),
      )
    }, 150)
    return () => {
      current = false
      clearTimeout(wait)
    }
  }, [open, query])

  const shown = useMemo(() => {
    if (props.suggest) return short ? [] : (found ?? [])
    const words = query.trim().toLowerCase()
    return words
      ? props.options.filter((option) => `${option.label} ${option.hint ?? ''}`.toLowerCase().includes(words))
      : props.options
  }, [props.options, props.suggest, found, query, short])

  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active, open])

  const isPicked = (option: PickerOption): boolean => props.value.some((picked) => picked.value === option.value)
  const full = props.multi && props.max !== undefined && props.value.length >= props.max
  const choose = (option: PickerOption): void => {
    if (!props.multi) {
      props.onPick([option])
      setOpen(false)
      anchor.current?.focus()
    } else if (isPicked(option)) props.onPick(props.value.filter((picked) => picked.value !== option.value))
    else if (!full) props.onPick([...props.value, option])
  }
  const key = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && shown.length > 0) {
      event.preventDefault()
      setActive((active + step + shown.length) % shown.length)
    }
    const option = shown[active]
    if (event.key === 'Enter' && option) {
      event.preventDefault()
      choose(option)
    }
    if (event.key === 'Tab') setOpen(false)
  }
  const words = props.value.map((picked) => picked.label).join(', ')
  const written = words || props.empty || 'Choose'

  return (
    <span class={`picker${props.compact ? ' compact' : ''}`}>
      <button
        ref={anchor}
        type="button"
        class={`field picker-field${props.invalid ? ' invalid' : ''}`}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={`${props.label}: ${written}`}
        disabled={props.disabled}
        autofocus={props.autofocus}
        onClick={() => {
          setQuery('')
          setActive(Math.max(0, props.options.findIndex(isPicked)))
          setOpen(!open)
        }}
      >
        <span class={words ? 'picker-value' : 'picker-empty'}>{written}</span>
        <Icon name="chevron" size={16} />
      </button>
      {props.clearable && props.value.length > 0 && (
        <button type="button" class="quiet small" aria-label={`Clear ${props.label}`} onClick={() => props.onPick([])}>
          <Icon name="close" size={16} />
        </button>
      )}
      {open && (
        <Popover anchor={anchor.current} matchWidth onClose={close.current} class="picker-panel">
          {(props.options.length > 7 || props.suggest) && (
            <input
              class="picker-search"
              role="combobox"
              aria-expanded="true"
              aria-controls={id}
              aria-activedescendant={`${id}-${active}`}
              aria-label={`Search ${props.label}`}
              ref={(input) => input?.focus({ preventScroll: true })}
              value={query}
              onInput={(event) => {
                setQuery(event.currentTarget.value)
                setActive(0)
              }}
              onKeyDown={key}
            />
          )}
          <div
            ref={(element) => {
              list.current = element
              if (element && props.options.length <= 7 && !props.suggest && !element.contains(document.activeElement))
                element.focus()
            }}
            id={id}
            class="picker-list"
            role="listbox"
            tabIndex={-1}
            aria-label={props.label}
            aria-multiselectable={props.multi === true}
            onKeyDown={(event) => {
              if (event.target === list.current) key(event)
            }}
          >
            {shown.map((option, index) => (
              <>
                {option.group && option.group !== shown[index - 1]?.group && (
                  <div class="picker-group">{option.group}</div>
                )}
                <div
                  key={option.value}
                  id={`${id}-${index}`}
                  data-at={index}
                  role="option"
                  aria-selected={isPicked(option)}
                  aria-disabled={full && !isPicked(option)}
                  class={`picker-option${index === active ? ' active' : ''}`}
                  onPointerMove={() => setActive(index)}
                  onClick={() => choose(option)}
                >
                  <span class="picker-tick">{isPicked(option) && <Icon name="check" size={16} />}</span>
                  <span>
                    {option.label}
                    {option.hint && <small>{option.hint}</small>}
                  </span>
                </div>
              </>
            ))}
            {props.suggest && !short && !found && <Skeleton lines={3} />}
            {short && <div class="picker-none">Type {props.minQuery} or more letters</div>}
            {!short && shown.length === 0 && (found || !props.suggest) && <div class="picker-none">Nothing fits</div>}
          </div>
        </Popover>
      )}
    </span>
  )
}
