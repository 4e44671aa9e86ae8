import type { JSX } from 'preact'
import { FilePickerButton } from '../elements/file-input.tsx'
import { runShortcut } from './run-shortcut.ts'
import { installedApp } from '../model/workspace-state.ts'
import { Icon, type IconName } from '../ui/line-icon.tsx'
import { PopupMenu } from '../ui/popup-menu.tsx'
import type { ComposerState } from './use-composer.ts'

function FootButton(props: { label: string; icon: IconName; onClick: () => void }): JSX.Element {
  return (
    <button type="button" class="quiet small" title={props.label} aria-label={props.label} onClick={props.onClick}>
      <Icon name={props.icon} size={18} />
    </button>
  )
}

function ShortcutMenu(): JSX.Element | null {
  const globals = installedApp.value.shortcuts.filter((shortcut) => shortcut.type === 'global')
  if (globals.length === 0) return null
  return (
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
  )
}

/** The buttons below the text; commands cannot be used in a thread. */
export function ComposerFoot({ composer, inThread }: { composer: ComposerState; inThread: boolean }): JSX.Element {
  const { busy, error, files, text } = composer
  return (
    <div class="composer-foot">
      <FilePickerButton
        class="quiet small"
        title="Attach files"
        label="Attach files"
        multiple
        onPick={(list) => void composer.addFiles(list)}
      >
        <Icon name="clip" size={18} />
      </FilePickerButton>
      <FootButton label="Mention someone" icon="at" onClick={() => composer.insertMark('@')} />
      {!inThread && <FootButton label="Commands" icon="slash" onClick={() => composer.writeText('/', 1)} />}
      <ShortcutMenu />
      <span class={`composer-say${error ? ' bad' : ''}`} role={error ? 'alert' : 'status'}>
        {error ?? (busy ? 'Waiting for the app…' : '')}
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
  )
}
