import { z } from 'zod'
import { taskKind } from '../../../queue/task-kinds.ts'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import type { Row } from '../../../store/typed-table.ts'
import { formatMailTarget } from '../../action-ids.ts'
import { digestRef } from '../../cards/digest-ref.ts'
import { noticeFailedThreadTask } from '../../notify/failed-task-notices.ts'
import { describeQueued, DIGEST_FEED_MS, emptyLoad, FEED_MS } from '../../placement/burst/channel-load.ts'
import { quarantineRef } from '../../placement/routing/park-quarantined.ts'
import { closeAlarmsAfter } from '../../placement/routing/unroutable-alert.ts'
import {
  addToDigest,
  type ChannelLoad,
  type Digest,
  holdsThread,
  type QueuedMail,
  quarantineLoadId,
} from '../../records/mail/digest.ts'
import type { Mail } from '../../records/mail/mail.ts'
import type { InboundScope } from '../inbound-scope.ts'

/** Limit of single cards within this time; more mail goes into a list, until fewer came within it. */
const SINGLE_CARDS = 10
const WINDOW_MS = 60_000
const REMEMBER_MS = 60_000

/** Lists quarantined mail that is too much for single cards. Frozen. */
const listTask = taskKind('mail.list_held', z.object({ team: z.string(), channel: z.string() }))

/** Shows quarantined mail in lists while too much comes for single cards: mail that people wait for would otherwise stand behind it. */
export const listQuarantinedFeature: ScopedFeature<InboundScope> = {
  tasks: [
    scopedHandler(
      listTask,
      (scope, { channel }) => listQueued(scope, channel),
      (scope, _task, failure) => noticeFailedThreadTask(scope, { thread: undefined }, failure),
    ),
  ],
}

/**
 * Queues a quarantined mail for a list if its channel has had too many single cards, or if it was queued before. Returns false if the caller must post
 * its card. `card` is the copy of the card that is posted when somebody opens it.
 */
export async function queueForList(
  scope: InboundScope,
  { key, mail }: { key: string; mail: Mail },
  { channel, card }: { channel: string; card: number },
): Promise<boolean> {
  const { mailStore, clock, placement } = scope
  if (!mail.held?.listed && (await mayPostCard(scope, channel))) return false
  const at = clock.now()
  // The mail first: by it, a repetition finds the same row.
  const marked = await mailStore.mails.update(key, (now) =>
    now?.held?.state === 'held' && !now.held.listed
      ? { ...now, held: { ...now.held, listed: { at, channel, ...(card > 0 && { card }) } } }
      : undefined,
  )
  const listed = marked?.held?.listed
  if (!listed) return false
  const load = quarantineLoadId(listed.channel)
  await placement.digestStore.queued(load).put(formatQueueId(listed.at, key), describeQueued(key, mail), 0)
  const isOpen = (await placement.digestStore.loads.get(load))?.value.digest !== undefined
  await sendListQueued(scope, listed.channel, isOpen ? DIGEST_FEED_MS : FEED_MS)
  return true
}

/** Counts a single card of a channel; false if it has had too many lately, or has a list that takes mail. */
async function mayPostCard(scope: InboundScope, channel: string): Promise<boolean> {
  let isSingle = false
  await scope.placement.digestStore.loads.update(quarantineLoadId(channel), (known = emptyLoad) => {
    isSingle = false
    if (known.isQueued) return undefined
    const lately = listLately(scope, known)
    isSingle = countMails(lately) < SINGLE_CARDS
    return isSingle
      ? { ...known, arrivals: [...lately, [scope.clock.now(), 1]] }
      : { ...known, arrivals: lately, isQueued: true }
  })
  return isSingle
}

const listLately = ({ clock }: InboundScope, { arrivals }: ChannelLoad): ChannelLoad['arrivals'] => {
  const now = clock.now()
  return arrivals.filter(([at]) => Math.abs(now - at) < clock.scaled(WINDOW_MS))
}

const countMails = (arrivals: ChannelLoad['arrivals']): number => arrivals.reduce((sum, [, count]) => sum + count, 0)

const LAST_MS = 10 ** 14

/** The id of a mail in the queue, which lists the oldest first. */
const formatQueueId = (at: number, key: string): string => `${String(LAST_MS - at).padStart(14, '0')}-${key}`

/** Lists the queued mail of a channel at the end of the current slot of `everyMs`, once per slot. */
async function sendListQueued({ team, queue, clock }: InboundScope, channel: string, everyMs: number): Promise<void> {
  const now = clock.now()
  const slot = Math.floor(now / everyMs)
  await queue.send(listTask.of({ team, channel }), {
    id: `mail.list_held:${team}:${channel}:${everyMs}:${slot}`,
    lane: `mail.list_held:${team}:${channel}`,
    delayMs: (slot + 1) * everyMs - now,
    rememberMs: REMEMBER_MS,
  })
}

/** A list that takes mail. `isNew`: the channel's load does not count it yet. */
interface OpenList {
  id: string
  number: number
  digest: Digest
  isNew: boolean
}

/** A queued mail, and the entry that it gets in a list. */
interface ListedMail {
  row: Row<QueuedMail>
  entry: QueuedMail
}

/**
 * Adds queued mail to the channel's list, the oldest first. Begins at most one further list: replies and cards in the channel wait for no more than
 * that message. Ends the list when few mails come.
 */
async function listQueued(scope: InboundScope, channel: string): Promise<void> {
  const { loads } = scope.placement.digestStore
  const id = quarantineLoadId(channel)
  const load = (await loads.get(id))?.value ?? emptyLoad
  let list = await findOpenList(scope, channel, load)
  let { mails, isFull } = await readFitting(scope, list)
  if (mails.length === 0 && !isFull && countMails(listLately(scope, load)) < SINGLE_CARDS) {
    if (!list.isNew) await endList(scope, list, 'calm')
    await loads.update(id, (known) => known && { ...withoutDigest(known), isQueued: false })
    return
  }
  await addToList(scope, list, mails)
  if (isFull && !list.isNew) {
    await endList(scope, list, 'full')
    list = await findOpenList(scope, channel, withoutDigest(load))
    ;({ mails, isFull } = await readFitting(scope, list))
    await addToList(scope, list, mails)
  }
  await sendListQueued(scope, channel, DIGEST_FEED_MS)
}

function withoutDigest(load: ChannelLoad): ChannelLoad {
  const { digest: _, ...rest } = load
  return rest
}

/** Finds the list that takes mail: the current one, one that an attempt began that was stopped before the load counted it, or a new one. */
async function findOpenList(scope: InboundScope, channel: string, load: ChannelLoad): Promise<OpenList> {
  const {
    team,
    clock,
    cards,
    placement: { digestStore },
  } = scope
  if (load.digest !== undefined) {
    const current = (await digestStore.digests.get(load.digest))?.value
    if (current && !current.ended) return { id: load.digest, number: load.digests - 1, digest: current, isNew: false }
    // An attempt may have been stopped before it showed the end.
    await cards.refresh(digestRef(team, load.digest))
  }
  for (let number = load.digests; ; number++) {
    const id = `${quarantineLoadId(channel)}-${number}`
    const digest = (await digestStore.digests.get(id))?.value
    if (digest?.ended) continue
    const empty: Digest = { channel, kind: 'quarantine', startedAt: clock.now(), lines: [] }
    return { id, number, digest: digest ?? empty, isNew: true }
  }
}

/** Reads the queued mails for which the list has room. Removes those from the queue that are shown elsewhere. */
async function readFitting(
  scope: InboundScope,
  { id, digest }: OpenList,
): Promise<{ mails: ListedMail[]; isFull: boolean }> {
  const { team, mailStore, cards, placement } = scope
  const { digests, queued } = placement.digestStore
  const queue = queued(quarantineLoadId(digest.channel))
  const mails: ListedMail[] = []
  let filled = digest
  for await (const row of queue.all()) {
    const { mail: key } = row.value
    const mail = (await mailStore.mails.get(key))?.value
    const listed = mail?.held?.listed
    const isQueued = mail?.held?.state === 'held' && listed && row.id === formatQueueId(listed.at, key)
    if (!isQueued || (await cards.isShown(quarantineRef(team, key, listed.card)))) {
      await queue.delete(row.id, row.version)
      continue
    }
    const entry = { ...row.value, thread: formatMailTarget({ thread: mail.thread, mail: key }) }
    const other = listed.digest === undefined || listed.digest === id ? undefined : await digests.get(listed.digest)
    if (other && holdsThread(other.value, entry.thread)) {
      await finishListing(scope, digest.channel, [{ row, entry }])
      continue
    }
    const more = addEntry(filled, entry)
    if (!more) return { mails, isFull: true }
    filled = more
    mails.push({ row, entry })
  }
  return { mails, isFull: false }
}

const addEntry = (digest: Digest, entry: QueuedMail): Digest | undefined =>
  holdsThread(digest, entry.thread)
    ? digest
    : addToDigest(digest, entry, {
        count: 1,
        placement: { is: 'queued', channel: digest.channel, head: 0, at: entry.at },
      })

/** Adds mails to a list and shows it. Each mail names its list first: when Slack refuses a list, the mail in it waits for a channel. */
async function addToList(scope: InboundScope, { id, number, digest, isNew }: OpenList, mails: ListedMail[]) {
  if (mails.length === 0) return
  const { team, clock, cards, mailStore, placement } = scope
  const { digests, loads } = placement.digestStore
  const { channel } = digest
  const named: ListedMail[] = []
  for (const one of mails) {
    const mail = await mailStore.mails.update(one.row.value.mail, (now) =>
      now?.held?.listed && now.held.listed.digest !== id
        ? { ...now, held: { ...now.held, listed: { ...now.held.listed, digest: id } } }
        : undefined,
    )
    if (mail?.held?.state === 'held') named.push(one)
  }
  const written = await digests.update(id, (known = digest) =>
    known.ended ? undefined : named.reduce((filled, { entry }) => addEntry(filled, entry) ?? filled, known),
  )
  if (isNew) await cards.show(digestRef(team, id), { channel })
  await cards.refresh(digestRef(team, id))
  const done = mails.filter(({ entry }) => written && holdsThread(written, entry.thread))
  await loads.update(quarantineLoadId(channel), (known = emptyLoad) => ({
    ...known,
    isQueued: true,
    digest: id,
    digests: Math.max(known.digests, number + 1),
    arrivals: [...listLately(scope, known), [clock.now(), done.length]],
  }))
  await finishListing(scope, channel, done)
}

/** Takes listed mails from the queue, and from the mail that waits for a channel. */
async function finishListing(scope: InboundScope, channel: string, listed: ListedMail[]): Promise<void> {
  const { team, mailStore, placement, slices, access } = scope
  let waited = false
  for (const { row } of listed) {
    const waiting = await mailStore.waitingQuarantined.get(row.value.mail)
    if (waiting) {
      await mailStore.waitingQuarantined.delete(row.value.mail, waiting.version)
      await closeAlarmsAfter(scope, waiting.value)
      waited = true
    }
    await placement.digestStore.queued(quarantineLoadId(channel)).delete(row.id, row.version)
  }
  if (waited) return slices.refreshHome(team, await access.listAppointedAdmins(team))
  return closeAlarmsAfter(scope, undefined)
}

async function endList(scope: InboundScope, { id }: OpenList, why: 'full' | 'calm'): Promise<void> {
  const { team, clock, cards, placement } = scope
  const at = clock.now()
  await placement.digestStore.digests.update(id, (known) =>
    known && !known.ended ? { ...known, ended: { why, at } } : undefined,
  )
  await cards.refresh(digestRef(team, id))
}
