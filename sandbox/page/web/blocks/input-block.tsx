import type { JSX } from 'preact'
import { useContext } from 'preact/hooks'
import { ElementView } from '../elements/element-view.tsx'
import { SurfaceContext } from '../model/block-surface.ts'
import { InlineText } from '../text/mrkdwn-text.tsx'
import { Icon } from '../ui/line-icon.tsx'
import type { InputBlock } from '../slack-types/block-types.ts'

export function InputView({ of }: { of: InputBlock }): JSX.Element {
  const { errors } = useContext(SurfaceContext)
  const error = of.block_id ? errors.value[of.block_id] : undefined
  return (
    <div class={`input${error ? ' bad' : ''}`} data-block={of.block_id}>
      <div class="label" dir="auto">
        <InlineText of={of.label} />
        {of.optional && <small> (optional)</small>}
      </div>
      <ElementView of={of.element} />
      {error && (
        <p class="error" role="alert">
          <Icon name="warning" size={16} />
          <span>{error}</span>
        </p>
      )}
      {of.hint && (
        <p class="hint">
          <InlineText of={of.hint} />
        </p>
      )}
    </div>
  )
}
