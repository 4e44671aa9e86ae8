import { createFormats } from '../../core/formats.ts'
import { describeStatusCode } from './en-status.ts'

const { count, list, number } = createFormats('en')

const days = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' })
const times = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })

/** What the attachments of a mail say: an appointment, a contact, a report that a mail did not arrive. */
export const englishFacts = {
  event: {
    invitation: (title: string) => `Invitation: ${title}`,
    update: (title: string) => `Changed invitation: ${title}`,
    cancellation: (title: string) => `Cancelled: ${title}`,
    counter: (title: string, who: string) =>
      who ? `${who} suggests another time: ${title}` : `Another time is suggested: ${title}`,
    entry: (title: string) => `Calendar entry: ${title}`,
  },
  answers: {
    accepted: (title: string, who: string) => `${who} accepted: ${title}`,
    declined: (title: string, who: string) => `${who} declined: ${title}`,
    tentative: (title: string, who: string) => `${who} may come: ${title}`,
  },
  /** Both are times as the reader sees them. */
  when: (from: string, until: string) => (until ? `${from} – ${until}` : from),
  /** `2026-07-10`, or with `T10:00`. */
  localTime: (local: string) =>
    (local.includes('T') ? times : days).format(new Date(`${local}${local.includes('T') ? 'Z' : ''}`)),
  inZone: (time: string, zone: string) =>
    zone ? `${time} (${zone})` : `${time} (the mail doesn’t say in which time zone)`,
  repeats: {
    daily: 'repeats daily',
    weekly: 'repeats weekly',
    monthly: 'repeats monthly',
    yearly: 'repeats every year',
    hourly: 'repeats hourly',
  },
  where: (place: string) => `Where: ${place}`,
  noAddress: (name: string) => `${name} (no address)`,
  organizer: (who: string) => `From ${who}`,
  people: (names: string[], more: number) => `With ${list(more > 0 ? [...names, `${number(more)} more`] : names)}`,
  otherEvents: (events: number) =>
    `The calendar file has ${count(events, { one: 'more appointment', other: 'more appointments' })}. *Files* puts it into this thread.`,
  contact: (name: string, details: string[]) => ['Contact: ' + name, ...details].join(' · '),
  notDelivered: (address: string, status: string | undefined) =>
    `Not delivered to ${address}${status === undefined ? '' : `: ${describeStatusCode(status)}`}`,
  serverSaid: (words: string) => `The mail server said: ${words}`,
  moreRecipients: (people: number) => `and ${count(people, { one: 'more recipient', other: 'more recipients' })}`,
  reply: 'The reply that this is about',
  noReplyFound: 'Bellhop doesn’t know which mail this is about.',
}
