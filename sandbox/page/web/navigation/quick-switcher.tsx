import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { navigateTo, PANEL_NAMES, type PageRoute } from '../model/page-route.ts'
import { unreadCounts } from '../model/unread-counts.ts'
import { currentUser, installedApp } from '../model/workspace-state.ts'
import { Icon, type IconName } from '../ui/line-icon.tsx'
import { useModalDialog } from '../ui/keyboard-focus.ts'
import { APP_TAB_LABELS, listAppTabs } from './app-tabs.ts'
import { PANEL_LABELS } from './panel-labels.ts'
import { listChannelEntries, openNeighbour } from './conversation-list.ts'

const isOpen = signal(false)

export const openSwitcher = (): void => void (isOpen.value = true)

interface Place {
  name: string
  icon: IconName
  to: PageRoute
  unread: boolean
}

/** Everywhere the page can go: the channels, those with news first, the app's tabs and the panels. */
function listPlaces(): Place[] {
  const isUnread = (id: string): boolean => id in unreadCounts.value
  return [
    ...listChannelEntries()
      .map((channel): Place => ({ ...channel, unread: isUnread(channel.id) }))
      .toSorted((one, other) => Number(other.unread) - Number(one.unread)),
    ...listAppTabs().map((tab): Place => ({
      name: `${installedApp.value.name}: ${APP_TAB_LABELS[tab][1]}`,
      icon: APP_TAB_LABELS[tab][0],
      to: { view: 'app', tab },
      unread: tab === 'messages' && isUnread(currentUser.value),
    })),
    ...PANEL_NAMES.map((panel): Place => ({
      name: `${PANEL_LABELS[panel][1]} panel`,
      icon: PANEL_LABELS[panel][0],
      to: { view: 'panel', panel },
      unread: false,
    })),
  ]
}

const fits = (name: string, query: string): boolean =>
  query
    .toLowerCase()
    .replace(/^[#@]/, '')
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word))

function Switcher(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const places = listPlaces().filter(({ name }) => fits(name, query.trim()))
  useModalDialog(dialog, true)
  useEffect(() => {
    dialog.current?.querySelector('.picker-option.active')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const go = (place: Place | undefined): void => {
    if (!place) return
    isOpen.value = false
    navigateTo(place.to)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && places.length > 0) setActive((active + step + places.length) % places.length)
    if (event.key === 'Enter') go(places[active])
    if (step !== 0 || event.key === 'Enter') event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      class="modal small switcher"
      aria-label="Jump to"
      onCancel={(event) => {
        event.preventDefault()
        isOpen.value = false
      }}
      onClick={(event) => {
        if (event.target === dialog.current) isOpen.value = false
      }}
    >
      <input
        class="picker-search"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={`${id}-${active}`}
        aria-label="Jump to a conversation or panel"
        placeholder="Jump to a conversation or panel"
        autofocus
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} class="picker-list" role="listbox" aria-label="Conversations and panels">
        {places.map((place, index) => (
          <div
            key={place.name}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            class={`picker-option${index === active ? ' active' : ''}${place.unread ? ' unread' : ''}`}
            onPointerMove={() => setActive(index)}
            onClick={() => go(place)}
          >
            <span class="picker-tick">
              <Icon name={place.icon} size={16} />
            </span>
            <span dir="auto">{place.name}</span>
          </div>
        ))}
        {places.length === 0 && <div class="picker-none">No matches</div>}
      </div>
    </dialog>
  )
}

/** Ctrl+K (on a Mac Cmd+K) opens the switcher, Alt with an arrow key opens the conversation above or below. */
function onPageKey(event: KeyboardEvent): void {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
    event.preventDefault()
    if (!document.querySelector('dialog[open]')) openSwitcher()
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
  if (step === undefined || !event.altKey || event.ctrlKey || document.querySelector('dialog[open]')) return
  event.preventDefault()
  openNeighbour(step)
}

export function QuickSwitcher(): JSX.Element | null {
  useEffect(() => {
    addEventListener('keydown', onPageKey)
    return () => removeEventListener('keydown', onPageKey)
  }, [])
  return isOpen.value ? <Switcher /> : null
}
