import { createFormats } from '../../../core/formats.ts'

const { count } = createFormats('en')

/** The window that shows a mail as it will leave. */
export const englishPreview = {
  open: 'Preview',
  title: 'Preview',
  close: 'Back',
  answered: (subject: string) => `Re: ${subject}`.trim(),
  replyTo: 'Answers go to',
  labels: 'Labels',
  headers: 'Headers',
  files: 'Files',
  formatted: 'Show formatted text',
  plain: 'Show plain text',
  isFormatted: 'This is the formatted text, which most mail programs show.',
  isPlain: 'This is the plain text, for mail programs that show no formatting.',
  empty: 'No text',
  forwards: (sender: string, files: number) =>
    `Below this, the mailbox adds the mail from ${sender}${files > 0 ? `, with its ${count(files, { one: 'file', other: 'files' })}` : ''}. Its text, in the mailbox’s own layout:`,
  notYet: 'This mail can’t be sent yet:',
  gone: 'This preview isn’t there any more. Close it and press Preview again.',
  tooSlow:
    'Slack took too long to name the people in this mail, so it can’t be put together yet. Nothing was sent. Try again in a moment.',
  changed:
    'This mail has changed since its preview: a name, a signature or a setting is different now. Press Preview to see it, or Send to send it.',
  changedLater:
    'Your mail wasn’t sent: since you saw its preview, a name, a signature or a setting in it has changed. Press “Edit and send again”, look at the preview, and send it.',
}
