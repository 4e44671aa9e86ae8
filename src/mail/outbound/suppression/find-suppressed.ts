import { type Address, domainOf } from '../../records/address.ts'
import type { SendBlock, SendBlockAnswer } from './send-blocks.ts'
import { listReasons, normalizeAddress, type Suppression, type SuppressionReason } from './suppression.ts'
import type { OutboundScope } from '../outbound-scope.ts'

const NOTHING: SendBlockAnswer = { blocked: [], isSure: false }

/** A reason not to write to an address, and its time. */
export interface SuppressedBecause {
  reason: SuppressionReason
  at: number | undefined
  /** The service's classification of a bounce. */
  bounce?: { type: string; subType: string }
  /** The entry of the block list, if it is not the address itself. */
  domain?: string
}

/** An address that should not be written to. */
export interface Suppressed {
  address: string
  because: SuppressedBecause[]
}

/**
 * Finds which of these addresses bounced, complained or are blocked, by the records and, if they answer in time, the mailbox's block lists. A block
 * removed from a list no longer counts.
 */
export async function findSuppressed(
  scope: OutboundScope,
  inboxId: string,
  addresses: readonly Pick<Address, 'address'>[],
): Promise<Suppressed[]> {
  const wanted = [...new Set(addresses.map(({ address }) => normalizeAddress(address)))]
  const domains = [...new Set(wanted.map(domainOf))]
  const asked = scope.outbound.sendBlocks.findSoon(inboxId, [...wanted, ...domains])
  const find = async (entry: string) => [entry, await scope.outbound.suppressions.find(entry, inboxId)] as const
  const known = new Map(await Promise.all([...wanted, ...domains].map(find)))
  const blocks = (await asked) ?? NOTHING
  await recordBlocks(scope, inboxId, { blocks, known })
  return wanted.flatMap((address) => {
    const because = [
      ...describeRecords(known.get(address) ?? [], blocks),
      ...describeRecords(known.get(domainOf(address)) ?? [], blocks, domainOf(address)),
      ...describeBlocks(blocks.blocked, address),
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
): SuppressedBecause[] {
  return records.flatMap((record) =>
    listReasons(record).flatMap((reason) => {
      if (reason === 'blocked' && isSure && !blocked.some(({ entry }) => entry === record.address)) return []
      const { bounced } = record
      return {
        reason,
        at: record[reason]?.at,
        ...(reason === 'bounced' && bounced && { bounce: { type: bounced.type, subType: bounced.subType } }),
        ...(domain !== undefined && { domain }),
      }
    }),
  )
}

const describeBlocks = (blocked: SendBlock[], address: string): SuppressedBecause[] =>
  blocked.flatMap(({ entry, at }) => {
    if (entry === address) return [{ reason: 'blocked' as const, at }]
    return entry === domainOf(address) ? [{ reason: 'blocked' as const, at, domain: entry }] : []
  })

/** Records the mailbox's blocks, which `/mail suppressed` then shows. */
async function recordBlocks(
  { clock, outbound: { suppressions } }: OutboundScope,
  inboxId: string,
  { blocks, known }: { blocks: SendBlockAnswer; known: ReadonlyMap<string, Suppression[]> },
): Promise<void> {
  for (const { entry, at = clock.now(), scope } of blocks.blocked) {
    if (known.get(entry)?.some(({ blocked }) => blocked !== undefined)) continue
    const blocked = { at, scope: scope.is, inboxId }
    await suppressions.record(entry, { blocked }, scope.is === 'inbox' ? inboxId : undefined)
  }
}
