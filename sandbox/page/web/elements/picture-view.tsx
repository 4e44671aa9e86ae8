import type { JSX } from 'preact'
import { Icon } from '../ui/line-icon.tsx'
import type { ImageElement } from '../slack-types/element-types.ts'

/** Only images of the sandbox itself are loaded; for any other, the alternative text and the host are shown. */
function resolveOwnUrl(url: string | undefined): string | undefined {
  if (!url) return undefined
  const absolute = new URL(url, location.href)
  return absolute.origin === location.origin ? absolute.href : undefined
}

const readHost = (url: string | undefined): string => {
  try {
    return url ? new URL(url).host : 'Slack file'
  } catch {
    return 'invalid address'
  }
}

export function PictureView({ of, large = false }: { of: ImageElement; large?: boolean }): JSX.Element {
  const url = of.image_url ?? of.slack_file?.url
  const own = resolveOwnUrl(url) ?? (of.slack_file?.id ? `/control/slack/files/${of.slack_file.id}` : undefined)
  const size = large ? 'picture large' : 'picture'
  if (own) return <img class={size} src={own} alt={of.alt_text} />
  return (
    <span
      class={`${size} away`}
      role="img"
      aria-label={of.alt_text}
      title={`${of.alt_text} · ${readHost(url)}, not loaded`}
    >
      {large ? (
        <>
          <Icon name="eye" />
          <span>
            {of.alt_text || 'Image'}
            <small>{readHost(url)} · not loaded</small>
          </span>
        </>
      ) : (
        of.alt_text.charAt(0).toUpperCase() || '·'
      )}
    </span>
  )
}
