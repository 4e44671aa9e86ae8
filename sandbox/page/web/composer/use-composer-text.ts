import { signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { focusComposer } from '../ui/keyboard-focus.ts'
import type { Completion } from './completion-types.ts'
import { completeWord } from './composer-completion.ts'

const drafts = new Map<string, string>()
const offered = signal<{ key: string; text: string } | undefined>(undefined)

/** The key of a conversation's composer, for its draft. */
export const buildComposerKey = (channel: string, thread?: string): string => `${channel} ${thread ?? ''}`

/** Puts a text into the field of a channel, as soon as it is on screen, unless something is typed there. */
export function offerText(channel: string, text: string): void {
  offered.value = { key: buildComposerKey(channel), text }
}

export interface ComposerText {
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  /** The field's own text, which is ahead of what was rendered last. */
  readText: () => string
  /** Replaces the text. With a selection the field is set immediately: the next typed character must not come before it. */
  writeText: (next: string, from?: number, to?: number) => void
  completion: Completion | undefined
  /** The chosen suggestion; -1 if none is. */
  active: number
  setActive: (index: number) => void
  /** Offers completions for the word at the cursor. */
  updateCompletion: () => void
  closeCompletion: () => void
  acceptSuggestion: (index: number) => void
}

/** The text of a composer with its completions; a draft is kept for each `key` for as long as the page is open. */
export function useComposerText(key: string): ComposerText {
  const [text, setText] = useState(drafts.get(key) ?? '')
  const [completion, setCompletion] = useState<Completion | undefined>(undefined)
  const [active, setActive] = useState(0)
  const area = useRef<HTMLTextAreaElement>(null)

  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, innerHeight * 0.4)}px`
  }, [text])

  useLayoutEffect(() => {
    focusComposer()
    // When a thread is closed, the cursor moves to the conversation that stays open.
    return () => void setTimeout(() => document.activeElement === document.body && focusComposer())
  }, [])

  const readText = (): string => area.current?.value ?? text
  const updateCompletion = (): void => {
    const element = area.current
    const bare = element && element.selectionStart === element.selectionEnd
    const found = bare ? completeWord(element.value, element.selectionStart) : undefined
    setCompletion(found)
    setActive(found?.optional ? -1 : 0)
  }
  const writeText = (next: string, from?: number, to = from): void => {
    drafts.set(key, next)
    setText(next)
    const element = area.current
    if (from === undefined || !element) return
    element.value = next
    element.focus()
    element.setSelectionRange(from, to ?? from)
    updateCompletion()
  }
  const closeCompletion = (): void => setCompletion(undefined)
  const acceptSuggestion = (index: number): void => {
    const chosen = completion?.suggestions[index]
    if (!completion || !chosen) return
    const before = readText()
    closeCompletion()
    writeText(
      before.slice(0, completion.from) + chosen.insert + before.slice(completion.to).replace(/^ /, ''),
      completion.from + chosen.insert.length,
    )
  }
  const offer = offered.value
  useLayoutEffect(() => {
    if (offer?.key !== key) return
    offered.value = undefined
    if (readText().trim() === '') writeText(offer.text, offer.text.length)
    else area.current?.focus()
  }, [offer])
  return {
    area,
    text,
    readText,
    writeText,
    completion,
    active,
    setActive,
    updateCompletion,
    closeCompletion,
    acceptSuggestion,
  }
}
