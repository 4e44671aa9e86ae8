import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import { createTable } from '../../../store/typed-table.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { domainOf } from '../../records/address.ts'
import { isFreeMail, parseDomain } from '../../senders/domain-names.ts'

/** The mails of one day from one domain whose text was indexed. */
export const indexedDaySchema = z.object({ mails: z.number() })

const KEPT_MS = 2 * DAY_MS

/** The most mails of one day from one domain whose text is indexed. */
export const DAILY_MAILS = 500

/** Counts the mails that are indexed with their text, by day and registered domain; by address where everyone can have one. */
export function createIndexLimit({ store, team }: WorkspaceStore, keyedHash: KeyedHash) {
  const days = createTable(store, {
    partition: `${team}/mail.indexed-days`,
    schema: indexedDaySchema,
    ttlMs: KEPT_MS,
  })
  return {
    /** Counts a mail from this address at this time, in ms. Returns whether its text is indexed, and whether it is the first of the day that is not. */
    async take(address: string, now: number): Promise<'indexed' | 'firstOver' | 'over'> {
      const domain = domainOf(address)
      const { registered = domain } = parseDomain(domain) ?? {}
      const sender = isFreeMail(registered) ? address.toLowerCase() : registered
      let before = 0
      await days.update(keyedHash('indexed-day', sender, `${Math.floor(now / DAY_MS)}`), (known) => {
        before = known?.mails ?? 0
        return before > DAILY_MAILS ? undefined : { mails: before + 1 }
      })
      if (before < DAILY_MAILS) return 'indexed'
      return before === DAILY_MAILS ? 'firstOver' : 'over'
    },
  }
}

export type IndexLimit = ReturnType<typeof createIndexLimit>
