import { z } from 'zod'
import { openEnum } from '../../../store/open-enum.ts'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'

const MAX_RECENT = 200
/** The mailbox reviews an account above 10 % once it has sent this many mails. */
const MIN_SENDS = 50
export const WARN_SHARE = 0.02
export const ALARM_SHARE = 0.1

/** Stored once per inbox. */
export const bounceRateSchema = z.object({
  inboxId: z.string(),
  /** The last sent mails, by keyed hash, newest last. */
  recent: z.array(z.object({ mail: z.string(), hasBounced: z.boolean() })),
  level: openEnum(['calm', 'warn', 'alarm']),
  /** How often the level has risen; each rise is alerted once. */
  rises: z.number(),
  /** The last rise that the admins were alerted to. */
  told: z.number().optional(),
})
export type BounceRate = z.infer<typeof bounceRateSchema>

const rank = (level: string): number => ['calm', 'warn', 'alarm'].indexOf(level)

/** The share of an inbox's recent mail that bounced, from 0 to 1. */
export const computeBounceShare = ({ recent }: BounceRate): number =>
  recent.length === 0 ? 0 : recent.filter(({ hasBounced }) => hasBounced).length / recent.length

function levelOf(rate: BounceRate): BounceRate['level'] {
  if (rate.recent.length < MIN_SENDS) return 'calm'
  const share = computeBounceShare(rate)
  return share > ALARM_SHARE ? 'alarm' : share > WARN_SHARE ? 'warn' : 'calm'
}

/** The bounce rates of inboxes, over their last sent mails. */
export function createBounceRates({ store, team }: WorkspaceStore, keyedHash: KeyedHash) {
  const rates = createTable(store, { partition: `${team}/mail.rates`, schema: bounceRateSchema })
  const rateId = (inboxId: string): string => keyedHash('inbox', inboxId)

  return {
    rateId,

    /** Counts one mail once per outcome. `mail` is the keyed hash of its id. */
    recordOutcome: (inboxId: string, outcome: 'sent' | 'bounced', mail: string): Promise<BounceRate | undefined> =>
      rates.update(rateId(inboxId), (known = { inboxId, recent: [], level: 'calm', rises: 0 }) => {
        const entry = known.recent.find((one) => one.mail === mail)
        if (entry && (outcome === 'sent' || entry.hasBounced)) return undefined
        const others = known.recent.filter((one) => one !== entry)
        const recent = [...others, { ...entry, mail, hasBounced: outcome === 'bounced' }].slice(-MAX_RECENT)
        const level = levelOf({ ...known, recent })
        const hasRisen = rank(level) > rank(known.level)
        return { ...known, recent, level, rises: known.rises + (hasRisen ? 1 : 0) }
      }),

    /** Records that the admins were alerted to this rise. */
    markAlerted: async ({ inboxId, rises }: BounceRate): Promise<void> => {
      await rates.update(rateId(inboxId), (known) => (known ? { ...known, told: rises } : undefined))
    },

    /** The rate of every inbox that has sent mail. */
    listRates: async (): Promise<BounceRate[]> => (await Array.fromAsync(rates.all())).map(({ value }) => value),
  }
}

export type BounceRates = ReturnType<typeof createBounceRates>
