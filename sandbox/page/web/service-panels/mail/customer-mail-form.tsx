import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { postControl } from '../../model/control-api.ts'
import { FileChips, FilePickerButton } from '../../elements/file-input.tsx'
import { readFiles } from '../../elements/field-values.ts'
import { Icon } from '../../ui/line-icon.tsx'
import { runWithToast } from '../../ui/toast-messages.tsx'
import type { Inbox } from '../../model/control-types.ts'
import { SelectField, LabeledField, Panel, SegmentedControl } from '../panel-parts.tsx'
import { useControlRead } from '../use-control-read.ts'
import { buildInboundMail, ARRIVAL_KINDS, MAIL_TEMPLATES, type MailDraft } from './mail-templates.ts'

const [, first] = MAIL_TEMPLATES[0] ?? []
/** Kept while one looks elsewhere. */
export const draft = signal<MailDraft>(
  first ?? { from: '', to: '', cc: '', replyTo: '', subject: '', text: '', html: '', kind: 'received', files: [] },
)
export const chosen = signal('Plain')
export const inbox = signal('')

export function CustomerMailForm(): JSX.Element {
  const inboxes = useControlRead<Inbox[]>('/mail/inboxes', ['mail.inbox']).value ?? []
  const [busy, setBusy] = useState(false)
  const [asHtml, setAsHtml] = useState(false)
  const [more, setMore] = useState(false)
  const mail = draft.value
  const to = inboxes.find((one) => one.inbox_id === inbox.value)?.inbox_id ?? inboxes[0]?.inbox_id ?? ''
  const set = (change: Partial<MailDraft>): void => void (draft.value = { ...mail, ...change })

  const send = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    await runWithToast(
      () => postControl('/mail/inbound', buildInboundMail(mail, to)),
      'The mail has arrived in the mailbox',
    )
    setBusy(false)
  }
  return (
    <Panel
      title="Write as a customer"
      class="compose"
      more={
        <div class="chips" role="group" aria-label="Templates">
          {MAIL_TEMPLATES.map(([name, template]) => (
            <button
              key={name}
              type="button"
              class="chip"
              aria-pressed={chosen.value === name}
              onClick={() => {
                chosen.value = name
                draft.value = template
                setAsHtml(template.html !== '' && name === 'Newsletter')
                setMore(template.replyTo !== '' || template.cc !== '')
              }}
            >
              {name}
            </button>
          ))}
        </div>
      }
    >
      <form
        class="desk-form"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {mail.thread && (
          <p class="in-thread">
            <Icon name="reply" size={16} />
            <span>In the thread of “{mail.thread.subject}”</span>
            <button
              type="button"
              class="quiet small"
              aria-label="Start a new thread instead"
              onClick={() => {
                const { thread: _, ...rest } = mail
                draft.value = rest
              }}
            >
              <Icon name="close" size={14} />
            </button>
          </p>
        )}
        <LabeledField label="From">
          <input
            class="field"
            value={mail.from}
            required
            onInput={(event) => set({ from: event.currentTarget.value })}
          />
        </LabeledField>
        <div class="two">
          <LabeledField label="To the inbox">
            <SelectField
              label="Inbox"
              value={to}
              options={inboxes.map((one) => [
                one.inbox_id,
                one.display_name ? `${one.display_name} · ${one.inbox_id}` : one.inbox_id,
              ])}
              onPick={(value) => (inbox.value = value)}
            />
          </LabeledField>
          <LabeledField label="How it arrives">
            <SelectField
              label="How it arrives"
              value={mail.kind}
              options={ARRIVAL_KINDS}
              onPick={(kind) => set({ kind })}
            />
          </LabeledField>
        </div>
        {more ? (
          <>
            <div class="two">
              <LabeledField label="Cc">
                <input class="field" value={mail.cc} onInput={(event) => set({ cc: event.currentTarget.value })} />
              </LabeledField>
              <LabeledField label="Reply to">
                <input
                  class="field"
                  value={mail.replyTo}
                  onInput={(event) => set({ replyTo: event.currentTarget.value })}
                />
              </LabeledField>
            </div>
            <LabeledField label="Other recipients in To">
              <input class="field" value={mail.to} onInput={(event) => set({ to: event.currentTarget.value })} />
            </LabeledField>
          </>
        ) : (
          <button type="button" class="link-button" onClick={() => setMore(true)}>
            Cc, reply to, other recipients
          </button>
        )}
        <LabeledField label="Subject">
          <input class="field" value={mail.subject} onInput={(event) => set({ subject: event.currentTarget.value })} />
        </LabeledField>
        <div class="desk-field">
          <span class="split">
            {asHtml ? 'HTML part' : 'Text part'}
            <SegmentedControl
              label="Part"
              value={asHtml ? 'html' : 'text'}
              options={[
                ['text', 'Text'],
                ['html', mail.html ? 'HTML' : 'HTML (none)'],
              ]}
              onPick={(part) => setAsHtml(part === 'html')}
            />
          </span>
          <textarea
            class={`field${asHtml ? ' source' : ''}`}
            aria-label={asHtml ? 'HTML part' : 'Text part'}
            rows={11}
            value={asHtml ? mail.html : mail.text}
            onInput={(event) => set(asHtml ? { html: event.currentTarget.value } : { text: event.currentTarget.value })}
          />
        </div>
        <FileChips files={mail.files} onRemove={(index) => set({ files: mail.files.toSpliced(index, 1) })} />
        <div class="row between">
          <FilePickerButton
            class="button slim"
            label="Attach"
            multiple
            onPick={(list) =>
              void runWithToast(async () => set({ files: [...mail.files, ...(await readFiles(list))] }))
            }
          >
            <Icon name="clip" size={16} /> Attach
          </FilePickerButton>
          <button type="submit" class="button primary" aria-busy={busy} disabled={!to}>
            Send mail
          </button>
        </div>
      </form>
    </Panel>
  )
}
