import type { HourClock } from '../../../core/formats.ts'
import { escapeMrkdwn, formatMoment } from '../../../slack/blocks/mrkdwn.ts'
import type { MailText } from '../mail-text.ts'

/** `Tue, 24 Nov 2026, 09:00`. */
const writeMoment = ({ schedule, formats }: MailText, at: number, zone: string, clock: HourClock): string =>
  schedule.moment({ date: formats.date(at, zone), time: formats.time(at, zone, clock) })

/** `+05:30` as `UTC+5:30`. */
export const nameOffset = (offset: string): string => `UTC${offset.replace(/^([+-])0/, '$1').replace(/:00$/, '')}`

/** Describes the send time in the time zone of the form, in mrkdwn; without a time yet, only the zone. */
export function describeOwnTime(
  text: MailText,
  { zone, isOwn, clock }: { zone: string; isOwn: boolean; clock: HourClock },
  at: number | undefined,
): string {
  const { form } = text.schedule
  const shown = escapeMrkdwn(zone)
  if (at === undefined) return form.zone({ zone: shown, isOwn })
  // A date token shows the person's own clock; the workspace's zone may be another one.
  return form.leaves({ moment: isOwn ? formatMoment(at) : writeMoment(text, at, zone, clock), zone: shown, isOwn })
}

/** Describes the send time in a recipient's zone, known from their last mail, on the reader's clock. */
export function describeTheirTime(
  text: MailText,
  { theirs, clock }: { theirs: { address: string; offset: string } | undefined; clock: HourClock },
  at: number | undefined,
): string {
  const { form } = text.schedule
  if (!theirs) return form.unknownZone
  const { address, offset } = theirs
  const zone = nameOffset(offset)
  return at === undefined
    ? form.theirZone({ address, zone })
    : form.theirMoment({ moment: writeMoment(text, at, offset, clock), address, zone })
}

/** Warns that the thread has a scheduled reply. `name` is undefined for one of the reader's own, `at` while it waits for a decision. */
export function describeScheduledReply(
  text: MailText,
  { name, at }: { name: string | undefined; at: number | undefined },
  { zone, clock }: { zone: string; clock: HourClock },
): string {
  const words = text.schedule.alreadyThere
  if (at === undefined) return name === undefined ? words.ownPaused : words.colleaguesPaused({ name })
  const moment = writeMoment(text, at, zone, clock)
  return name === undefined ? words.own({ moment }) : words.colleagues({ name, moment })
}
