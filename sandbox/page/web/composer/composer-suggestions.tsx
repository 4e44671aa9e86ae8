import type { JSX } from 'preact'
import { Avatar } from '../ui/user-avatar.tsx'
import { Icon, type IconName } from '../ui/line-icon.tsx'
import { Toolbar } from '../ui/button-toolbar.tsx'
import { prefixLines, toggleMark, type Completion } from './composer-completion.ts'

export function SuggestionList(props: {
  id: string
  completion: Completion
  active: number
  onActive: (index: number) => void
  onAccept: (index: number) => void
}): JSX.Element {
  return (
    <div class="completion" role="listbox" id={`${props.id}-list`} aria-label="Suggestions">
      {props.completion.suggestions.map((one, index) => (
        <div
          key={one.insert}
          role="option"
          id={`${props.id}-${index}`}
          aria-selected={index === props.active}
          class={`completion-entry${index === props.active ? ' active' : ''}`}
          onPointerMove={() => props.onActive(index)}
          onPointerDown={(event) => {
            event.preventDefault()
            props.onAccept(index)
          }}
        >
          {one.avatar && <Avatar id={one.avatar} size={24} />}
          <span>
            {one.title}
            {one.usage && <i> {one.usage}</i>}
          </span>
          <small>{one.hint}</small>
        </div>
      ))}
    </div>
  )
}

type TextChange = (text: string, from: number, to: number) => { text: string; from: number; to: number }

const toggleWith =
  (sign: string): TextChange =>
  (text, from, to) =>
    toggleMark(text, from, to, sign)
const prefixWith =
  (prefix: (index: number) => string): TextChange =>
  (text, from, to) =>
    prefixLines(text, from, to, prefix)

const TOOLS: ([IconName, string, TextChange] | undefined)[] = [
  ['bold', 'Bold', toggleWith('*')],
  ['italic', 'Italic', toggleWith('_')],
  ['strike', 'Strikethrough', toggleWith('~')],
  ['code', 'Code', toggleWith('`')],
  undefined,
  ['list', 'Bulleted list', prefixWith(() => '• ')],
  ['ordered', 'Numbered list', prefixWith((index) => `${index + 1}. `)],
  ['quote', 'Quote', prefixWith(() => '> ')],
]

export function FormatBar({ onChange }: { onChange: (change: TextChange) => void }): JSX.Element {
  return (
    <Toolbar class="tools" label="Formatting">
      {TOOLS.map((tool, index) =>
        tool ? (
          <button
            key={tool[1]}
            type="button"
            class="quiet small"
            title={tool[1]}
            aria-label={tool[1]}
            onClick={() => onChange(tool[2])}
          >
            <Icon name={tool[0]} size={16} />
          </button>
        ) : (
          <span key={index} class="tools-line" />
        ),
      )}
    </Toolbar>
  )
}
