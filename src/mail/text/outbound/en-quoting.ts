import { createFormats } from '../../../core/formats.ts'

const { date, time } = createFormats('en')

/** What stands around an earlier mail that a reply quotes. People outside read it in their mail. */
export const englishQuoting = {
  introduction: (at: number, timeZone: string | undefined, sender: string) =>
    `On ${date(at, timeZone)} at ${time(at, timeZone)}, ${sender} wrote:`,
  forwarded: (at: number, timeZone: string | undefined, sender: string, subject: string) =>
    `Forwarded: “${subject}”, which ${sender} wrote on ${date(at, timeZone)} at ${time(at, timeZone)}:`,
  choice: 'Quote the earlier mail below your text',
  signature: 'Signature',
  signatures: { own: 'Yours', inbox: 'The inbox’s', none: 'None' },
  leftOut: '[The rest of this mail is left out because it is very long.]',
}
