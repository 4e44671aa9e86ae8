import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { postControl } from '../../model/control-api.ts'
import { formatTime, parseTime } from '../../text/format-time.ts'
import { formatSize } from '../../text/format-size.ts'
import { Icon } from '../../ui/line-icon.tsx'
import { runWithToast } from '../../ui/toast-messages.tsx'
import type { SentMail } from '../../../../control-types.ts'
import { FactList, SegmentedControl, type PillTone } from '../panel-parts.tsx'

export const STATES: Record<string, [string, PillTone]> = {
  sent: ['Sent', 'busy'],
  delivered: ['Delivered', 'good'],
  bounced: ['Bounced', 'bad'],
  complained: ['Complained', 'bad'],
  rejected: ['Rejected', 'bad'],
  delayed: ['Delayed', 'warn'],
  opened: ['Opened', 'good'],
}

const OUTCOMES: [label: string, event: string, fields?: Record<string, string>][] = [
  ['Delivered', 'delivered'],
  ['Bounced', 'bounced', { type: 'Permanent', sub_type: 'General' }],
  ['Mailbox full', 'bounced', { type: 'Transient', sub_type: 'MailboxFull' }],
  ['Complained', 'complained'],
  ['Rejected', 'rejected', { reason: 'Bad content' }],
  ['Opened', 'opened'],
]

/** Addresses as a mail program shows them: `Ines Prado <ines@northwind.test>`, without the quotes of the header. */
export const joinAddresses = (list: string[]): string =>
  list
    .map((one) => one.replace(/^"((?:[^"\\]|\\.)*)"(?= *<)/, (_, name: string) => name.replaceAll(/\\(.)/g, '$1')))
    .join(', ')

/** Reports to the app what became of the mail. */
function OutcomeButtons({ mail, onFired }: { mail: SentMail; onFired: () => void }): JSX.Element {
  const delivered = mail.events.some(({ event }) => event === 'delivered')
  return (
    <div class="actions" role="group" aria-label="Report as">
      <small>Report as</small>
      {OUTCOMES.map(([label, event, fields]) => (
        <button
          key={label}
          type="button"
          class="button slim"
          disabled={event === 'delivered' && delivered}
          onClick={() =>
            void runWithToast(
              () => postControl('/mail/outcome', { message_id: mail.message_id, event, ...fields }),
              `Reported to the app: ${label}`,
            ).then(onFired)
          }
        >
          {label}
        </button>
      ))}
    </div>
  )
}

export function SentMailDetail({
  mail,
  onAnswer,
  onFired,
}: {
  mail: SentMail
  onAnswer: () => void
  onFired: () => void
}): JSX.Element {
  const [part, setPart] = useState<'text' | 'html' | 'headers'>('text')
  const rows: [string, string][] = [
    ['From', joinAddresses([mail.from])],
    ['To', joinAddresses(mail.to)],
    ['Cc', joinAddresses(mail.cc)],
    ['Bcc', joinAddresses(mail.bcc)],
    ['Reply-To', joinAddresses(mail.reply_to)],
    ['Labels', mail.labels.join(', ')],
  ]
  const words = { text: mail.text ?? '', html: mail.html ?? '', headers: JSON.stringify(mail.headers, null, 2) }
  return (
    <div class="mail-detail">
      <FactList of={rows} />
      <div class="split">
        <SegmentedControl
          label="Part"
          value={part}
          options={[
            ['text', 'Text'],
            ['html', 'HTML'],
            ['headers', 'Headers'],
          ]}
          onPick={setPart}
        />
      </div>
      <pre dir="auto" class={part === 'text' ? 'mail-text' : 'mail-text source'}>
        {words[part] || 'This part is empty.'}
      </pre>
      {mail.attachments.length > 0 && (
        <ul class="file-chips">
          {mail.attachments.map((file, index) => (
            <li key={index}>
              <Icon name="file" size={16} />
              <span>{file.filename ?? 'attachment'}</span>
              <small>{formatSize(file.size)}</small>
            </li>
          ))}
        </ul>
      )}
      {mail.events.length > 0 && (
        <ol class="steps">
          {mail.events.map((step, index) => (
            <li key={index}>
              {STATES[step.event]?.[0] ?? step.event} <small>{formatTime(parseTime(step.at))}</small>
            </li>
          ))}
        </ol>
      )}
      <OutcomeButtons mail={mail} onFired={onFired} />
      <div class="actions">
        <button type="button" class="button slim primary" onClick={onAnswer}>
          Answer as the customer
        </button>
      </div>
    </div>
  )
}
