import { type ScopedCardKind, type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import type { CardMessage } from '../../../slack/outbox/card-kinds.ts'
import { leaveLoad } from '../burst/channel-load.ts'
import { cardKinds } from '../../action-ids.ts'
import { previewMail } from '../../records/mail/mail-preview.ts'
import { findChannel } from '../../records/mail/placement.ts'
import { isAutomatic } from '../../records/mail/mail.ts'
import { changePlacement } from '../change-placement.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { buildSentHeadCard } from '../../cards/sent-head-card.ts'
import { findJobsOfMail, findJobsOfMails } from '../../cards/job-lines.ts'
import { findBroughtBy } from '../../records/mail/mail-thread.ts'
import { findHeadMail } from '../../records/mail/head-mail.ts'
import { buildMailCard } from '../../cards/mail-card.ts'
import { buildMovedCard } from '../../cards/moved-card.ts'
import { readStateNames, summarizeThread } from '../../cards/thread-summary.ts'
import { headGoneTask, replaceDeletedHead, sendHeadGone } from './deleted-head.ts'
import { closeAlarmsAfter } from '../routing/unroutable-alert.ts'
import { findReplyCardOptions } from '../../cards/replies/reply-card-options.ts'
import { showMoved } from '../show-moved.ts'
import { postThreadHandler, handleLostHead, repostAfterLoss } from './repost-thread.ts'

const headCard: ScopedCardKind<PlacementScope> = {
  kind: cardKinds.threadHead,
  render: renderHead,
  onPosted: async (scope, id, { channel, ts }) => {
    await scope.mailStore.slackThreads.update(`${channel}:${ts}`, () => ({ thread: id }))
    const thread = await scope.mailStore.findThread(id)
    // Before its wait ends, which names the person who moved it.
    if (thread) await showMoved(scope, id, thread)
    const waiting = (await scope.mailStore.waitingThreads.get(id))?.value
    if (waiting) {
      await changePlacement(scope, id, { do: 'show' })
      await scope.slices.refreshHome(scope.team, await scope.access.listAppointedAdmins(scope.team))
    }
    await closeAlarmsAfter(scope, waiting)
    await leaveLoad(scope, channel, id)
  },
  comesBack: () => true,
  async onLost(scope, id, lost) {
    await leaveLoad(scope, lost.channel, id)
    await handleLostHead(scope, id, lost)
  },
}

const mailCard: ScopedCardKind<PlacementScope> = {
  kind: cardKinds.mail,
  comesBack: () => true,
  render: async (scope, key, _copy, channel) => {
    const mail = await scope.mailStore.findMail(key)
    if (!mail) return undefined
    const text = mailTextIn(await scope.languages.ofWorkspace(scope.team))
    const record = await scope.mailStore.findThread(mail.thread)
    const moved = await buildMovedCard(scope, text, { id: mail.thread, thread: record }, channel)
    if (moved) return moved
    const isState = record?.mails.at(-1) === key && !isAutomatic(mail)
    return buildMailCard({
      text,
      mail,
      preview: previewMail(mail),
      at: { thread: mail.thread, mail: key },
      // Only the newest mail of a thread shows its state; earlier ones no longer follow it.
      state: isState ? { record, names: await readStateNames(scope, record, text.unnamed) } : undefined,
      by: record && findBroughtBy(record, key),
      jobs: await findJobsOfMail(scope, key, record && findChannel(record)),
    })
  },
  onLost: async (scope, key, lost) => {
    const mail = await scope.mailStore.findMail(key)
    if (mail) await repostAfterLoss(scope, mail.thread, { lost, unposted: { mails: [key] } })
  },
}

/** Shows each mail thread as one Slack thread. */
export const mailThreadFeature: ScopedFeature<PlacementScope> = {
  listen: (slack) => slack.deletion(sendHeadGone),
  tasks: [postThreadHandler, scopedHandler(headGoneTask, replaceDeletedHead)],
  cards: [headCard, mailCard],
}

/** The newest mail of a thread that a person wrote, with what has happened in the thread. */
async function renderHead(
  scope: PlacementScope,
  id: string,
  _copy: string | undefined,
  channel: string,
): Promise<CardMessage | undefined> {
  const { team, mailStore } = scope
  const thread = await mailStore.findThread(id)
  const shown = thread && (await findHeadMail(mailStore, thread))
  const first = shown?.key === thread?.mails[0] ? shown?.mail : await mailStore.findMail(thread?.mails[0])
  if (!thread || !first || !shown) return undefined
  const language = await scope.languages.ofWorkspace(team)
  const text = mailTextIn(language)
  const moved = await buildMovedCard(scope, text, { id, thread }, channel)
  if (moved) return moved
  const { snooze, owner, work = 'open' } = thread
  const state = snooze ? 'snoozed' : work === 'open' && owner ? 'claimed' : work
  const { key, mail } = shown
  const card = {
    text,
    mail,
    preview: previewMail(mail),
    at: { thread: id, mail: key },
    subject: first.subject,
    thread: await summarizeThread(scope, thread, shown, text.unnamed),
    jobs: await findJobsOfMails(scope, [thread.mails[0], key], findChannel(thread)),
  }
  const reply = first.reply === undefined ? undefined : await scope.replyStore.findReply(first.reply)
  if (first.reply === undefined || !reply) return { ...buildMailCard(card), state }
  const report = await scope.replyStore.readDeliveryReport(reply)
  const head = buildSentHeadCard({
    ...card,
    first,
    sending: { id: first.reply, reply, report },
    shown: await findReplyCardOptions(scope, reply, language),
  })
  return { ...head, state }
}
