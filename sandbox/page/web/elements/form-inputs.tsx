import type { JSX } from 'preact'
import { useContext, useId } from 'preact/hooks'
import { InlineText } from '../text/mrkdwn-text.tsx'
import type { ChoiceInput, DateInput, TextInput } from '../slack-types/element-types.ts'
import { useField } from './use-field.ts'
import { BlockContext } from '../model/block-surface.ts'

const KEYBOARDS: Record<TextInput['type'], 'text' | 'email' | 'url' | 'decimal'> = {
  plain_text_input: 'text',
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'decimal',
}

export function TextInputView({ of }: { of: TextInput }): JSX.Element {
  const field = useField(of)
  const { label } = useContext(BlockContext)
  const text = typeof field.value === 'string' ? field.value : ''
  const shared = {
    dir: 'auto' as const,
    class: `field${field.invalid ? ' invalid' : ''}`,
    'aria-label': label || of.placeholder?.text || 'Text',
    'aria-invalid': field.invalid,
    placeholder: of.placeholder?.text ?? '',
    autofocus: of.focus_on_load ?? false,
    value: text,
    spellcheck: of.type === 'plain_text_input',
    ...(of.max_length !== undefined && { maxLength: of.max_length }),
  }
  const most = of.max_length ?? Infinity
  const left = text.length > Math.max(most - 100, most * 0.8) ? most - text.length : undefined
  return (
    <span class="field-wrap">
      {of.multiline ? (
        <textarea {...shared} rows={5} onInput={(event) => field.set(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          type="text"
          inputMode={KEYBOARDS[of.type]}
          onInput={(event) => field.set(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.isComposing || event.metaKey || event.ctrlKey) return
            if (field.dispatch()) event.preventDefault()
          }}
        />
      )}
      {left !== undefined && <span class={`counter${left < 0 ? ' over' : ''}`}>{left}</span>}
    </span>
  )
}

export function ChoiceView({ of }: { of: ChoiceInput }): JSX.Element {
  const field = useField(of)
  const name = useId()
  const multi = of.type === 'checkboxes'
  const selected = (Array.isArray(field.value) ? field.value : [field.value]).filter((one) => typeof one === 'string')
  const { label } = useContext(BlockContext)
  return (
    <div class="choices" role={multi ? 'group' : 'radiogroup'} aria-label={label || 'Options'}>
      {of.options.map((option, index) => {
        const value = option.value ?? ''
        const on = selected.includes(value)
        return (
          <label key={value} class="choice">
            <input
              type={multi ? 'checkbox' : 'radio'}
              name={name}
              checked={on}
              autofocus={of.focus_on_load === true && index === 0}
              onChange={() =>
                field.set(multi ? (on ? selected.filter((one) => one !== value) : [...selected, value]) : value)
              }
            />
            <span dir="auto">
              <InlineText of={option.text} />
              {option.description && (
                <small>
                  <InlineText of={option.description} />
                </small>
              )}
            </span>
          </label>
        )
      })}
    </div>
  )
}

const two = (number: number): string => `${number}`.padStart(2, '0')

/** Converts epoch seconds to the local time of a `datetime-local` field; `fromLocal` converts back. */
const toLocal = (seconds: string): string => {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime())
    ? ''
    : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`
}
const fromLocal = (local: string): string => `${Math.floor(new Date(local).getTime() / 1000)}`

export function DateInputView({ of }: { of: DateInput }): JSX.Element {
  const field = useField(of)
  const { label } = useContext(BlockContext)
  const selected = typeof field.value === 'string' ? field.value : ''
  const both = of.type === 'datetimepicker'
  return (
    <input
      class={`field date${field.invalid ? ' invalid' : ''}`}
      data-placeholder={selected === '' ? of.placeholder?.text : undefined}
      type={both ? 'datetime-local' : of.type === 'timepicker' ? 'time' : 'date'}
      aria-label={label || of.placeholder?.text || (of.type === 'timepicker' ? 'Time' : 'Date')}
      value={both && selected ? toLocal(selected) : selected}
      autofocus={of.focus_on_load ?? false}
      onChange={(event) => {
        const next = event.currentTarget.value
        field.set(next ? (both ? fromLocal(next) : next) : undefined)
      }}
    />
  )
}
