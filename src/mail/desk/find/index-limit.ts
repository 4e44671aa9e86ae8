import type { KeyedHash } from '../../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { domainOf } from '../../records/address.ts'
import { createDailyLimit } from '../../senders/daily-limit.ts'
import { isFreeMail, parseDomain } from '../../senders/domain-names.ts'

/** The most mails of one day from one domain whose text is indexed. */
export const DAILY_MAILS = 500

/** Counts the mails that are indexed with their text, by day and registered domain; by address where everyone can have one. */
export function createIndexLimit(own: WorkspaceStore, keyedHash: KeyedHash) {
  const mails = createDailyLimit(own, keyedHash, { name: 'indexed-day', limit: DAILY_MAILS })
  return {
    /** Counts a mail from this address at this time, in ms. Returns whether its text is indexed, and whether it is the first of the day that is not. */
    async take(address: string, now: number): Promise<'indexed' | 'firstOver' | 'over'> {
      const domain = domainOf(address)
      const { registered = domain } = parseDomain(domain) ?? {}
      const sender = isFreeMail(registered) ? address.toLowerCase() : registered
      const { allowed, isFirstOver } = await mails.take(sender, now)
      if (allowed > 0) return 'indexed'
      return isFirstOver ? 'firstOver' : 'over'
    },
  }
}

export type IndexLimit = ReturnType<typeof createIndexLimit>
