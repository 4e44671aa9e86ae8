import type { JSX } from 'preact'
import { SentMailList } from './sent-mail-list.tsx'
import { draft, chosen, inbox, CustomerMailForm } from './customer-mail-form.tsx'

export function MailPanel(): JSX.Element {
  return (
    <div class="desk-columns">
      <CustomerMailForm />
      <SentMailList
        onAnswer={(mail) => {
          const [recipient = ''] = mail.to ?? []
          chosen.value = ''
          inbox.value = mail.inbox_id
          draft.value = {
            from: recipient,
            to: '',
            cc: '',
            replyTo: '',
            subject: /^re:/i.test(mail.subject ?? '') ? (mail.subject ?? '') : `Re: ${mail.subject ?? ''}`,
            text: `Thank you.\n\nOn ${new Date(mail.at).toLocaleString()}, ${String(mail.from)} wrote:\n${(
              mail.text ?? ''
            )
              .split('\n')
              .map((line) => `> ${line}`)
              .join('\n')}`,
            html: '',
            kind: 'received',
            files: [],
            thread: { thread_id: mail.thread_id, in_reply_to: mail.message_id, subject: mail.subject ?? '' },
          }
          document.querySelector('.compose textarea')?.scrollIntoView({ block: 'center' })
        }}
      />
    </div>
  )
}
