import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { postControl } from '../../model/control-api.ts'
import { formatAge, formatTime, formatSize, parseTime } from '../../text/format-time.ts'
import { Icon } from '../../ui/line-icon.tsx'
import { Skeleton, EmptyState, FailedState } from '../../ui/load-states.tsx'
import { runWithToast } from '../../ui/toast-messages.tsx'
import type { ServiceScript, SentMail } from '../../model/control-types.ts'
import {
  SelectField,
  PanelEntry,
  FactList,
  Panel,
  SegmentedControl,
  useControlRead,
  type PillTone,
} from '../panel-parts.tsx'

const STATES: Record<string, [string, PillTone]> = {
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

const describeMailState = (mail: SentMail): [string, PillTone] =>
  STATES[mail.events?.at(-1)?.event ?? ''] ?? ['On its way', 'busy']

const joinAddresses = (list: string[] | undefined): string => (list ?? []).join(', ')

function SentMailDetail({
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
    ['From', String(mail.from)],
    ['To', joinAddresses(mail.to)],
    ['Cc', joinAddresses(mail.cc)],
    ['Bcc', joinAddresses(mail.bcc)],
    ['Reply to', joinAddresses(mail.reply_to)],
    ['Labels', (mail.labels ?? []).join(', ')],
  ]
  const words = { text: mail.text ?? '', html: mail.html ?? '', headers: JSON.stringify(mail.headers ?? {}, null, 2) }
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
      <pre class={part === 'text' ? 'mail-text' : 'mail-text source'}>{words[part] || 'Nothing in this part.'}</pre>
      {mail.attachments && mail.attachments.length > 0 && (
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
      {mail.events && mail.events.length > 0 && (
        <ol class="steps">
          {mail.events.map((step, index) => (
            <li key={index}>
              {STATES[step.event]?.[0] ?? step.event} <small>{formatTime(parseTime(step.at))}</small>
            </li>
          ))}
        </ol>
      )}
      <div class="actions">
        {OUTCOMES.map(([label, event, fields]) => (
          <button
            key={label}
            type="button"
            class="button slim"
            onClick={() =>
              void runWithToast(
                () => postControl('/mail/outcome', { message_id: mail.message_id, event, ...fields }),
                `${label} was told to the app`,
              ).then(onFired)
            }
          >
            {label}
          </button>
        ))}
        <button type="button" class="button slim primary" onClick={onAnswer}>
          Answer as the customer
        </button>
      </div>
    </div>
  )
}

export function SentMailList({ onAnswer }: { onAnswer: (mail: SentMail) => void }): JSX.Element {
  const sent = useControlRead<SentMail[]>('/mail/sent', ['mail'])
  const script = useControlRead<ServiceScript>('/mail/script', ['mail.script'])
  const [open, setOpen] = useState<string | undefined>(undefined)
  const mails = sent.value?.toReversed()
  const current = open ?? mails?.[0]?.message_id
  const outcome = script.value?.outcome ?? 'delivered'
  return (
    <Panel
      title="Mail that left"
      more={
        <span class="row">
          <small>New mail</small>
          <SelectField
            label="What becomes of new mail"
            value={outcome}
            options={[
              ['delivered', 'is delivered after 2 s'],
              ['bounced', 'bounces after 2 s'],
              ['manual', 'waits for you'],
            ]}
            onPick={(value) =>
              void runWithToast(() => postControl('/mail/script', { outcome: value, afterMs: 2000 })).then(script.again)
            }
          />
        </span>
      }
    >
      {sent.error && !mails ? (
        <FailedState error={sent.error} again={() => void sent.again()} />
      ) : !mails ? (
        <Skeleton />
      ) : mails.length === 0 ? (
        <EmptyState icon="mail" title="Nothing has left yet">
          Answer a mail in its channel, and the reply stands here as the customer would get it.
        </EmptyState>
      ) : (
        <ul class="outbox">
          {mails.map((mail) => {
            const on = mail.message_id === current
            return (
              <PanelEntry
                key={mail.message_id}
                title={mail.subject || '(no subject)'}
                about={`to ${joinAddresses(mail.to)} · ${formatAge(parseTime(mail.at))}`}
                state={describeMailState(mail)}
                open={on}
                onToggle={() => setOpen(on ? '' : mail.message_id)}
              >
                <SentMailDetail mail={mail} onAnswer={() => onAnswer(mail)} onFired={() => void sent.again()} />
              </PanelEntry>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
