import type { JSX } from 'preact'
import { Avatar } from '../ui/user-avatar.tsx'
import { Icon, type IconName } from '../ui/line-icon.tsx'
import { Toolbar } from '../ui/button-toolbar.tsx'
import { prefixed, wrapped, type Completion } from './composer-completion.ts'

export function Suggestions(props: {
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

type Change = (text: string, from: number, to: number) => { text: string; from: number; to: number }

const mark =
  (sign: string): Change =>
  (text, from, to) =>
    wrapped(text, from, to, sign)
const lines =
  (prefix: (index: number) => string): Change =>
  (text, from, to) =>
    prefixed(text, from, to, prefix)

const TOOLS: ([IconName, string, Change] | undefined)[] = [
  ['bold', 'Bold', mark('*')],
  ['italic', 'Italic', mark('_')],
  ['strike', 'Strikethrough', mark('~')],
  ['code', 'Code', mark('`')],
  undefined,
  ['list', 'Bulleted list', lines(() => '• ')],
  ['ordered', 'Numbered list', lines((index) => `${index + 1}. `)],
  ['quote', 'Quote', lines(() => '> ')],
]

export function FormatBar({ onChange }: { onChange: (change: Change) => void }): JSX.Element {
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
