import type { JSX } from 'preact'
import { Avatar } from '../ui/user-avatar.tsx'
import type { Completion } from './completion-types.ts'

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
