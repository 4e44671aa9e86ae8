import type { JSX } from 'preact'
import { Icon, type IconName } from '../ui/line-icon.tsx'
import { Toolbar } from '../ui/button-toolbar.tsx'
import { prefixLines, toggleMark } from './format-selection.ts'

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
