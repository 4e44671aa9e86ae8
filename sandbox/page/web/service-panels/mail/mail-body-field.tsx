import type { JSX } from 'preact'
import { SegmentedControl } from '../panel-parts.tsx'
import type { MailDraft } from './mail-templates.ts'

/** The text part or the HTML part of the mail. */
export function MailBodyField(props: {
  mail: MailDraft
  asHtml: boolean
  onSwitch: (asHtml: boolean) => void
  onChange: (change: Partial<MailDraft>) => void
}): JSX.Element {
  const { mail, asHtml, onChange } = props
  const name = asHtml ? 'HTML part' : 'Text part'
  return (
    <div class="desk-field">
      <span class="split">
        {name}
        <SegmentedControl
          label="Part"
          value={asHtml ? 'html' : 'text'}
          options={[
            ['text', 'Text'],
            ['html', mail.html ? 'HTML' : 'HTML (none)'],
          ]}
          onPick={(part) => props.onSwitch(part === 'html')}
        />
      </span>
      <textarea
        dir="auto"
        class={`field${asHtml ? ' source' : ''}`}
        aria-label={name}
        rows={11}
        value={asHtml ? mail.html : mail.text}
        onInput={(event) => {
          const text = event.currentTarget.value
          onChange(asHtml ? { html: text } : { text })
        }}
      />
    </div>
  )
}
