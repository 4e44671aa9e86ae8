import { z } from 'zod'
import { openEnum } from '../../../store/open-enum.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'

const MAX_RECENT = 200
/** The mailbox reviews an account above 10 % once it has sent this many mails. */
const ALARM_SENDS = 50
/** The warning comes long before that, but a single bounce of a few mails is no rate yet. */
const WARN_SENDS = 10
export const WARN_SHARE = 0.02
export const ALARM_SHARE = 0.1
/** The row of the account. Earlier versions have a row for each inbox, by a keyed hash. Frozen. */
export const ACCOUNT_RATE = 'account'

/** Stored once per workspace. */
export const bounceRateSchema = z.object({
  /** The inbox from which most mail bounced; empty as long as none did. */
  inboxId: z.string(),
  /** The last sent mails, by keyed hash, newest last. */
  recent: z.array(z.object({ mail: z.string(), hasBounced: z.boolean(), inboxId: z.string().exactOptional() })),
  level: openEnum(['calm', 'warn', 'alarm']),
  /** How often the level has risen; each rise is alerted once. */
  rises: z.number(),
  /** The last rise that the admins were alerted to. */
  told: z.number().optional(),
})
export type BounceRate = z.infer<typeof bounceRateSchema>
type Recent = BounceRate['recent']

const rank = (level: string): number => ['calm', 'warn', 'alarm'].indexOf(level)

/** The share of the account's recent mail that bounced, from 0 to 1. */
export const computeBounceShare = ({ recent }: Pick<BounceRate, 'recent'>): number =>
  recent.length === 0 ? 0 : recent.filter(({ hasBounced }) => hasBounced).length / recent.length

function levelOf(recent: Recent): BounceRate['level'] {
  const share = computeBounceShare({ recent })
  if (recent.length >= ALARM_SENDS && share > ALARM_SHARE) return 'alarm'
  return recent.length >= WARN_SENDS && share > WARN_SHARE ? 'warn' : 'calm'
}

function findWorstInbox(recent: Recent): string {
  const bounced = Map.groupBy(
    recent.filter(({ hasBounced }) => hasBounced),
    ({ inboxId = '' }) => inboxId,
  )
  const [worst] = [...bounced].toSorted(([, a], [, b]) => b.length - a.length)
  return worst?.[0] ?? ''
}

/** The bounce rate of the mailbox's account over its last sent mails, from all inboxes: the mailbox judges the account. */
export function createBounceRates({ store, team }: WorkspaceStore) {
  const rates = createTable(store, { partition: `${team}/mail.rates`, schema: bounceRateSchema })

  /** The mail that earlier versions have counted by inbox, whose order between inboxes is unknown: the newest of each inbox in turn, newest last. */
  async function readEarlierRecent(): Promise<Recent> {
    const inboxes = (await Array.fromAsync(rates.all())).filter(({ id }) => id !== ACCOUNT_RATE)
    const turns = Array.from({ length: MAX_RECENT }, (_, turn) =>
      inboxes.flatMap(({ value: { inboxId, recent } }) => {
        const one = recent.at(-1 - turn)
        return one ? [{ ...one, inboxId }] : []
      }),
    )
    return turns.flat().slice(0, MAX_RECENT).toReversed()
  }

  return {
    /** Counts one mail once per outcome. `mail` is the keyed hash of its id. */
    async recordOutcome(inboxId: string, outcome: 'sent' | 'bounced', mail: string): Promise<BounceRate | undefined> {
      const earlier = (await rates.get(ACCOUNT_RATE)) ? [] : await readEarlierRecent()
      return rates.update(ACCOUNT_RATE, (known = { inboxId: '', recent: earlier, level: 'calm', rises: 0 }) => {
        const entry = known.recent.find((one) => one.mail === mail)
        if (entry && (outcome === 'sent' || entry.hasBounced)) return undefined
        const others = known.recent.filter((one) => one !== entry)
        const recent = [...others, { ...entry, mail, inboxId, hasBounced: outcome === 'bounced' }].slice(-MAX_RECENT)
        const level = levelOf(recent)
        const hasRisen = rank(level) > rank(known.level)
        return { ...known, inboxId: findWorstInbox(recent), recent, level, rises: known.rises + (hasRisen ? 1 : 0) }
      })
    },

    /** Records that the admins were alerted to this rise. */
    markAlerted: async ({ rises }: BounceRate): Promise<void> => {
      await rates.update(ACCOUNT_RATE, (known) => (known ? { ...known, told: rises } : undefined))
    },

    /** The rate of the account; undefined before its first mail. */
    readRate: async (): Promise<BounceRate | undefined> => (await rates.get(ACCOUNT_RATE))?.value,
  }
}

export type BounceRates = ReturnType<typeof createBounceRates>
