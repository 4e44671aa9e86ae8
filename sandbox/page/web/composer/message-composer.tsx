import type { JSX } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { describeError } from '../model/control-api.ts'
import { FileChips, FilePickerButton } from '../elements/file-input.tsx'
import { readFiles, type FileValue } from '../elements/field-values.ts'
import { installedApp } from '../model/workspace-state.ts'
import { focusComposer } from '../ui/keyboard-focus.ts'
import { Icon } from '../ui/line-icon.tsx'
import { PopupMenu } from '../ui/popup-menu.tsx'
import { runWithToast } from '../ui/toast-messages.tsx'
import { completeWord, type Completion } from './composer-completion.ts'
import { sendMessage } from './send-message.ts'
import { SuggestionList } from './composer-suggestions.tsx'
import { FormatBar } from './format-bar.tsx'
import { runShortcut } from '../messages/message-tools.tsx'

const drafts = new Map<string, string>()

/** Where one types. Enter sends, Shift and Enter breaks the line; a draft is kept per conversation. */
export function MessageComposer(props: { channel: string; thread?: string | undefined; label: string }): JSX.Element {
  const { channel, thread, label } = props
  const key = `${channel} ${thread ?? ''}`
  const id = useId()
  const [text, setText] = useState(drafts.get(key) ?? '')
  const [files, setFiles] = useState<FileValue[]>([])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>(undefined)
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
    // A closed thread leaves the cursor in the conversation beside it.
    return () => void setTimeout(() => document.activeElement === document.body && focusComposer())
  }, [])

  /** With a place for the cursor the field is set at once: what is typed next must not come before it. */
  const write = (next: string, from?: number, to = from): void => {
    drafts.set(key, next)
    setText(next)
    const element = area.current
    if (from === undefined || !element) return
    element.value = next
    element.focus()
    element.setSelectionRange(from, to ?? from)
    look()
  }
  /** The field itself, which is ahead of what was drawn last. */
  const written = (): string => area.current?.value ?? text
  const look = (): void => {
    const element = area.current
    const bare = element && element.selectionStart === element.selectionEnd
    setCompletion(bare ? completeWord(element.value, element.selectionStart) : undefined)
    setActive(0)
  }
  const accept = (index: number): void => {
    const chosen = completion?.suggestions[index]
    if (!completion || !chosen) return
    const text = written()
    setCompletion(undefined)
    write(
      text.slice(0, completion.from) + chosen.insert + text.slice(completion.to).replace(/^ /, ''),
      completion.from + chosen.insert.length,
    )
  }
  const insert = (mark: string): void => {
    const text = written()
    const at = area.current?.selectionStart ?? text.length
    const gap = at > 0 && !/\s$/.test(text.slice(0, at)) ? ' ' : ''
    write(text.slice(0, at) + gap + mark + text.slice(at), at + gap.length + mark.length)
  }
  const submit = async (): Promise<void> => {
    const text = written()
    const typed = text.trim()
    if (busy || (!typed && files.length === 0)) return
    setBusy(true)
    setError(undefined)
    setCompletion(undefined)
    write('')
    try {
      await sendMessage({ channel, thread }, typed, files)
      setFiles([])
    } catch (problem) {
      setError(describeError(problem))
      if (!area.current?.value) write(text)
    }
    setBusy(false)
  }
  const keys = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const enter = event.key === 'Enter' && !event.shiftKey && !event.isComposing
    const whole = completion?.suggestions[active]?.insert.trim() === written().trim()
    if (completion && step !== 0) {
      event.preventDefault()
      setActive((active + step + completion.suggestions.length) % completion.suggestions.length)
    } else if (completion && (event.key === 'Tab' || (enter && !whole))) {
      event.preventDefault()
      accept(active)
    } else if (completion && event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      setCompletion(undefined)
    } else if (enter) {
      event.preventDefault()
      void submit()
    }
  }
  const add = async (list: Iterable<File>): Promise<void> => {
    const added = await runWithToast(() => readFiles(list))
    if (added) setFiles((before) => [...before, ...added])
  }
  const globals = installedApp.value.shortcuts.filter((shortcut) => shortcut.type === 'global')

  return (
    <form
      class="composer"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void add(event.dataTransfer?.files ?? [])
      }}
    >
      {completion && (
        <SuggestionList id={id} completion={completion} active={active} onActive={setActive} onAccept={accept} />
      )}
      <FormatBar
        onChange={(change) => {
          const element = area.current
          if (!element) return
          const next = change(element.value, element.selectionStart, element.selectionEnd)
          write(next.text, next.from, next.to)
        }}
      />
      <textarea
        ref={area}
        class="composer-text"
        rows={1}
        aria-label={label}
        placeholder={thread || installedApp.value.commands.length === 0 ? label : `${label}, or type / for commands`}
        value={text}
        aria-autocomplete="list"
        {...(completion && { 'aria-controls': `${id}-list`, 'aria-activedescendant': `${id}-${active}` })}
        onInput={(event) => {
          write(event.currentTarget.value)
          setError(undefined)
          look()
        }}
        onClick={look}
        onKeyDown={keys}
        onBlur={() => setCompletion(undefined)}
        onPaste={(event) => {
          if (event.clipboardData?.files.length) void add(event.clipboardData.files)
        }}
      />
      {files.length > 0 && <FileChips files={files} onRemove={(index) => setFiles(files.toSpliced(index, 1))} />}
      <div class="composer-foot">
        <FilePickerButton
          class="quiet small"
          title="Attach files"
          label="Attach files"
          multiple
          onPick={(list) => void add(list)}
        >
          <Icon name="clip" size={18} />
        </FilePickerButton>
        <button
          type="button"
          class="quiet small"
          title="Mention someone"
          aria-label="Mention someone"
          onClick={() => insert('@')}
        >
          <Icon name="at" size={18} />
        </button>
        {!thread && (
          <button
            type="button"
            class="quiet small"
            title="Commands"
            aria-label="Commands"
            onClick={() => write('/', 1)}
          >
            <Icon name="slash" size={18} />
          </button>
        )}
        {globals.length > 0 && (
          <PopupMenu
            label="Shortcuts"
            class="quiet small"
            title="Shortcuts"
            items={globals.map((one) => ({
              label: one.name,
              hint: installedApp.value.name,
              run: () => void runShortcut(one.callback_id),
            }))}
          >
            <Icon name="bolt" size={18} />
          </PopupMenu>
        )}
        <span class={`composer-say${error ? ' bad' : ''}`} role={error ? 'alert' : 'status'}>
          {error ?? (busy ? 'Waiting for the app' : '')}
        </span>
        <button
          type="submit"
          class="button primary send"
          aria-label="Send"
          title="Send"
          aria-busy={busy}
          disabled={!text.trim() && files.length === 0}
        >
          <Icon name="send" size={18} />
        </button>
      </div>
    </form>
  )
}
