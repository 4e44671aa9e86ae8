import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ElementView } from '../elements/element-view.tsx'
import { TextView } from '../text/mrkdwn-text.tsx'
import type { SectionBlock } from '../slack-types/block-types.ts'

const LONG_TEXT = 700

/** A section. Long text is collapsed, as in Slack, unless `expand` is set. */
export function SectionView({ of }: { of: SectionBlock }): JSX.Element {
  const long = !of.expand && (of.text?.text.length ?? 0) > LONG_TEXT
  const [open, setOpen] = useState(false)
  return (
    <div class="section">
      <div class="section-main">
        {of.text && (
          <div class={long && !open ? 'folded' : ''}>
            <TextView of={of.text} />
          </div>
        )}
        {long && (
          <button type="button" class="link-button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : 'Show more'}
          </button>
        )}
        {of.fields && (
          <div class="fields">
            {of.fields.map((field, index) => (
              <div key={index}>
                <TextView of={field} />
              </div>
            ))}
          </div>
        )}
      </div>
      {of.accessory && (
        <div class="accessory">
          <ElementView of={of.accessory} />
        </div>
      )}
    </div>
  )
}
