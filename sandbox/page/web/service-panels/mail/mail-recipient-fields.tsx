import type { JSX } from 'preact'
import type { Inbox } from '../../../../control-types.ts'
import { LabeledField, SelectField } from '../panel-parts.tsx'
import { chosenInbox } from './mail-draft.ts'
import { ARRIVAL_KINDS, type MailDraft } from './mail-templates.ts'

interface FieldProps {
  mail: MailDraft
  onChange: (change: Partial<MailDraft>) => void
}

/** Sender, inbox, and how the mailbox classifies the mail. */
export function AddressFields({
  mail,
  onChange,
  inboxes,
  inboxId,
}: FieldProps & { inboxes: Inbox[]; inboxId: string }): JSX.Element {
  return (
    <>
      <LabeledField label="From">
        <input
          class="field"
          value={mail.from}
          required
          onInput={(event) => onChange({ from: event.currentTarget.value })}
        />
      </LabeledField>
      <div class="two">
        <LabeledField label="Inbox">
          <SelectField
            label="Inbox"
            value={inboxId}
            options={inboxes.map((one) => [
              one.inbox_id,
              one.display_name ? `${one.display_name} · ${one.inbox_id}` : one.inbox_id,
            ])}
            onPick={(value) => (chosenInbox.value = value)}
          />
        </LabeledField>
        <LabeledField label="How it arrives">
          <SelectField
            label="How it arrives"
            value={mail.kind}
            options={ARRIVAL_KINDS}
            onPick={(kind) => onChange({ kind })}
          />
        </LabeledField>
      </div>
    </>
  )
}

/** Fields that few mails need, behind a link until they are asked for. */
export function MoreRecipientFields({
  mail,
  onChange,
  open,
  onOpen,
}: FieldProps & { open: boolean; onOpen: () => void }): JSX.Element {
  if (!open) {
    return (
      <button type="button" class="link-button" onClick={onOpen}>
        Add Cc, Reply-To or other recipients
      </button>
    )
  }
  return (
    <>
      <div class="two">
        <LabeledField label="Cc">
          <input class="field" value={mail.cc} onInput={(event) => onChange({ cc: event.currentTarget.value })} />
        </LabeledField>
        <LabeledField label="Reply-To">
          <input
            class="field"
            value={mail.replyTo}
            onInput={(event) => onChange({ replyTo: event.currentTarget.value })}
          />
        </LabeledField>
      </div>
      <LabeledField label="Other recipients">
        <input class="field" value={mail.to} onInput={(event) => onChange({ to: event.currentTarget.value })} />
      </LabeledField>
    </>
  )
}
