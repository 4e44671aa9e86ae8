import { addToDigest, type ChannelLoad, type Digest, holdsThread } from '../../records/mail/digest.ts'
import { findDigest } from '../../records/mail/placement.ts'
import { changePlacement } from '../change-placement.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { emptyLoad } from './channel-load.ts'
import type { DigestStore } from './digest-store.ts'
import { digestRef } from '../../cards/digest-ref.ts'
import type { WaitingMail } from './waiting-mail.ts'

/** Limit of digests begun in one run: replies and job cards in the channel wait for no more than these messages. */
const NEW_DIGESTS = 2

/** A channel during a burst. */
interface BusyChannel {
  channel: string
  load: ChannelLoad
}

/** The additions of one run to one digest. */
interface Addition {
  id: string
  /** The digest with the additions; the stored one may be ahead by then. */
  digest: Digest
  /** The number of a digest that this run begins. */
  number?: number
  /** Set if the digest already lists the thread of a mail, and takes no other thread. */
  isEarlier: boolean
  mails: WaitingMail[]
}

/** Begins the next digest from this number on. Continues one that a killed run has begun, and skips one that has ended since. */
async function begin(
  table: DigestStore['digests'],
  channel: string,
  from: number,
  startedAt: number,
): Promise<Addition> {
  for (let number = from; ; number++) {
    const id = `${channel}-${number}`
    const known = (await table.get(id))?.value
    const digest = known ?? { channel, kind: 'burst' as const, startedAt, lines: [] }
    if (!digest.ended) return { id, number, digest, isEarlier: false, mails: [] }
  }
}

/**
 * Adds waiting mails, the oldest first, to the channel's digest, and begins further digests. After a crash, the same mails get the same lines again.
 */
export async function fillDigests(
  scope: PlacementScope,
  { channel, load, waiting }: BusyChannel & { waiting: WaitingMail[] },
): Promise<void> {
  const {
    team,
    cards,
    clock,
    placement: { digestStore },
  } = scope
  const at = clock.now()
  const additions = await assignDigests(scope, { channel, load, waiting })
  const last = additions.findLast(({ isEarlier }) => !isEarlier)
  const written: WaitingMail[] = []
  for (const addition of additions) {
    const isFull = !addition.isEarlier && addition !== last
    written.push(...(await writeAddition(scope, addition, { isFull })))
    if (addition.number !== undefined) await cards.show(digestRef(team, addition.id), { channel })
    await cards.refresh(digestRef(team, addition.id))
  }
  const numbers = additions.flatMap(({ number }) => number ?? [])
  await digestStore.loads.update(channel, (known = emptyLoad) => ({
    ...known,
    isQueued: true,
    ...(last && { digest: last.id }),
    digests: Math.max(load.digests, ...numbers.map((number) => number + 1)),
    arrivals: [...load.arrivals, [at, written.length]],
  }))
  const queued = digestStore.queued(channel)
  for (const { row } of written) await queued.delete(row.id, row.version)
}

/** Assigns mails to digests. A further mail of a listed thread goes to the thread's digest. */
async function assignDigests(
  { clock, placement: { digestStore } }: PlacementScope,
  { channel, load, waiting }: BusyChannel & { waiting: WaitingMail[] },
): Promise<Addition[]> {
  const table = digestStore.digests
  const current = load.digest === undefined ? undefined : (await table.get(load.digest))?.value
  const additions: Addition[] =
    current && load.digest !== undefined && !current.ended
      ? [{ id: load.digest, digest: current, isEarlier: false, mails: [] }]
      : []
  let next = load.digests
  let begun = 0
  for (const mail of waiting) {
    const { row, thread } = mail
    const known = additions.find(({ digest }) => holdsThread(digest, row.value.thread))
    const listedIn = findDigest(thread)
    const earlier = listedIn !== undefined && !known ? (await table.get(listedIn))?.value : undefined
    const isHere = earlier?.channel === channel && holdsThread(earlier, row.value.thread)
    if (isHere && listedIn !== undefined) {
      additions.unshift({ id: listedIn, digest: earlier, isEarlier: true, mails: [mail] })
      continue
    }
    let target = known ?? additions.findLast(({ isEarlier }) => !isEarlier)
    while (!target || !addMail(target, mail)) {
      if (begun++ === NEW_DIGESTS) return additions
      target = await begin(table, channel, next, clock.now())
      next = (target.number ?? next) + 1
      additions.push(target)
    }
  }
  return additions
}

/** Returns false if the digest is full. */
function addMail(addition: Addition, mail: WaitingMail): boolean {
  const digest = addToDigest(addition.digest, mail.row.value, mail.thread)
  if (!digest) return false
  addition.digest = digest
  addition.mails.push(mail)
  return true
}

/**
 * Returns the mails that the digest lists now. The others stay queued for the next one: Slack has lost the digest since, or another run has filled it.
 */
async function writeAddition(
  scope: PlacementScope,
  { id, digest: wanted, isEarlier, mails }: Addition,
  { isFull }: { isFull: boolean },
): Promise<WaitingMail[]> {
  const at = scope.clock.now()
  let written: WaitingMail[] = []
  for (const { row } of mails) await changePlacement(scope, row.value.thread, { do: 'list', digest: id })
  await scope.placement.digestStore.digests.update(id, (known) => {
    written = []
    if (!isEarlier && known?.ended) return undefined
    const before = known ?? { ...wanted, lines: [] }
    const filled = mails.reduce((digest, { row, thread }) => addToDigest(digest, row.value, thread) ?? digest, before)
    written = mails.filter(({ row }) => holdsThread(filled, row.value.thread))
    return { ...filled, ...(isFull && !filled.ended && { ended: { why: 'full' as const, at } }) }
  })
  return written
}

/** Ends the digest of a channel: single cards are posted again. */
export async function endDigest(scope: PlacementScope, { channel, load }: BusyChannel): Promise<void> {
  const {
    team,
    cards,
    clock,
    placement: { digestStore },
  } = scope
  const id = load.digest
  if (id === undefined) return
  const at = clock.now()
  await digestStore.digests.update(id, (digest) =>
    digest && !digest.ended ? { ...digest, ended: { why: 'calm', at } } : undefined,
  )
  await cards.refresh(digestRef(team, id))
  await digestStore.loads.update(channel, (known) => {
    if (known?.digest !== id) return undefined
    const { digest: _, ...rest } = known
    return { ...rest, arrivals: [] }
  })
}
