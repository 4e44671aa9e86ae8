import type { MailText } from '../mail-text.ts'

/** `Tue, 24 Nov 2026, 09:00`. */
const writeMoment = ({ schedule, formats }: MailText, at: number, zone: string): string =>
  schedule.moment({ date: formats.date(at, zone), time: formats.time(at, zone) })

/** `+05:30` as `UTC+5:30`. */
export const nameOffset = (offset: string): string => `UTC${offset.replace(/^([+-])0/, '$1').replace(/:00$/, '')}`

/** Describes the send time in the time zone of the form; without a time yet, only the zone. */
export const describeOwnTime = (
  text: MailText,
  { zone, isOwn }: { zone: string; isOwn: boolean },
  at: number | undefined,
): string =>
  at === undefined
    ? text.schedule.form.zone({ zone, isOwn })
    : text.schedule.form.leaves({ moment: writeMoment(text, at, zone), zone, isOwn })

/** Describes the send time in a recipient's zone, known from their last mail. */
export function describeTheirTime(
  text: MailText,
  theirs: { address: string; offset: string } | undefined,
  at: number | undefined,
): string {
  const { form } = text.schedule
  if (!theirs) return form.unknownZone
  const { address, offset } = theirs
  const zone = nameOffset(offset)
  return at === undefined
    ? form.theirZone({ address, zone })
    : form.theirMoment({ moment: writeMoment(text, at, offset), address, zone })
}

/** Warns that the thread has a scheduled reply. `name` is undefined for one of the reader's own, `at` while it waits for a decision. */
export function describeScheduledReply(
  text: MailText,
  { name, at }: { name: string | undefined; at: number | undefined },
  zone: string,
): string {
  const words = text.schedule.alreadyThere
  if (at === undefined) return name === undefined ? words.ownPaused : words.colleaguesPaused({ name })
  const moment = writeMoment(text, at, zone)
  return name === undefined ? words.own({ moment }) : words.colleagues({ name, moment })
}
