import { DAY_MS } from '../../core/clock.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { EntrypointScope } from '../entrypoints/entrypoint-scope.ts'
import { alertAdmins } from '../notify/admin-alerts.ts'

/** Clocks that differ by more do not agree. */
const APART_MS = 3_600_000

/**
 * Returns the time that this machine's clock and the mailbox's have both reached, in epoch milliseconds; undefined if the mailbox does not answer. If this
 * machine's clock is far ahead, its admins are alerted, once a day.
 */
export async function findAgreedTime(scope: EntrypointScope): Promise<number | undefined> {
  const { team, clock, log, mailbox } = scope
  const known = mailbox.estimateTime()
  const isKnown = known !== undefined && clock.now() - known <= APART_MS
  // An estimate falls behind while the machine sleeps.
  const theirs = isKnown ? known : await mailbox.askTime()
  if (theirs === undefined) {
    log.warn({ team }, 'no mail is deleted until the mailbox returns its time')
    return undefined
  }
  const aheadMs = clock.now() - theirs
  if (aheadMs > APART_MS) {
    log.error({ team, aheadMs }, 'this clock is ahead of the mailbox’s, so only mail that is old by both is deleted')
    await alertAdmins(scope, `mail.clock_ahead:${Math.floor(theirs / DAY_MS)}`, ({ alerts, formats }) =>
      textMessage(alerts.clockAhead({ difference: formats.duration(aheadMs, 'long') })),
    )
  }
  return Math.min(clock.now(), theirs)
}
