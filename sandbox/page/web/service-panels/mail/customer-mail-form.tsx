import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { markStepDone } from '../../model/first-steps.ts'
import { readFiles } from '../../model/field-values.ts'
import { FileChips, FilePickerButton } from '../../elements/file-input.tsx'
import { postControl } from '../../model/control-api.ts'
import type { Inbox } from '../../../../control-types.ts'
import { Icon } from '../../ui/line-icon.tsx'
import { runWithToast } from '../../ui/toast-messages.tsx'
import { LabeledField, Panel } from '../panel-parts.tsx'
import { useControlRead } from '../use-control-read.ts'
import { MailBodyField } from './mail-body-field.tsx'
import { chosenInbox, chosenTemplate, mailDraft } from './mail-draft.ts'
import { AddressFields, MoreRecipientFields } from './mail-recipient-fields.tsx'
import { MAIL_TEMPLATES, buildInboundMail, type MailDraft } from './mail-templates.ts'

function TemplateChips({ onChoose }: { onChoose: (name: string, template: MailDraft) => void }): JSX.Element {
  return (
    <div class="chips" role="group" aria-label="Templates">
      {MAIL_TEMPLATES.map(([name, template]) => (
        <button
          key={name}
          type="button"
          class="chip"
          aria-pressed={chosenTemplate.value === name}
          onClick={() => onChoose(name, template)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

function ThreadNote({ thread, onLeave }: { thread: { subject: string }; onLeave: () => void }): JSX.Element {
  return (
    <p class="in-thread">
      <Icon name="reply" size={16} />
      <span>In the thread of “{thread.subject}”</span>
      <button type="button" class="quiet small" aria-label="Start a new thread instead" onClick={onLeave}>
        <Icon name="close" size={14} />
      </button>
    </p>
  )
}

function MailFormFoot(props: { onAttach: (files: File[]) => void; busy: boolean; disabled: boolean }): JSX.Element {
  return (
    <div class="row between">
      <FilePickerButton class="button slim" label="Attach" multiple onPick={props.onAttach}>
        <Icon name="clip" size={16} /> Attach
      </FilePickerButton>
      <button type="submit" class="button primary" aria-busy={props.busy} disabled={props.disabled}>
        Send email
      </button>
    </div>
  )
}

/** Writes a mail as a customer and lets it arrive in the simulated mailbox. */
export function CustomerMailForm(): JSX.Element {
  const inboxes = useControlRead<Inbox[]>('/mail/inboxes', ['mail.inbox']).value ?? []
  const [busy, setBusy] = useState(false)
  const [asHtml, setAsHtml] = useState(false)
  const [more, setMore] = useState(false)
  const mail = mailDraft.value
  const inboxId = inboxes.find((one) => one.inbox_id === chosenInbox.value)?.inbox_id ?? inboxes[0]?.inbox_id ?? ''
  const change = (fields: Partial<MailDraft>): void => void (mailDraft.value = { ...mail, ...fields })

  const choose = (name: string, template: MailDraft): void => {
    chosenTemplate.value = name
    mailDraft.value = template
    setAsHtml(template.html !== '' && name === 'Newsletter')
    setMore(template.replyTo !== '' || template.cc !== '')
  }
  const leaveThread = (): void => {
    const { thread: _, ...rest } = mail
    mailDraft.value = rest
  }
  const attach = (list: File[]): void =>
    void runWithToast(async () => change({ files: [...mail.files, ...(await readFiles(list))] }))
  const send = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    await runWithToast(async () => {
      await postControl('/mail/inbound', buildInboundMail(mail, inboxId))
      markStepDone('mail')
    }, 'The email has arrived in the mailbox')
    setBusy(false)
  }
  return (
    <Panel title="Write as a customer" class="compose" more={<TemplateChips onChoose={choose} />}>
      <form
        class="desk-form"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {mail.thread && <ThreadNote thread={mail.thread} onLeave={leaveThread} />}
        <AddressFields mail={mail} onChange={change} inboxes={inboxes} inboxId={inboxId} />
        <MoreRecipientFields mail={mail} onChange={change} open={more} onOpen={() => setMore(true)} />
        <LabeledField label="Subject">
          <input
            class="field"
            dir="auto"
            value={mail.subject}
            onInput={(event) => change({ subject: event.currentTarget.value })}
          />
        </LabeledField>
        <MailBodyField mail={mail} asHtml={asHtml} onSwitch={setAsHtml} onChange={change} />
        <FileChips files={mail.files} onRemove={(index) => change({ files: mail.files.toSpliced(index, 1) })} />
        <MailFormFoot onAttach={attach} busy={busy} disabled={!inboxId} />
      </form>
    </Panel>
  )
}
