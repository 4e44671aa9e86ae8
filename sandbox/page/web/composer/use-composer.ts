import { useState } from 'preact/hooks'
import { readFiles, type UploadedFile } from '../model/field-values.ts'
import { describeError } from '../model/control-api.ts'
import { editLastMessage } from '../model/edited-message.ts'
import { runWithToast } from '../ui/toast-messages.tsx'
import { sendMessage } from './send-message.ts'
import { buildComposerKey, useComposerText, type ComposerText } from './use-composer-text.ts'

export interface ComposerState extends ComposerText {
  files: UploadedFile[]
  addFiles: (list: Iterable<File>) => Promise<void>
  removeFile: (index: number) => void
  /** A reply is also sent to the channel. */
  broadcast: boolean
  setBroadcast: (broadcast: boolean) => void
  busy: boolean
  error: string | undefined
  onInput: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  /** Inserts a mark such as `@` at the cursor, after a space if there is none. */
  insertMark: (mark: string) => void
  submit: () => Promise<void>
}

/** The files that go with the next message. */
function useComposerFiles() {
  const [files, setFiles] = useState<UploadedFile[]>([])
  const addFiles = async (list: Iterable<File>): Promise<void> => {
    const added = await runWithToast(() => readFiles(list))
    if (added) setFiles((before) => [...before, ...added])
  }
  const removeFile = (index: number): void => setFiles(files.toSpliced(index, 1))
  return { files, setFiles, addFiles, removeFile }
}

/** The content of a composer, and how to send it; if sending fails, the text comes back. */
export function useComposer(channel: string, thread: string | undefined): ComposerState {
  const state = useComposerText(buildComposerKey(channel, thread))
  const { area, readText, writeText, completion, active } = state
  const { files, setFiles, addFiles, removeFile } = useComposerFiles()
  const [broadcast, setBroadcast] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>(undefined)

  const restore = (text: string): void => {
    if (!area.current?.value) writeText(text)
  }
  const submit = async (): Promise<void> => {
    const text = readText()
    const typed = text.trim()
    if (busy || (!typed && files.length === 0)) return
    setBusy(true)
    setError(undefined)
    state.closeCompletion()
    writeText('')
    try {
      const sent = await sendMessage({ channel, thread, broadcast }, typed, files)
      if (!sent) return restore(text)
      setFiles([])
      setBroadcast(false)
    } catch (problem) {
      setError(describeError(problem))
      restore(text)
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const enter = event.key === 'Enter' && !event.shiftKey && !event.isComposing
    const complete = completion?.suggestions[active]?.insert.trim() === readText().trim()
    if (completion && step !== 0 && !event.altKey) {
      event.preventDefault()
      const count = completion.suggestions.length
      state.setActive(active < 0 && step < 0 ? count - 1 : (active + step + count) % count)
    } else if (completion && (event.key === 'Tab' || (enter && active >= 0 && !complete))) {
      event.preventDefault()
      state.acceptSuggestion(Math.max(active, 0))
    } else if (completion && event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      state.closeCompletion()
    } else if (event.key === 'ArrowUp' && !event.altKey && readText() === '' && files.length === 0) {
      if (editLastMessage(channel, thread)) event.preventDefault()
    } else if (enter) {
      event.preventDefault()
      void submit()
    }
  }
  const onInput = (text: string): void => {
    writeText(text)
    setError(undefined)
    state.updateCompletion()
  }
  const insertMark = (mark: string): void => {
    const text = readText()
    const at = area.current?.selectionStart ?? text.length
    const gap = at > 0 && !/\s$/.test(text.slice(0, at)) ? ' ' : ''
    writeText(text.slice(0, at) + gap + mark + text.slice(at), at + gap.length + mark.length)
  }
  return {
    ...state,
    files,
    addFiles,
    removeFile,
    broadcast,
    setBroadcast,
    busy,
    error,
    onInput,
    onKeyDown,
    insertMark,
    submit,
  }
}
