import type { JSX } from 'preact'
import { CustomerMailForm } from './customer-mail-form.tsx'
import { draftAnswer } from './mail-draft.ts'
import { SentMailList } from './sent-mail-list.tsx'

export function MailPanel(): JSX.Element {
  return (
    <div class="desk-columns">
      <CustomerMailForm />
      <SentMailList
        onAnswer={(mail) => {
          draftAnswer(mail)
          document.querySelector('.compose textarea')?.scrollIntoView({ block: 'center' })
        }}
      />
    </div>
  )
}
