import type { JSX } from 'preact'
import { useContext, useLayoutEffect, useRef } from 'preact/hooks'
import { Icon, type IconName } from '../ui/line-icon.tsx'
import type { RichTextInput } from '../slack-types/element-types.ts'
import { useField } from './use-field.ts'
import { readRichText, renderRichText } from './rich-text-dom.ts'
import { BlockContext } from '../model/block-surface.ts'
import { isEmptyValue, isRichText } from '../model/field-values.ts'

const TOOLS: [icon: IconName, label: string, command: string, value?: string][] = [
  ['bold', 'Bold', 'bold'],
  ['italic', 'Italic', 'italic'],
  ['strike', 'Strikethrough', 'strikeThrough'],
  ['list', 'Bulleted list', 'insertUnorderedList'],
  ['ordered', 'Numbered list', 'insertOrderedList'],
  ['quote', 'Quote', 'formatBlock', 'blockquote'],
]

/** Wraps the selection in `<code>`; browsers have no editing command for it. */
function wrapInCode(root: HTMLElement): void {
  const selection = getSelection()
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined
  if (!range || range.collapsed || !root.contains(range.commonAncestorContainer)) return
  const mark = document.createElement('code')
  mark.append(range.extractContents())
  range.insertNode(mark)
}

export function RichTextInputView({ of }: { of: RichTextInput }): JSX.Element {
  const field = useField(of)
  const { label } = useContext(BlockContext)
  const root = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const initial = field.value
    if (root.current && isRichText(initial)) root.current.replaceChildren(...renderRichText(initial))
  }, [])

  const read = (): void => {
    if (!root.current) return
    const text = readRichText(root.current)
    const empty = isEmptyValue(text)
    root.current.classList.toggle('blank', empty)
    field.set(empty ? undefined : text)
  }
  return (
    <div class={`field rich-field${field.invalid ? ' invalid' : ''}`}>
      <div class="tools" role="toolbar" aria-label="Formatting">
        {TOOLS.map(([icon, name, command, value]) => (
          <button
            key={name}
            type="button"
            class="quiet small"
            title={name}
            aria-label={name}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              root.current?.focus()
              document.execCommand(command, false, value)
              read()
            }}
          >
            <Icon name={icon} size={16} />
          </button>
        ))}
        <button
          type="button"
          class="quiet small"
          title="Code"
          aria-label="Code"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            if (root.current) wrapInCode(root.current)
            read()
          }}
        >
          <Icon name="code" size={16} />
        </button>
      </div>
      <div
        ref={root}
        class={`rich-edit text${isEmptyValue(field.value) ? ' blank' : ''}`}
        contentEditable
        dir="auto"
        role="textbox"
        aria-multiline="true"
        aria-label={label || 'Text'}
        aria-invalid={field.invalid}
        data-empty={of.placeholder?.text ?? ''}
        autofocus={of.focus_on_load ?? false}
        onInput={read}
        onPaste={(event) => {
          event.preventDefault()
          document.execCommand('insertText', false, event.clipboardData?.getData('text/plain') ?? '')
        }}
      />
    </div>
  )
}
