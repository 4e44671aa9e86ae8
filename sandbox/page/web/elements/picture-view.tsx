import type { JSX } from 'preact'
import { Icon } from '../ui/line-icon.tsx'
import type { Image } from '../slack-types/element-types.ts'

/** Only the sandbox's own pictures are loaded; of any other its words and its host are shown. */
function ownAddress(url: string | undefined): string | undefined {
  if (!url) return undefined
  const absolute = new URL(url, location.href)
  return absolute.origin === location.origin ? absolute.href : undefined
}

const hostOf = (url: string | undefined): string => {
  try {
    return url ? new URL(url).host : 'Slack file'
  } catch {
    return 'unreadable address'
  }
}

export function Picture({ of, large = false }: { of: Image; large?: boolean }): JSX.Element {
  const url = of.image_url ?? of.slack_file?.url
  const own = ownAddress(url) ?? (of.slack_file?.id ? `/control/slack/files/${of.slack_file.id}` : undefined)
  const size = large ? 'picture large' : 'picture'
  if (own) return <img class={size} src={own} alt={of.alt_text} />
  return (
    <span
      class={`${size} away`}
      role="img"
      aria-label={of.alt_text}
      title={`${of.alt_text} · ${hostOf(url)}, not loaded`}
    >
      {large ? (
        <>
          <Icon name="eye" />
          <span>
            {of.alt_text || 'Image'}
            <small>{hostOf(url)} · not loaded</small>
          </span>
        </>
      ) : (
        of.alt_text.charAt(0).toUpperCase() || '·'
      )}
    </span>
  )
}
