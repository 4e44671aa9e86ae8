import { type ScopedCardKind, type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { cardKinds, formatMailTarget } from '../../action-ids.ts'
import { digestRef } from '../../cards/digest-ref.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { noticeFailedMailTask } from '../../notify/failed-task-notices.ts'
import { findChannelProblem, findLastPrivateChannel } from '../../placement/routing/channel-check.ts'
import { leaveList, parkQuarantined, quarantineRef, withoutListing } from '../../placement/routing/park-quarantined.ts'
import { holdsThread, listUnopened, markOpened } from '../../records/mail/digest.ts'
import { postQuarantinedTask } from '../../tasks/post-tasks.ts'
import { SHARED_CHANNEL } from '../../../slack/outbox/cleared-writes.ts'
import { withdrawLists } from '../../placement/withdraw-notices.ts'
import { closeAlarmsAfter } from '../../placement/routing/unroutable-alert.ts'
import type { InboundScope } from '../inbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { nameConversation } from './conversation.ts'
import { queueForList } from './list-quarantined.ts'
import { buildQuarantineCard } from '../../cards/quarantine-card.ts'

const quarantineCard: ScopedCardKind<InboundScope> = {
  kind: cardKinds.quarantined,
  render: async (scope, key, _copy, channel) => {
    const mail = await scope.mailStore.findMail(key)
    if (!mail) return undefined
    const by = mail.held?.by
    const name = by === undefined ? undefined : (await scope.people.person(scope.team, by, { isShownOnly: true })).name
    const text = mailTextIn(await scope.languages.ofWorkspace(scope.team))
    const isHeld = mail.held === undefined || mail.held.state === 'held'
    const conversation = isHeld ? await nameConversation(scope, text, mail, channel) : undefined
    const card = buildQuarantineCard(text, mail, { thread: mail.thread, mail: key }, { decidedBy: name, conversation })
    return { ...card, state: mail.held?.state }
  },
  onPosted: async (scope, key) => {
    const waiting = await scope.mailStore.waitingQuarantined.get(key)
    if (waiting) await scope.mailStore.waitingQuarantined.delete(key, waiting.version)
    await closeAlarmsAfter(scope, waiting?.value)
    if (!waiting) return
    await scope.slices.refreshHome(scope.team, await scope.access.listAppointedAdmins(scope.team))
  },
  onLost: async (scope, key, { code, channel, copy }) => {
    const mail = await scope.mailStore.findMail(key)
    if (mail?.held?.state !== 'held') return
    const lost = { channel, nextCopy: Number(copy ?? 0) + 1 }
    await parkQuarantined(scope, { key, mail, lost }, { code, channel })
  },
}

/** Shows restricted mail outside all threads: collapsed, without links and without an answer. */
export const quarantineCardFeature: ScopedFeature<InboundScope> = {
  tasks: [
    scopedHandler(
      postQuarantinedTask,
      async (scope: InboundScope, { mail: key, isOpened }) => {
        const mail = await scope.mailStore.findMail(key)
        if (mail?.held?.state === 'held') await postQuarantined(scope, key, mail, { isOpened })
      },
      noticeFailedMailTask,
    ),
  ],
  cards: [quarantineCard],
}

/**
 * Posts a restricted mail in the quarantine channel, or in its inbox's channel; in a list if too many come together. The mail waits while neither
 * channel exists. `isOpened`: somebody opens it in its list.
 */
export async function postQuarantined(
  scope: InboundScope,
  key: string,
  given: Mail,
  { isOpened = false }: { isOpened?: boolean | undefined } = {},
): Promise<void> {
  const waiting = (await scope.mailStore.waitingQuarantined.get(key))?.value
  const mail = await leaveLostCard(scope, { key, mail: given, isWaiting: waiting !== undefined })
  if (mail.held?.listed) return showListed(scope, { key, mail, isOpened })
  const routed = await findQuarantineRoute(scope, mail)
  const kept = await findLastPrivateChannel(scope, waiting?.lastChannel, routed)
  const channel = waiting?.movedTo ?? kept ?? routed
  if (channel === undefined) return parkQuarantined(scope, { key, mail }, { code: 'no_route' })
  const code = await findChannelProblem(scope, channel)
  if (code !== undefined) {
    if (code === SHARED_CHANNEL) await withdrawLists(scope, channel)
    return parkQuarantined(scope, { key, mail }, { code, channel })
  }
  const card = waiting?.card ?? 0
  const ref = quarantineRef(scope.team, key, card)
  if (!(await scope.cards.isShown(ref)) && (await queueForList(scope, { key, mail }, { channel, card }))) return
  return scope.cards.show(ref, { channel })
}

/** Whether a mail is not in a list yet, is listed, or was opened there. */
async function findListing(
  { placement }: InboundScope,
  key: string,
  { thread, held }: Mail,
): Promise<'queued' | 'listed' | 'opened'> {
  const digest = held?.listed?.digest
  const list = digest === undefined ? undefined : (await placement.digestStore.digests.get(digest))?.value
  const target = formatMailTarget({ thread, mail: key })
  if (!list || !holdsThread(list, target)) return 'queued'
  return listUnopened(list).includes(target) ? 'listed' : 'opened'
}

/** A mail whose card was lost after it had been opened in a list is shown like a new one. Returns the mail as it is then. */
async function leaveLostCard(
  scope: InboundScope,
  { key, mail, isWaiting }: { key: string; mail: Mail; isWaiting: boolean },
): Promise<Mail> {
  if (!isWaiting || !mail.held?.listed || (await findListing(scope, key, mail)) !== 'opened') return mail
  await leaveList(scope, key, mail)
  return (await scope.mailStore.mails.update(key, (now) => now && withoutListing(now))) ?? mail
}

async function showListed(
  scope: InboundScope,
  { key, mail, isOpened }: { key: string; mail: Mail; isOpened: boolean },
): Promise<void> {
  const { team, cards, placement } = scope
  const listed = mail.held?.listed
  if (!listed) return
  const { channel, card = 0, digest } = listed
  const listing = await findListing(scope, key, mail)
  if (listing === 'queued') return void (await queueForList(scope, { key, mail }, { channel, card }))
  if (listing === 'listed' && !isOpened) return
  // The list first: once it says that the mail is open, a lost list no longer has the mail wait.
  if (digest !== undefined) {
    const target = formatMailTarget({ thread: mail.thread, mail: key })
    await placement.digestStore.digests.update(digest, (known) => known && markOpened(known, target))
    await cards.refresh(digestRef(team, digest))
  }
  return cards.show(quarantineRef(team, key, card), { channel })
}

/** The channel for restricted mail now: the quarantine channel, or the channel of its inbox. */
async function findQuarantineRoute({ routes }: InboundScope, mail: Mail): Promise<string | undefined> {
  const route = (await routes.findQuarantineChannel()) ?? (await routes.findRoute(mail))
  return route?.channel
}
