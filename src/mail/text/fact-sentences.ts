import type { MailText } from './mail-text.ts'

type Sentence = (values: { title: string; who: string }) => string

/** Describes what a calendar file asks for or answers; any other method is an entry. `who` is empty if nobody is named. */
export function describeEvent(
  { facts }: MailText,
  { method, answer, title, who }: { method: string; answer: string; title: string; who: string },
): string {
  if (method === 'counter' && who === '') return facts.event.counterOfUnknown({ title })
  const { invitation, update, cancellation, counter } = facts.event
  const asked: Partial<Record<string, Sentence>> = { invitation, update, cancellation, counter }
  const answered: Partial<Record<string, Sentence>> = facts.answers
  const sentence = (method === 'answer' ? answered[answer] : asked[method]) ?? facts.event.entry
  return sentence({ title, who })
}

/** The beginning and the end of an appointment; an end that is empty or equals the beginning is left out. */
export const describeSpan = ({ facts }: MailText, from: string, until: string): string =>
  until === '' || until === from ? from : facts.span({ from, until })

/** A time of a calendar file with its zone, or with a remark if the file names none. */
export const describeZone = ({ facts }: MailText, time: string, zone: string): string =>
  zone === '' ? facts.inUnknownZone({ time }) : facts.inZone({ time, zone })
