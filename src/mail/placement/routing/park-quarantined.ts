import type { CardRef } from '../../../slack/outbox/cards.ts'
import { cardKinds, formatMailTarget, parseMailTarget } from '../../action-ids.ts'
import { digestRef } from '../../cards/digest-ref.ts'
import { withoutThread } from '../../records/mail/digest.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { sendPostQuarantined } from '../../tasks/post-tasks.ts'
import type { PlacementScope } from '../placement-scope.ts'
import type { RoutingProblem } from './routing-alarms.ts'
import { alertUnroutable } from './unroutable-alert.ts'

/** A restricted mail that no channel accepts. `lost`: the channel that did not take the card or the list, and the next copy of the card. */
interface RefusedMail {
  key: string
  mail: Mail
  lost?: { channel: string; nextCopy: number }
}

/** The card of a quarantined mail, or a further copy. */
export const quarantineRef = (team: string, key: string, copy = 0): CardRef => ({
  team,
  kind: cardKinds.quarantined,
  id: key,
  ...(copy > 0 && { copy: String(copy) }),
})

/** Makes a restricted mail wait for a channel and alerts the admins. */
export async function parkQuarantined(
  scope: PlacementScope,
  refused: RefusedMail,
  problem: RoutingProblem,
): Promise<void> {
  if (await letWait(scope, refused, problem)) await alertUnroutable(scope, refused.mail.inboxId, problem)
}

/** Returns false if the mail waits for nothing: a person chose a channel while it was on its way to one that did not take it. */
async function letWait(
  { team, mailStore, clock, queue }: PlacementScope,
  { key, mail, lost }: RefusedMail,
  problem: RoutingProblem,
): Promise<boolean> {
  const { thread, inboxId } = mail
  const waiting = await mailStore.waitingQuarantined.update(key, (known) => {
    const lastChannel = lost?.channel ?? known?.lastChannel
    const card = Math.max(known?.card ?? 0, lost?.nextCopy ?? 0)
    const movedTo = known?.movedTo === problem.channel ? undefined : known?.movedTo
    const kept = { ...(lastChannel && { lastChannel }), ...(movedTo && { movedTo }) }
    return { thread, inboxId, at: known?.at ?? clock.now(), card, ...kept, ...problem }
  })
  if (!waiting?.movedTo) return true
  await sendPostQuarantined(queue, team, { mail: key, thread }, clock.now())
  return false
}

/** Makes the unopened mail of a list that its channel did not take wait for a channel, and alerts the admins once. */
export async function parkListed(
  scope: PlacementScope,
  digest: string,
  { targets, problem }: { targets: string[]; problem: RoutingProblem & { channel: string } },
): Promise<void> {
  const { team, mailStore, cards, placement } = scope
  let inboxId: string | undefined
  for (const target of targets) {
    const key = parseMailTarget(target)?.mail ?? ''
    const mail = (await mailStore.mails.get(key))?.value
    const listed = mail?.held?.listed
    if (mail?.held?.state !== 'held' || (listed && listed.digest !== digest)) continue
    // An attempt that was stopped after the next write had the mail wait, or comes here again.
    if (!listed && (await cards.findNewestMessage(quarantineRef(team, key)))) continue
    const nextCopy = listed?.card ?? 0
    await mailStore.mails.update(key, (now) => (now?.held?.listed?.digest === digest ? withoutListing(now) : undefined))
    if (await letWait(scope, { key, mail, lost: { channel: problem.channel, nextCopy } }, problem))
      inboxId = mail.inboxId
  }
  if (inboxId !== undefined) await alertUnroutable(scope, inboxId, problem)
  await placement.digestStore.digests.update(digest, (known) => known && targets.reduce(withoutThread, known))
}

/** Takes a mail out of the list that named it. */
export async function leaveList(scope: PlacementScope, key: string, { thread, held }: Mail): Promise<void> {
  const { team, cards, placement } = scope
  const digest = held?.listed?.digest
  if (digest === undefined) return
  const target = formatMailTarget({ thread, mail: key })
  await placement.digestStore.digests.update(digest, (known) => known && withoutThread(known, target))
  await cards.refresh(digestRef(team, digest))
}

/** A mail as it is outside of lists. */
export function withoutListing(mail: Mail): Mail {
  if (!mail.held) return mail
  const { listed: _, ...held } = mail.held
  return { ...mail, held }
}
