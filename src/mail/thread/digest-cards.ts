import { MESSAGE_GONE } from '../../slack/api/slack-errors.ts'
import type { CardKind } from '../../slack/outbox/cards.ts'
import type { Feature } from '../../slice.ts'
import { actionIds, cardKinds } from '../action-ids.ts'
import type { Digest } from '../model/digest.ts'
import type { MailServices } from '../services.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { parkUnrouted } from './thread-channel.ts'
import { buildDigest } from '../burst/digest-card.ts'
import { digestRef } from '../burst/digest-ref.ts'
import { openListed } from '../burst/open-listed.ts'

/** Lists of mail that came faster than its channel could show it. */
export const digestCardsFeature = (services: MailServices): Feature => ({
  listen(slack) {
    slack.action(actionIds.openListed, (action) => openListed(services, action))
  },
  cards: [createDigestCard(services)],
})

const createDigestCard = (services: MailServices): CardKind => ({
  kind: cardKinds.digest,
  async render(team, id) {
    const digest = (await services.digestStore.digests(team).get(id))?.value
    return digest && buildDigest(mailTextIn(await services.languages.ofWorkspace(team)), digest)
  },
  onLost: (team, id, { code, channel, copy }) => replaceDigest(services, team, id, { code, channel, copy }),
})

const unopened = ({ lines }: Digest): string[] =>
  lines.flatMap(({ threads }) => threads.filter(({ isOpened }) => !isOpened).map(({ thread }) => thread))

/** A deleted list is posted again while mail in it is unread; in a channel that takes no posts at all, its threads wait for another one. */
async function replaceDigest(
  services: MailServices,
  team: string,
  id: string,
  { code, channel, copy }: { code: string; channel: string; copy: string | undefined },
): Promise<void> {
  const { digestStore, cards, mailStore } = services
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
  for (const thread of waiting) {
    await mailStore.threads(team).update(thread, (known) => {
      if (known?.queuedAt === undefined) return undefined
      const { queuedAt: _, ...rest } = known
      return rest
    })
    await parkUnrouted(services, team, thread, { code, channel })
  }
}
