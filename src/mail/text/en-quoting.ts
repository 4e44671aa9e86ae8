import { createFormats } from '../../core/formats.ts'

const { date, time } = createFormats('en')

/** What stands around an earlier mail that a reply quotes. People outside read it in their mail. */
export const englishQuoting = {
  introduction: (at: number, timeZone: string | undefined, sender: string) =>
    `On ${date(at, timeZone)} at ${time(at, timeZone)}, ${sender} wrote:`,
  leftOut: '[The rest of this mail is left out because it is very long.]',
}
