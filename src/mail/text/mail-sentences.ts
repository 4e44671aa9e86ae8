import type { MailText } from './mail-text.ts'

/** Describes what a card and Read all leave out; empty if they show everything. */
export function describeHidden({ hidden }: MailText, mails: number, hasSignature: boolean): string {
  if (mails === 0) return hasSignature ? hidden.signature : ''
  return hasSignature ? hidden.mailsAndSignature({ mails }) : hidden.mails({ mails })
}
