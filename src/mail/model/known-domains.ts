import { z } from 'zod'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'

/** Stored by the keyed hash of a domain, and of what its name looks like with one letter left out; the domains are sealed. */
export const knownDomainsSchema = z.object({ domains: z.array(z.string()) })

/** As many as are worth comparing: more share their shape only by chance. */
const MAX_DOMAINS = 10
const MAX_SHAPE = 40

/** Two names that differ by one letter, or by two that are swapped, have one of these in common. */
function withoutOneLetter(shape: string): string[] {
  const letters = Array.from(shape.slice(0, MAX_SHAPE))
  return [shape.slice(0, MAX_SHAPE), ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))]
}

/** The domains that an inbox has exchanged mail with, found by what resembles them. */
export function createKnownDomains(store: Store, keyedHash: KeyedHash) {
  const rows = (team: string) => createTable(store, { partition: `${team}/mail.domains`, schema: knownDomainsSchema })
  const exactId = (inboxId: string, domain: string) => keyedHash('domain', inboxId.toLowerCase(), domain)
  const shapeId = (inboxId: string, shape: string) => keyedHash('domain-shape', inboxId.toLowerCase(), shape)
  const isKnown = async (team: string, inboxId: string, domain: string): Promise<boolean> =>
    (await rows(team).get(exactId(inboxId, domain))) !== undefined

  async function find(team: string, inboxId: string, shapes: string[]): Promise<string[]> {
    const found = await Promise.all(shapes.map((shape) => rows(team).get(shapeId(inboxId, shape))))
    return [...new Set(found.flatMap((row) => row?.value.domains ?? []))]
  }

  return {
    isKnown,
    /** `shape`: what the domain's name looks like. Recorded once. */
    record: async (team: string, inboxId: string, { domain, shape }: { domain: string; shape: string }) => {
      if (await isKnown(team, inboxId, domain)) return
      await Promise.all(
        withoutOneLetter(shape).map((one) =>
          rows(team).update(shapeId(inboxId, one), (now) =>
            now?.domains.includes(domain)
              ? undefined
              : { domains: [domain, ...(now?.domains ?? [])].slice(0, MAX_DOMAINS) },
          ),
        ),
      )
      // Last: a domain that is known has all of its shapes.
      await rows(team).update(exactId(inboxId, domain), (now) => now ?? { domains: [domain] })
    },
    /** Those whose names look the same or almost the same. */
    findSimilar: (team: string, inboxId: string, shape: string) => find(team, inboxId, withoutOneLetter(shape)),
    /** Those whose names look exactly like one of these. */
    findByShape: (team: string, inboxId: string, shapes: string[]) => find(team, inboxId, shapes),
  }
}

export type KnownDomains = ReturnType<typeof createKnownDomains>
