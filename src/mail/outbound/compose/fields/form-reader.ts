import type { MailText } from '../../../text/mail-text.ts'

/** The person who fills in a form, with the texts of their language. */
export interface FormReader {
  user: string
  text: MailText
}
