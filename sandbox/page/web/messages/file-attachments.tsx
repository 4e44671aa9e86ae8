import type { JSX } from 'preact'
import { formatSize } from '../text/format-size.ts'
import { Icon } from '../ui/line-icon.tsx'
import type { SharedFile } from '../../../control-types.ts'

const buildFileUrl = (file: SharedFile): string => `/control/slack/files/${encodeURIComponent(file.id)}`

export function FileAttachments({ files }: { files: SharedFile[] }): JSX.Element {
  return (
    <ul class="files">
      {files.map((file) => {
        const url = buildFileUrl(file)
        const name = file.title || file.name || 'File'
        if (file.mimetype?.startsWith('image/')) {
          return (
            <li key={file.id}>
              <img class="picture large" src={url} alt={name} />
            </li>
          )
        }
        const words = (
          <>
            <span class="file-icon">
              <Icon name="file" />
            </span>
            <span>
              <strong dir="auto">{name}</strong>
              <small>
                {[(file.filetype ?? file.mimetype?.split('/').at(-1) ?? '').toUpperCase(), formatSize(file.size)]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
          </>
        )
        return (
          <li key={file.id}>
            <a class="file" href={url} download={file.name ?? name}>
              {words}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
