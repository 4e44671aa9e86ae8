import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { postControl } from '../../model/control-api.ts'
import { formatDelay } from '../../text/format-delay.ts'
import { formatAge, parseTime } from '../../text/format-time.ts'
import { Skeleton, EmptyState, FailedState } from '../../ui/load-states.tsx'
import { runWithToast } from '../../ui/toast-messages.tsx'
import type { ServiceScript, SentMail } from '../../../../control-types.ts'
import { SelectField, PanelEntry, Panel, type PillTone } from '../panel-parts.tsx'
import { useControlRead } from '../use-control-read.ts'
import { STATES, joinAddresses, SentMailDetail } from './sent-mail-detail.tsx'

const describeMailState = (mail: SentMail): [string, PillTone] =>
  STATES[mail.events.at(-1)?.event ?? ''] ?? ['On its way', 'busy']

export function SentMailList({ onAnswer }: { onAnswer: (mail: SentMail) => void }): JSX.Element {
  const sent = useControlRead<SentMail[]>('/mail/sent', ['mail'])
  const script = useControlRead<ServiceScript>('/mail/script', ['mail.script'])
  const [open, setOpen] = useState<string | undefined>(undefined)
  const mails = sent.value?.toReversed()
  const current = open ?? mails?.[0]?.message_id
  const outcome = script.value?.outcome ?? 'delivered'
  // A script that waits for a person has no delay of its own.
  const afterMs = script.value && outcome !== 'manual' ? script.value.afterMs : 2000
  const when = formatDelay(afterMs)
  return (
    <Panel
      title="Sent mail"
      more={
        <span class="row">
          <small>Each email</small>
          <SelectField
            label="What happens to each email"
            value={outcome}
            options={[
              ['delivered', `is delivered ${when}`],
              ['bounced', `bounces ${when}`],
              ['manual', 'waits for you'],
            ]}
            onPick={(value) =>
              void runWithToast(() => postControl('/mail/script', { outcome: value, afterMs })).then(script.reload)
            }
          />
        </span>
      }
    >
      {sent.error && !mails ? (
        <FailedState error={sent.error} onRetry={() => void sent.reload()} />
      ) : !mails ? (
        <Skeleton />
      ) : mails.length === 0 ? (
        <EmptyState icon="mail" title="No mail sent yet">
          Reply to an email in its channel, and the reply appears here as the customer receives it.
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
                <SentMailDetail mail={mail} onAnswer={() => onAnswer(mail)} onFired={() => void sent.reload()} />
              </PanelEntry>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
