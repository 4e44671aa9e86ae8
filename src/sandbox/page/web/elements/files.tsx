import type { JSX } from 'preact'
import { useContext, useRef } from 'preact/hooks'
import { Icon } from '../ui/icons.tsx'
import { attempt } from '../ui/toast.tsx'
import { sizeOf } from '../time.ts'
import type { FileInput } from './types.ts'
import { useField } from './field.ts'
import { BlockContext, accepted, readFiles, type FileValue, type Value } from './surface.ts'

const filesOf = (value: Value): FileValue[] =>
  Array.isArray(value) ? value.filter((one): one is FileValue => typeof one === 'object') : []

export function FileChips({ files, onRemove }: { files: FileValue[]; onRemove: (index: number) => void }): JSX.Element {
  return (
    <ul class="file-chips">
      {files.map((file, index) => (
        <li key={`${file.name} ${index}`}>
          <Icon name="file" size={16} />
          <span>{file.name}</span>
          <small>{sizeOf(Math.floor((file.content.length * 3) / 4))}</small>
          <button type="button" class="quiet small" aria-label={`Remove ${file.name}`} onClick={() => onRemove(index)}>
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}

export function FileInputView({ of }: { of: FileInput }): JSX.Element {
  const field = useField(of)
  const { label } = useContext(BlockContext)
  const input = useRef<HTMLInputElement>(null)
  const files = filesOf(field.value)
  const max = of.max_files ?? 10
  const types = accepted(of)
  const add = async (list: Iterable<File>): Promise<void> => {
    const added = await attempt(() => readFiles(list))
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
          <button type="button" class="button slim" onClick={() => input.current?.click()}>
            <Icon name="plus" size={16} /> Add {max === 1 ? 'a file' : 'files'}
          </button>
          <small>
            or drop {max === 1 ? 'it' : 'them'} here{of.filetypes ? ` · ${of.filetypes.join(', ')}` : ''}
          </small>
        </>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        multiple={max > 1}
        {...(types && { accept: types })}
        onChange={(event) => {
          void add(event.currentTarget.files ?? [])
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
