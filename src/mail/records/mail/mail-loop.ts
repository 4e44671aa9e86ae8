import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'

/** The mail that programs wrote in a thread since a person last wrote. */
export const mailLoopSchema = z.object({
  /** `by`: the keyed hash of a sender, or `OUR_SIDE`; `mail`: the key of the mail. */
  turns: z.array(z.object({ by: z.string(), mail: z.string(), at: z.number() })),
  /** The turn at which the loop was noticed. */
  noticedIn: z.string().exactOptional(),
})
export type MailLoop = z.infer<typeof mailLoopSchema>

/** Stands for any program that sends from our inbox. Frozen: records contain it. */
export const OUR_SIDE = 'us'
/** Recorded as the person who muted a thread in which programs answer each other. Frozen: records contain it. */
export const MUTED_BY_LOOP = 'loop'

const TURNS = 3
const MAX_TURNS = 20

/** Adds a turn once, and drops turns of more than a day ago. */
export function withTurn(loop: MailLoop | undefined, turn: MailLoop['turns'][number]): MailLoop {
  const before = loop?.turns ?? []
  if (before.some(({ mail }) => mail === turn.mail)) return loop ?? { turns: before }
  const recent = before.filter(({ at }) => turn.at - at < DAY_MS)
  return { ...loop, turns: [...recent, turn].slice(-MAX_TURNS) }
}

/**
 * Whether two programs answer each other: one has written at least three times, and our side at least twice. The order is ignored, because events come
 * in any order. Programs that only write to the inbox, even several, are no loop: nothing of ours answers them.
 */
export function isLoop({ turns }: MailLoop): boolean {
  const counts = Map.groupBy(turns, ({ by }) => by)
  const ours = counts.get(OUR_SIDE)?.length ?? 0
  return ours >= TURNS - 1 && [...counts].some(([by, { length }]) => by !== OUR_SIDE && length >= TURNS)
}
