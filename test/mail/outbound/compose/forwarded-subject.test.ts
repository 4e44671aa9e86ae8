import { expect, test } from 'vitest'
import { forwardedSubject, removeSubjectPrefixes } from '../../../../src/mail/outbound/compose/fields/subject-field.ts'
import { mailTextIn } from '../../../../src/mail/text/mail-text.ts'

test.each([
  ['Invoice', 'Fwd: Invoice'],
  ['Re: AW: Antw: Invoice', 'Fwd: Invoice'],
  ['Fwd: Re: Invoice', 'Fwd: Invoice'],
  ['WG: Rechnung', 'Fwd: Rechnung'],
  ['[ABC-123] Re: Printer', 'Fwd: [ABC-123] Printer'],
  ['Re: [ABC-123] Printer', 'Fwd: [ABC-123] Printer'],
  ['Update: new prices', 'Fwd: Update: new prices'],
  ['', 'Fwd:'],
])('a forward of “%s” has the subject “%s”', (subject, forwarded) => {
  expect(forwardedSubject(mailTextIn('en'), subject)).toBe(forwarded)
  // An approver is warned of another subject only.
  expect(removeSubjectPrefixes(forwarded)).toBe(removeSubjectPrefixes(subject))
})
