import type { MailText } from '../../../text/mail-text.ts'

/** Who fills in a form, with the texts of their language. */
export interface FormReader {
  team: string
  user: string
  text: MailText
}
