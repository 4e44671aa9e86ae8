import { type Address, domainOf } from '../../records/address.ts'
import type { SendBlock, SendBlockAnswer } from './send-blocks.ts'
import {
  type BounceCause,
  listReasons,
  normalizeAddress,
  type Suppression,
  type SuppressionReason,
  toCause,
} from './suppression.ts'
import type { OutboundScope } from '../outbound-scope.ts'

const NOTHING: SendBlockAnswer = { blocked: [], isSure: false }

/** A reason not to write to an address, and its time. */
export interface SuppressedBecause {
  reason: SuppressionReason
  at: number | undefined
  bounce?: BounceCause
  /** The entry of the block list, if it is not the address itself. */
  domain?: string
}

interface NotedReason extends SuppressedBecause {
  /** When Bellhop noted it; its time in records of earlier versions. */
  notedAt: number
}

/** An address that should not be written to. */
export interface Suppressed {
  address: string
  because: NotedReason[]
}

/**
 * Finds which of these addresses bounced, complained or are blocked, by the records and, if they answer in time, the mailbox's block lists. A block
 * removed from a list no longer counts. One that is found first now is noted at `now`.
 */
export async function findSuppressed(
  scope: OutboundScope,
  inboxId: string,
  addresses: readonly Pick<Address, 'address'>[],
  now = scope.clock.now(),
): Promise<Suppressed[]> {
  const wanted = [...new Set(addresses.map(({ address }) => normalizeAddress(address)))]
  const domains = [...new Set(wanted.map(domainOf))]
  const asked = scope.outbound.sendBlocks.findSoon(inboxId, [...wanted, ...domains])
  const find = async (entry: string) => [entry, await scope.outbound.suppressions.find(entry, inboxId)] as const
  const known = new Map(await Promise.all([...wanted, ...domains].map(find)))
  const blocks = (await asked) ?? NOTHING
  await recordBlocks(scope, inboxId, { blocks, known, now })
  return wanted.flatMap((address) => {
    const because = [
      ...describeRecords(known.get(address) ?? [], blocks),
      ...describeRecords(known.get(domainOf(address)) ?? [], blocks, domainOf(address)),
      ...describeBlocks(blocks.blocked, { address, known, now }),
    ]
    const first = because.filter(({ reason }, index) => because.findIndex((one) => one.reason === reason) === index)
    return first.length > 0 ? [{ address, because: first }] : []
  })
}

/** Leaves out a block that the mailbox no longer has. */
function describeRecords(
  records: readonly Suppression[],
  { isSure, blocked }: SendBlockAnswer,
  domain?: string,
): NotedReason[] {
  return records.flatMap((record) =>
    listReasons(record).flatMap((reason) => {
      if (reason === 'blocked' && isSure && !blocked.some(({ entry }) => entry === record.address)) return []
      const { bounced } = record
      return {
        reason,
        at: record[reason]?.at,
        notedAt: record[reason]?.notedAt ?? record[reason]?.at ?? 0,
        ...(reason === 'bounced' && bounced && { bounce: toCause(bounced) }),
        ...(domain !== undefined && { domain }),
      }
    }),
  )
}

/** The record of a block; undefined if there is none, or the entry was added to the list again after that. */
const findNoted = (records: readonly Suppression[] | undefined, { at = 0 }: SendBlock): Suppression['blocked'] =>
  records?.map(({ blocked }) => blocked).find((blocked) => blocked !== undefined && blocked.at >= at)

function describeBlocks(
  blocked: SendBlock[],
  { address, known, now }: { address: string; known: ReadonlyMap<string, Suppression[]>; now: number },
): NotedReason[] {
  return blocked.flatMap((block) => {
    const { entry, at } = block
    if (entry !== address && entry !== domainOf(address)) return []
    const noted = findNoted(known.get(entry), block)
    const notedAt = noted ? (noted.notedAt ?? noted.at) : now
    return { reason: 'blocked' as const, at, notedAt, ...(entry !== address && { domain: entry }) }
  })
}

/** Records the mailbox's blocks, which `/mail suppressed` then shows. */
async function recordBlocks(
  { outbound: { suppressions } }: OutboundScope,
  inboxId: string,
  { blocks, known, now }: { blocks: SendBlockAnswer; known: Map<string, Suppression[]>; now: number },
): Promise<void> {
  for (const block of blocks.blocked) {
    const { entry, at = now, scope } = block
    if (findNoted(known.get(entry), block)) continue
    const blocked = { at, notedAt: now, scope: scope.is, inboxId }
    await suppressions.record(entry, { blocked }, scope.is === 'inbox' ? inboxId : undefined)
    known.set(entry, await suppressions.find(entry, inboxId))
  }
}
