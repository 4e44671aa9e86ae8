import { findHourClock, type HourClock } from '../../core/formats.ts'
import { withinDeadline } from '../../core/question-time.ts'
import { readWorkspaceZone } from '../records/reminder-settings.ts'
import type { MailScope } from '../mail-scope.ts'

/** The time zone and the clock for a person's forms. */
export interface OwnZone {
  zone: string
  /** Whether it is the person's own time zone, not the workspace's. */
  isOwn: boolean
  /** As their locale has it: Slack names no clock. */
  clock: HourClock
}

/** The person's own time zone and clock; the workspace's zone if Slack does not answer in time. */
export async function findOwnZone({ team, people, settings }: MailScope, user: string): Promise<OwnZone> {
  const person = await withinDeadline(people.person(team, user, { isShownOnly: true }))
  const { timeZone: own, locale } = person ?? {}
  return {
    zone: own ?? (await readWorkspaceZone(settings, team)),
    isOwn: own !== undefined,
    clock: findHourClock(locale),
  }
}
