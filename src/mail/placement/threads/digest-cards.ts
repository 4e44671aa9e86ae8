import type { ScopedFeature, ScopedCardKind } from '../../../scoped-feature.ts'
import { MESSAGE_GONE } from '../../../slack/api/slack-errors.ts'
import { SHARED_CHANNEL } from '../../../slack/outbox/cleared-writes.ts'
import type { DeletedMessage } from '../../../slack/inbound/listeners.ts'
import { mailActionIds, cardKinds } from '../../action-ids.ts'
import { listUnopened, quarantineLoadId } from '../../records/mail/digest.ts'
import { changePlacement } from '../change-placement.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { withdrawLists } from '../withdraw-notices.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { parkListed } from '../routing/park-quarantined.ts'
import { resumeParked } from './thread-channel.ts'
import { buildDigest } from '../../cards/digest-card.ts'
import { digestRef } from '../../cards/digest-ref.ts'
import { openListed } from '../burst/open-listed.ts'

const digestCard: ScopedCardKind<PlacementScope> = {
  kind: cardKinds.digest,
  async render(scope, id) {
    const digest = (await scope.placement.digestStore.digests.get(id))?.value
    return digest && buildDigest(mailTextIn(await scope.languages.ofWorkspace(scope.team)), digest, id)
  },
  onLost: (scope, id, { code, channel, copy }) => replaceDigest(scope, id, { code, channel, copy }),
}

/** Shows lists of mail that came faster than its channel could show it. */
export const digestCardsFeature: ScopedFeature<PlacementScope> = {
  listen(slack) {
    slack.action(mailActionIds.postListed, openListed)
    slack.deletion(reportDeletedDigest)
  },
  cards: [digestCard],
}

/** An older list is posted again only if mail in it changes. */
const DIGESTS_SEARCHED = 20

/** Reports a deleted list: one that takes no more mail is not edited again, so nobody would notice. */
async function reportDeletedDigest(scope: PlacementScope, { team, channel, ts }: DeletedMessage): Promise<void> {
  const {
    cards,
    placement: { digestStore },
    records: { imports },
  } = scope
  const ids: string[] = []
  for (const load of [channel, quarantineLoadId(channel)]) {
    const begun = (await digestStore.loads.get(load))?.value.digests ?? 0
    ids.push(...Array.from({ length: Math.min(begun, DIGESTS_SEARCHED) }, (_, n) => `${load}-${begun - 1 - n}`))
  }
  for await (const { value } of imports.all())
    ids.push(...value.digests.filter((one) => one.channel === channel).map(({ id }) => id))
  for (const id of ids) {
    const digest = (await digestStore.digests.get(id))?.value
    if (!digest) continue
    const copy = digest.copy === undefined ? {} : { copy: String(digest.copy) }
    await cards.reportGone({ ...digestRef(team, id), ...copy }, { channel, ts })
  }
}

/**
 * Posts a deleted list again while mail in it is unread. If the channel accepts no posts at all, the list ends, and its threads wait for another
 * channel.
 */
async function replaceDigest(
  scope: PlacementScope,
  id: string,
  { code, channel, copy }: { code: string; channel: string; copy: string | undefined },
): Promise<void> {
  const {
    team,
    cards,
    clock,
    placement: { digestStore },
  } = scope
  const lost = Number(copy ?? 0)
  const isGone = MESSAGE_GONE.has(code)
  const at = clock.now()
  // In one step: no mail is listed in it after its threads were read here.
  const digest = await digestStore.digests.update(id, (known) => {
    if (!known || (known.copy ?? 0) !== lost) return undefined
    return { ...known, copy: lost + 1, ...(!isGone && !known.ended && { ended: { why: 'complete' as const, at } }) }
  })
  if (!digest || digest.copy !== lost + 1) return
  const waiting = listUnopened(digest)
  if (isGone) {
    if (waiting.length > 0) await cards.show({ ...digestRef(team, id), copy: String(lost + 1) }, { channel })
    return
  }
  if (code === SHARED_CHANNEL) await withdrawLists(scope, channel)
  if (digest.kind === 'quarantine') return parkListed(scope, id, { targets: waiting, problem: { code, channel } })
  for (const thread of waiting) {
    await resumeParked(
      scope,
      thread,
      await changePlacement(scope, thread, { do: 'lose_digest', digest: id, code, channel }),
    )
  }
}
