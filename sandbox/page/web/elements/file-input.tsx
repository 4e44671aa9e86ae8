import type { ComponentChildren, JSX } from 'preact'
import { useContext, useRef } from 'preact/hooks'
import { Icon } from '../ui/line-icon.tsx'
import { runWithToast } from '../ui/toast-messages.tsx'
import { formatSize } from '../text/format-size.ts'
import type { FileInput } from '../slack-types/element-types.ts'
import { useField } from './use-field.ts'
import { BlockContext } from '../model/block-surface.ts'
import { listAcceptedTypes, readFiles, type UploadedFile, type FieldValue } from '../model/field-values.ts'

const readFileValues = (value: FieldValue): UploadedFile[] =>
  Array.isArray(value) ? value.filter((one): one is UploadedFile => typeof one === 'object') : []

const countBytes = ({ content }: UploadedFile): number => Math.floor((content.replace(/=+$/, '').length * 3) / 4)

export function FileChips({
  files,
  onRemove,
}: {
  files: UploadedFile[]
  onRemove: (index: number) => void
}): JSX.Element {
  return (
    <ul class="file-chips">
      {files.map((file, index) => (
        <li key={`${file.name} ${index}`}>
          <Icon name="file" size={16} />
          <span>{file.name}</span>
          <small>{formatSize(countBytes(file))}</small>
          <button type="button" class="quiet small" aria-label={`Remove ${file.name}`} onClick={() => onRemove(index)}>
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** A button that opens the file dialog. The same files can be picked twice in a row. */
export function FilePickerButton(props: {
  class: string
  label: string
  /** The tooltip of a button that has no visible text. */
  title?: string
  multiple: boolean
  accept?: string | undefined
  onPick: (files: File[]) => void
  children: ComponentChildren
}): JSX.Element {
  const input = useRef<HTMLInputElement>(null)
  const named = { 'aria-label': props.label }
  return (
    <>
      <button
        type="button"
        class={props.class}
        {...(props.title && { title: props.title, ...named })}
        onClick={() => input.current?.click()}
      >
        {props.children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        {...named}
        multiple={props.multiple}
        {...(props.accept && { accept: props.accept })}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          props.onPick(files)
        }}
      />
    </>
  )
}

export function FileInputView({ of }: { of: FileInput }): JSX.Element {
  const field = useField(of)
  const { label } = useContext(BlockContext)
  const files = readFileValues(field.value)
  const max = of.max_files ?? 10
  const add = async (list: Iterable<File>): Promise<void> => {
    const added = await runWithToast(() => readFiles(list))
    if (added) field.set([...files, ...added].slice(0, max))
  }
  return (
    <div
      class={`drop${field.invalid ? ' invalid' : ''}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void add(event.dataTransfer?.files ?? [])
      }}
    >
      <FileChips files={files} onRemove={(index) => field.set(files.toSpliced(index, 1))} />
      {files.length < max && (
        <>
          <FilePickerButton
            class="button slim"
            label={label}
            multiple={max > 1}
            accept={listAcceptedTypes(of)}
            onPick={(list) => void add(list)}
          >
            <Icon name="plus" size={16} /> Add {max === 1 ? 'a file' : 'files'}
          </FilePickerButton>
          <small>
            or drop {max === 1 ? 'it' : 'them'} here{of.filetypes ? ` · ${of.filetypes.join(', ')}` : ''}
          </small>
        </>
      )}
    </div>
  )
}
