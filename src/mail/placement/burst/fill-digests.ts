import { addToDigest, type ChannelLoad, type Digest, holdsThread } from '../../records/mail/digest.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findDigest } from '../../records/mail/placement.ts'
import { changePlacement } from '../change-placement.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { showMoved } from '../show-moved.ts'
import { emptyLoad } from './channel-load.ts'
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
  /** Set if the channel's load does not count the digest yet. */
  isNew: boolean
  /** Set if the digest already lists the thread of a mail, and takes no other thread. */
  isEarlier: boolean
  mails: WaitingMail[]
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
    if (addition.isNew) await cards.show(digestRef(team, addition.id), { channel })
    await cards.refresh(digestRef(team, addition.id))
  }
  await digestStore.loads.update(channel, (known = emptyLoad) => ({
    ...known,
    isQueued: true,
    ...(last && { digest: last.id }),
    digests: load.digests + countNew(additions),
    arrivals: [...load.arrivals, [at, written.length]],
  }))
  const queued = digestStore.queued(channel)
  for (const { row } of written) await queued.delete(row.id, row.version)
}

/**
 * Reads the digests that take mail: the channel's current one, and those that an attempt began that was stopped before the channel's load counted
 * them. The last one takes further threads, unless it has ended.
 */
async function readOpenDigests(
  { placement: { digestStore } }: PlacementScope,
  { channel, load }: BusyChannel,
): Promise<Addition[]> {
  const current = load.digest === undefined ? undefined : (await digestStore.digests.get(load.digest))?.value
  const additions: Addition[] =
    current && load.digest !== undefined && !current.ended
      ? [{ id: load.digest, digest: current, isNew: false, isEarlier: false, mails: [] }]
      : []
  for (let number = load.digests; ; number++) {
    const id = `${channel}-${number}`
    const digest = (await digestStore.digests.get(id))?.value
    if (!digest) return additions
    additions.push({ id, digest, isNew: true, isEarlier: digest.ended !== undefined, mails: [] })
  }
}

const countNew = (additions: Addition[]): number => additions.filter(({ isNew }) => isNew).length

/** Assigns mails to digests. A further mail of a listed thread goes to the thread's digest. */
async function assignDigests(
  scope: PlacementScope,
  { channel, load, waiting }: BusyChannel & { waiting: WaitingMail[] },
): Promise<Addition[]> {
  const table = scope.placement.digestStore.digests
  const additions = await readOpenDigests(scope, { channel, load })
  for (const mail of waiting) {
    const { row, thread } = mail
    const listedIn = findDigest(thread)
    const known = additions.find(
      ({ id, digest, isEarlier }) => holdsThread(digest, row.value.thread) && (!isEarlier || id === listedIn),
    )
    const earlier = listedIn !== undefined && !known ? (await table.get(listedIn))?.value : undefined
    const isHere = earlier?.channel === channel && holdsThread(earlier, row.value.thread)
    if (isHere && listedIn !== undefined) {
      additions.unshift({ id: listedIn, digest: earlier, isNew: false, isEarlier: true, mails: [mail] })
      continue
    }
    const target = known ?? additions.findLast(({ isEarlier }) => !isEarlier)
    if (target && addMail(target, mail)) continue
    if (countNew(additions) >= NEW_DIGESTS) break
    const next: Addition = {
      id: `${channel}-${load.digests + countNew(additions)}`,
      digest: { channel, kind: 'burst', startedAt: scope.clock.now(), lines: [] },
      isNew: true,
      isEarlier: false,
      mails: [],
    }
    addMail(next, mail)
    additions.push(next)
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

/** Returns the mails that have a line. Others stay queued for the next digest, for example if Slack has since lost this one. */
async function writeAddition(
  scope: PlacementScope,
  { id, digest: wanted, isEarlier, mails }: Addition,
  { isFull }: { isFull: boolean },
): Promise<WaitingMail[]> {
  const at = scope.clock.now()
  const listed: { mail: WaitingMail; thread: MailThread }[] = []
  for (const mail of mails) {
    const thread = await changePlacement(scope, mail.row.value.thread, { do: 'list', digest: id })
    listed.push({ mail, thread: thread ?? mail.thread })
  }
  const threads = new Map(listed.map(({ mail, thread }) => [mail.row.value.thread, thread]))
  for (const [thread, moved] of threads) await showMoved(scope, thread, moved)
  let written: WaitingMail[] = []
  await scope.placement.digestStore.digests.update(id, (known) => {
    written = []
    if (known?.ended && !isEarlier) return undefined
    const before = known ?? { ...wanted, lines: [] }
    const filled = listed.reduce(
      (digest, { mail: { row }, thread }) => addToDigest(digest, row.value, thread) ?? digest,
      before,
    )
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
