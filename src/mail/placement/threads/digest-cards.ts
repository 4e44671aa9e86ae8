import { MESSAGE_GONE } from '../../../slack/api/slack-errors.ts'
import type { DeletedMessage } from '../../../slack/inbound/listeners.ts'
import type { CardKind } from '../../../slack/outbox/cards.ts'
import type { Feature } from '../../../slice.ts'
import { mailActionIds, cardKinds } from '../../action-ids.ts'
import type { Digest } from '../../records/mail/digest.ts'
import type { PlacementServices } from '../placement-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { parkUnrouted } from './thread-channel.ts'
import { buildDigest } from '../../cards/digest-card.ts'
import { digestRef } from '../../cards/digest-ref.ts'
import { openListed } from '../burst/open-listed.ts'

/** Lists of mail that came faster than its channel could show it. */
export const digestCardsFeature = (services: PlacementServices): Feature => ({
  listen(slack) {
    slack.action(mailActionIds.openListed, (action) => openListed(services, action))
    slack.deletion((message) => reportDeletedDigest(services, message))
  },
  cards: [createDigestCard(services)],
})

/** An older list is posted again only if mail in it changes. */
const DIGESTS_SEARCHED = 20

/** A list that takes no more mail is not edited again: without this, nobody would notice that it is gone. */
async function reportDeletedDigest(services: PlacementServices, { team, channel, ts }: DeletedMessage): Promise<void> {
  const {
    cards,
    placement: { digestStore },
    records: { imports },
  } = services
  const begun = (await digestStore.loads(team).get(channel))?.value.digests ?? 0
  const ids = Array.from({ length: Math.min(begun, DIGESTS_SEARCHED) }, (_, n) => `${channel}-${begun - 1 - n}`)
  for await (const { value } of imports(team).all())
    ids.push(...value.digests.filter((one) => one.channel === channel).map(({ id }) => id))
  for (const id of ids) {
    const digest = (await digestStore.digests(team).get(id))?.value
    if (!digest) continue
    const copy = digest.copy === undefined ? {} : { copy: String(digest.copy) }
    await cards.reportGone({ ...digestRef(team, id), ...copy }, { channel, ts })
  }
}

const createDigestCard = (services: PlacementServices): CardKind => ({
  kind: cardKinds.digest,
  async render(team, id) {
    const digest = (await services.placement.digestStore.digests(team).get(id))?.value
    return digest && buildDigest(mailTextIn(await services.languages.ofWorkspace(team)), digest)
  },
  onLost: (team, id, { code, channel, copy }) => replaceDigest(services, team, id, { code, channel, copy }),
})

const unopened = ({ lines }: Digest): string[] =>
  lines.flatMap(({ threads }) => threads.filter(({ isOpened }) => !isOpened).map(({ thread }) => thread))

/** A deleted list is posted again while mail in it is unread; in a channel that takes no posts at all, it ends, and its threads wait for another one. */
async function replaceDigest(
  services: PlacementServices,
  team: string,
  id: string,
  { code, channel, copy }: { code: string; channel: string; copy: string | undefined },
): Promise<void> {
  const {
    cards,
    mailStore,
    clock,
    placement: { digestStore },
  } = services
  const lost = Number(copy ?? 0)
  const digest = await digestStore
    .digests(team)
    .update(id, (known) => (known && (known.copy ?? 0) === lost ? { ...known, copy: lost + 1 } : undefined))
  if (!digest || digest.copy !== lost + 1) return
  const waiting = unopened(digest)
  if (MESSAGE_GONE.has(code)) {
    if (waiting.length > 0) await cards.show({ ...digestRef(team, id), copy: String(lost + 1) }, { channel })
    return
  }
  const ended = { why: 'complete' as const, at: clock.now() }
  await digestStore.digests(team).update(id, (known) => (known && !known.ended ? { ...known, ended } : undefined))
  for (const thread of waiting) {
    await mailStore.threads(team).update(thread, (known) => {
      if (known?.queuedAt === undefined) return undefined
      const { queuedAt: _, digest: __, ...rest } = known
      return rest
    })
    await parkUnrouted(services, team, thread, { code, channel })
  }
}
