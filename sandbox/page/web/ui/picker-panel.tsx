import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Popover } from './anchored-popover.tsx'
import { Icon } from './line-icon.tsx'
import { Skeleton } from './load-states.tsx'
import { usePickerOptions, type OptionSource, type PickerOption } from './use-picker-options.ts'

/** A list of at most this many entries has no search line. */
const FEW_OPTIONS = 7

function PickerEntry(props: {
  option: PickerOption
  id: string
  at: number
  picked: boolean
  disabled: boolean
  active: boolean
  onActive: () => void
  onChoose: () => void
}): JSX.Element {
  return (
    <div
      id={props.id}
      data-at={props.at}
      role="option"
      aria-selected={props.picked}
      aria-disabled={props.disabled}
      class={`picker-option${props.active ? ' active' : ''}`}
      onPointerMove={props.onActive}
      onClick={props.onChoose}
    >
      <span class="picker-tick">{props.picked && <Icon name="check" size={16} />}</span>
      <span dir="auto">
        {props.option.label}
        {props.option.hint && <small>{props.option.hint}</small>}
      </span>
    </div>
  )
}

/** The entries, under the names of their groups. */
function PickerEntries(props: {
  id: string
  shown: PickerOption[]
  active: number
  full: boolean
  isPicked: (option: PickerOption) => boolean
  onActive: (index: number) => void
  onChoose: (option: PickerOption) => void
}): JSX.Element {
  const { id, shown, active, isPicked } = props
  return (
    <>
      {shown.map((option, index) => (
        <>
          {option.group && option.group !== shown[index - 1]?.group && <div class="picker-group">{option.group}</div>}
          <PickerEntry
            key={option.value}
            option={option}
            id={`${id}-${index}`}
            at={index}
            picked={isPicked(option)}
            disabled={props.full && !isPicked(option)}
            active={index === active}
            onActive={() => props.onActive(index)}
            onChoose={() => props.onChoose(option)}
          />
        </>
      ))}
    </>
  )
}

/** The note of a list in place of entries, or below them. */
function PickerNotes(props: {
  empty: boolean
  short: boolean
  loading: boolean
  failed: string | undefined
  minQuery: number | undefined
}): JSX.Element {
  const { short, loading, failed } = props
  return (
    <>
      {loading && <Skeleton lines={3} />}
      {short && <div class="picker-none">Type {props.minQuery} or more letters</div>}
      {failed && (
        <div class="picker-none" role="alert">
          {failed}
        </div>
      )}
      {props.empty && !short && !loading && !failed && <div class="picker-none">No matches</div>}
    </>
  )
}

/** The search line takes the focus whenever it is rendered; a click on an entry does not keep it. */
function PickerSearch(props: {
  label: string
  listId: string
  active: number
  query: string
  onQuery: (query: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}): JSX.Element {
  return (
    <input
      class="picker-search"
      role="combobox"
      aria-expanded="true"
      aria-controls={props.listId}
      aria-activedescendant={`${props.listId}-${props.active}`}
      aria-label={`Search ${props.label}`}
      ref={(input) => input?.focus({ preventScroll: true })}
      value={props.query}
      onInput={(event) => props.onQuery(event.currentTarget.value)}
      onKeyDown={props.onKeyDown}
    />
  )
}

/** The list below a picker's field, with a search line if it is long or comes from the app. */
export function PickerPanel(props: {
  label: string
  source: OptionSource
  anchor: HTMLElement | null
  multi: boolean
  full: boolean
  isPicked: (option: PickerOption) => boolean
  onChoose: (option: PickerOption) => void
  /** Backspace in an empty search line. */
  onErase?: (() => void) | undefined
  onClose: () => void
}): JSX.Element {
  const { source, full, isPicked, onChoose, onClose } = props
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(() => Math.max(0, source.options.findIndex(isPicked)))
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const { shown, short, loading, failed } = usePickerOptions(source, query)
  const searchable = source.options.length > FEW_OPTIONS || source.suggest !== undefined

  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const search = (words: string): void => {
    setQuery(words)
    setActive(0)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && shown.length > 0) {
      event.preventDefault()
      setActive((active + step + shown.length) % shown.length)
    }
    const option = shown[active]
    if (event.key === 'Enter' && option) {
      event.preventDefault()
      onChoose(option)
    }
    if (event.key === 'Backspace' && query === '') props.onErase?.()
    if (event.key === 'Tab') onClose()
  }
  return (
    <Popover anchor={props.anchor} matchWidth onClose={onClose} class="picker-panel">
      {searchable && (
        <PickerSearch
          label={props.label}
          listId={id}
          active={active}
          query={query}
          onQuery={search}
          onKeyDown={onKeyDown}
        />
      )}
      <div
        ref={(element) => {
          list.current = element
          if (element && !searchable && !element.contains(document.activeElement)) element.focus()
        }}
        id={id}
        class="picker-list"
        role="listbox"
        tabIndex={-1}
        aria-label={props.label}
        aria-multiselectable={props.multi}
        onKeyDown={(event) => event.target === list.current && onKeyDown(event)}
      >
        <PickerEntries
          id={id}
          shown={shown}
          active={active}
          full={full}
          isPicked={isPicked}
          onActive={setActive}
          onChoose={onChoose}
        />
        <PickerNotes empty={shown.length === 0} {...{ short, loading, failed }} minQuery={source.minQuery} />
      </div>
    </Popover>
  )
}
