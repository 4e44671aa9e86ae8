import { z } from 'zod'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'

const RECENT = 200
/** The service flags an account above 10 % over this many sends. */
const ENOUGH = 50
const WARN = 0.02
const ALARM = 0.1

const schema = z.object({
  inboxId: z.string(),
  /** The last mails that left, by fingerprint, newest last. */
  recent: z.array(z.object({ mail: z.string(), hasBounced: z.boolean() })),
  level: z.enum(['calm', 'warn', 'alarm']),
  /** How often the level has risen: names the occasion. */
  rises: z.number(),
  /** The last rise that was told. */
  told: z.number().optional(),
})
export type BounceRate = z.infer<typeof schema>

export const computeBounceShare = ({ recent }: BounceRate): number =>
  recent.length === 0 ? 0 : recent.filter(({ hasBounced }) => hasBounced).length / recent.length

function levelOf(rate: BounceRate): BounceRate['level'] {
  if (rate.recent.length < ENOUGH) return 'calm'
  const share = computeBounceShare(rate)
  return share > ALARM ? 'alarm' : share > WARN ? 'warn' : 'calm'
}

/** How much of an inbox's mail comes back, over its last sends; tells when it becomes too much. */
export function bounceRates(
  store: Store,
  fingerprint: KeyedHash,
  alarm: (team: string, occasion: string, rate: BounceRate) => Promise<void>,
) {
  const rows = (team: string) => createTable(store, { partition: `${team}/mail.rates`, schema })
  const order = { calm: 0, warn: 1, alarm: 2 }

  return {
    count: async (team: string, inboxId: string, what: 'sent' | 'bounced', mail: string): Promise<void> => {
      const id = fingerprint('inbox', inboxId)
      const rate = await rows(team).update(id, (known = { inboxId, recent: [], level: 'calm', rises: 0 }) => {
        const entry = known.recent.find((one) => one.mail === mail)
        if (entry && (what === 'sent' || entry.hasBounced)) return undefined
        const others = known.recent.filter((one) => one !== entry)
        const recent = [...others, { mail, hasBounced: what === 'bounced' }].slice(-RECENT)
        const level = levelOf({ ...known, recent })
        const hasRisen = order[level] > order[known.level]
        return { ...known, recent, level, rises: known.rises + (hasRisen ? 1 : 0) }
      })
      if (!rate || rate.rises <= (rate.told ?? 0)) return
      await alarm(team, `mail.bounces:${id}:${rate.rises}`, rate)
      await rows(team).update(id, (known) => (known ? { ...known, told: rate.rises } : undefined))
    },

    all: async (team: string): Promise<BounceRate[]> => {
      return (await Array.fromAsync(rows(team).all())).map(({ value }) => value)
    },
  }
}
