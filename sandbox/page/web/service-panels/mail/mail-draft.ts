import { signal } from '@preact/signals'
import type { SentMail } from '../../../../control-types.ts'
import { EMPTY_DRAFT, MAIL_TEMPLATES, type MailDraft } from './mail-templates.ts'

const [, firstTemplate] = MAIL_TEMPLATES[0] ?? []
/** The mail being written. It survives a visit to another part of the page. */
export const mailDraft = signal<MailDraft>(firstTemplate ?? EMPTY_DRAFT)
/** The name of the template that the draft was started from; empty for an answer. */
export const chosenTemplate = signal('Plain')
/** The id of the inbox that the mail is for. */
export const chosenInbox = signal('')

function quoteMail(mail: SentMail): string {
  const lines = (mail.text ?? '').split('\n').map((line) => `> ${line}`)
  return `On ${new Date(mail.at).toLocaleString()}, ${mail.from} wrote:\n${lines.join('\n')}`
}

/** Starts the customer's answer to a mail that the app sent, in the same thread. */
export function draftAnswer(mail: SentMail): void {
  const [recipient = ''] = mail.to
  const { subject } = mail
  chosenTemplate.value = ''
  chosenInbox.value = mail.inbox_id
  mailDraft.value = {
    ...EMPTY_DRAFT,
    from: recipient,
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    text: `Thank you.\n\n${quoteMail(mail)}`,
    thread: { thread_id: mail.thread_id, in_reply_to: mail.message_id, subject },
  }
}
