import type { JSX } from 'preact'
import { botUser, getUserName, people, findUser } from '../model/workspace-state.ts'

/** The members of the workspace get the six tones in turn; anyone else gets one derived from the id. */
const pickTone = (id: string): number => {
  const place = people.value.findIndex((person) => person.id === id)
  if (place >= 0) return place % 6
  let sum = 0
  for (const char of id) sum = (sum * 31 + char.charCodeAt(0)) >>> 0
  return sum % 6
}

const formatInitials = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('')

export function Avatar({
  id,
  name,
  size = 36,
}: {
  id: string | undefined
  name?: string | undefined
  size?: number | undefined
}): JSX.Element {
  const user = findUser(id)
  const shown = name ?? (id ? getUserName(id) : 'App')
  const isApp = user?.is_bot || id === undefined
  const own = isApp && (id === undefined || id === botUser.value?.id)
  return (
    <span
      class={`avatar tone-${pickTone(id ?? shown)}${isApp ? ' app' : ''}${own ? ' own' : ''}`}
      style={{ '--size': `${size}px` }}
      aria-hidden="true"
      {...(!own && { 'data-initials': formatInitials(shown) })}
    >
      {own && (
        <svg viewBox="0 0 32 32">
          <path d="M7 21.500h18M9.5 21.500a6.5 6.5 0 0 1 13 0M16 15v-3.200M13.3 11.500h5.4" />
        </svg>
      )}
    </span>
  )
}
