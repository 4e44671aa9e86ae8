import { describeQueued } from '../../placement/burst/channel-load.ts'
import { digestRef } from '../../cards/digest-ref.ts'
import { sendReadFacts } from '../facts/facts-task.ts'
import { sendIndexMail } from '../../tasks/index-task.ts'
import { addToDigest, type Digest, holdsThread } from '../../records/mail/digest.ts'
import { isQuarantined, type Mail } from '../../records/mail/mail.ts'
import type { MailImport } from '../../records/mail/mail-import.ts'
import { buildThread, type MailThread, type PlacedThread, withMail } from '../../records/mail/mail-thread.ts'
import { findDigest } from '../../records/mail/placement.ts'
import { postQuarantined } from '../quarantine/post-quarantined.ts'
import type { InboundScope } from '../inbound-scope.ts'
import { changePlacement } from '../../placement/change-placement.ts'
import { withChannel } from '../../placement/threads/thread-channel.ts'
import { recordHoldBack } from './hold-by-rule.ts'
import { createImportId } from '../../tasks/import-task.ts'

/** A mail of an import, and its thread, which has a channel. */
interface ImportedMail {
  key: string
  mail: Mail
  thread: PlacedThread
}

/** Lists a mail in the digest of its channel. A thread that people already know is left alone: its earlier mail would come out of order. */
export async function listImported(
  scope: InboundScope,
  record: MailImport,
  { key, mail, isSent }: { key: string; mail: Mail; isSent: boolean },
): Promise<MailImport> {
  const { team, mailStore, queue } = scope
  if (isQuarantined(mail)) return showHeldByRule(scope, record, { key, mail })
  const { inboxId, threadId, thread: id } = mail
  const fresh: MailThread = { ...buildThread({ inboxId, threadId }), isImported: true }
  const prefix = digestPrefix(scope, record)
  let isListed = false
  const stored = await mailStore.threads.update(id, (known) => {
    isListed = known ? isOfImport(known, prefix) : !isSent
    return isListed ? { ...withMail(known ?? fresh, key), lastAt: Math.max(known?.lastAt ?? 0, mail.at) } : undefined
  })
  if (!stored || !isListed) return record
  await mailStore.recordRecent(key, mail)
  const thread = !isTakenFromList(stored) && (await withChannel(scope, id, stored))
  // Also for mail that waits: once a channel takes it, it is only posted.
  await sendIndexMail(queue, team, key)
  await sendReadFacts(queue, team, key, mail)
  return thread ? addLine(scope, record, { key, mail, thread }) : record
}

/** Whether an import brought a thread that no person has seen: it has had no card in a channel yet, or it is in a list of this import. */
function isOfImport({ placement, isImported = false }: MailThread, prefix: string): boolean {
  if (placement.is === 'listed') return placement.digest.startsWith(prefix)
  if (placement.is !== 'parked' && placement.is !== 'queued') return false
  return isImported && placement.last?.head === undefined
}

/** Whether Slack refused the list that a thread was in: once a channel takes it, it is posted whole. */
const isTakenFromList = ({ placement }: MailThread): boolean =>
  placement.is === 'parked' && placement.last !== undefined

/** A mail that a rule quarantines waits for a decision, as if it had come now; what the mailbox holds back stays there. */
async function showHeldByRule(
  scope: InboundScope,
  record: MailImport,
  { key, mail }: { key: string; mail: Mail },
): Promise<MailImport> {
  if (mail.restriction !== 'rule' || mail.held?.state !== 'held') return record
  await scope.mailStore.recordRecent(key, mail)
  await recordHoldBack(scope, key, mail)
  await postQuarantined(scope, key, mail)
  return { ...record, held: record.held + 1 }
}

/** By it a repeated step finds what the first one listed. */
const digestPrefix = ({ keyedHash }: InboundScope, { inboxId, at }: MailImport): string =>
  `import-${createImportId(keyedHash, inboxId)}-${at}-`

/** Adds the mail to the digest that lists its thread, to the last one of the channel, or to a new one. */
async function addLine(scope: InboundScope, record: MailImport, imported: ImportedMail): Promise<MailImport> {
  const { team, cards } = scope
  const { thread } = imported
  const { channel } = thread.placement
  const prefix = digestPrefix(scope, record)
  let number = record.digests.length
  const takeNext = (): string => `${prefix}${number++}`
  let id = findDigest(thread) ?? record.digests.findLast((one) => one.channel === channel)?.id ?? takeNext()
  while (!(await addToOpenDigest(scope, id, imported))) {
    await cards.refresh(digestRef(team, id))
    id = takeNext()
  }
  const isNew = !record.digests.some((one) => one.id === id)
  return {
    ...record,
    imported: record.imported + 1,
    digests: isNew ? [...record.digests, { id, channel }] : record.digests,
  }
}

/**
 * Returns false if the digest has no room, takes no more threads because Slack has refused it, or is in another channel: a step that was stopped began
 * it before the route changed.
 */
async function addToOpenDigest(scope: InboundScope, id: string, { key, mail, thread }: ImportedMail): Promise<boolean> {
  const { clock, placement } = scope
  const empty: Digest = { channel: thread.placement.channel, kind: 'import', startedAt: clock.now(), lines: [] }
  const isListedHere = findDigest(thread) === id
  // The thread first: when Slack refuses a digest, the threads with a line in it are parked.
  const placed = (await changePlacement(scope, mail.thread, { do: 'list', digest: id })) ?? thread
  let isAdded = false
  await placement.digestStore.digests.update(id, (known = empty) => {
    isAdded = false
    if (known.channel !== empty.channel) return undefined
    const isOpen = !known.ended || (isListedHere && holdsThread(known, mail.thread))
    const filled = isOpen ? addToDigest(known, describeQueued(key, mail), placed) : undefined
    isAdded = filled !== undefined
    return filled ?? (known.ended ? undefined : { ...known, ended: { why: 'full', at: clock.now() } })
  })
  return isAdded
}

/** Posts the lists that are new, and edits the ones that are still growing. */
export async function showDigests({ team, cards }: InboundScope, { digests }: MailImport): Promise<void> {
  for (const { id, channel } of digests) await cards.show(digestRef(team, id), { channel })
  const growing = new Map(digests.map(({ id, channel }) => [channel, id]))
  for (const id of growing.values()) await cards.refresh(digestRef(team, id))
}

/** Nothing more comes into the lists of this import. */
export async function completeDigests(
  { team, cards, clock, placement: { digestStore } }: InboundScope,
  record: MailImport,
): Promise<void> {
  const at = clock.now()
  for (const { id } of record.digests) {
    await digestStore.digests.update(id, (known) =>
      known && !known.ended ? { ...known, ended: { why: 'complete', at } } : undefined,
    )
    await cards.refresh(digestRef(team, id))
  }
}

/** Shows all lists of an import that was given up, also those that its record does not have yet: another import leaves their threads alone. */
export async function showUnfinished(scope: InboundScope, given: MailImport): Promise<void> {
  const {
    placement: { digestStore },
    records: { imports },
    keyedHash,
  } = scope
  const prefix = digestPrefix(scope, given)
  const digests: MailImport['digests'] = []
  for (;;) {
    const id = `${prefix}${digests.length}`
    const digest = (await digestStore.digests.get(id))?.value
    if (!digest) break
    digests.push({ id, channel: digest.channel })
  }
  const record = { ...given, digests }
  // By its record, the deletion of a list is noticed.
  await imports.update(createImportId(keyedHash, given.inboxId), (now) =>
    now?.at === given.at ? { ...now, digests } : undefined,
  )
  await showDigests(scope, record)
  await completeDigests(scope, record)
}

/** Whether Slack has neither taken nor refused a list of this import yet. The threads of a refused list wait for a channel. */
export async function isSlackSilent(scope: InboundScope, { digests }: MailImport): Promise<boolean> {
  const { team, cards, mailStore, placement } = scope
  for (const { id } of digests) {
    const digest = (await placement.digestStore.digests.get(id))?.value
    const copy = digest?.copy === undefined ? {} : { copy: String(digest.copy) }
    if (!digest || (await cards.findMessage({ ...digestRef(team, id), ...copy }))) continue
    for (const { thread } of digest.lines.flatMap(({ threads }) => threads)) {
      const listed = (await mailStore.findThread(thread))?.placement
      if (listed?.is === 'listed' && listed.digest === id) return true
    }
  }
  return false
}
