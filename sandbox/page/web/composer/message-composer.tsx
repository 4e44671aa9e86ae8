import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { FileChips } from '../elements/file-input.tsx'
import { getConversationName, installedApp } from '../model/workspace-state.ts'
import { ComposerFoot } from './composer-foot.tsx'
import { SuggestionList } from './composer-suggestions.tsx'
import { FormatBar } from './format-bar.tsx'
import { useComposer } from './use-composer.ts'

/** The field for a new message. Enter sends, Shift and Enter breaks the line; each conversation keeps its draft. */
export function MessageComposer(props: { channel: string; thread?: string | undefined; label: string }): JSX.Element {
  const { channel, thread, label } = props
  const id = useId()
  const composer = useComposer(channel, thread)
  const { area, completion, active, files } = composer
  return (
    <form
      class="composer"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void composer.submit()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void composer.addFiles(event.dataTransfer?.files ?? [])
      }}
    >
      {completion && (
        <SuggestionList
          id={id}
          completion={completion}
          active={active}
          onActive={composer.setActive}
          onAccept={composer.acceptSuggestion}
        />
      )}
      <FormatBar
        onChange={(change) => {
          const element = area.current
          if (!element) return
          const next = change(element.value, element.selectionStart, element.selectionEnd)
          composer.writeText(next.text, next.from, next.to)
        }}
      />
      <textarea
        ref={area}
        class="composer-text"
        dir="auto"
        rows={1}
        aria-label={label}
        placeholder={thread || installedApp.value.commands.length === 0 ? label : `${label}, or type / for commands`}
        value={composer.text}
        aria-autocomplete="list"
        {...(completion && { 'aria-controls': `${id}-list`, 'aria-activedescendant': `${id}-${active}` })}
        onInput={(event) => composer.onInput(event.currentTarget.value)}
        onClick={composer.updateCompletion}
        onKeyDown={composer.onKeyDown}
        onBlur={composer.closeCompletion}
        onPaste={(event) => {
          if (event.clipboardData?.files.length) void composer.addFiles(event.clipboardData.files)
        }}
      />
      {files.length > 0 && <FileChips files={files} onRemove={composer.removeFile} />}
      {thread !== undefined && (
        <label class="composer-also">
          <input
            type="checkbox"
            checked={composer.broadcast}
            onChange={(event) => composer.setBroadcast(event.currentTarget.checked)}
          />
          Also send to {getConversationName(channel)}
        </label>
      )}
      <ComposerFoot composer={composer} inThread={thread !== undefined} />
    </form>
  )
}
