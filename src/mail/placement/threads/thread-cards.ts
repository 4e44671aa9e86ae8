import type { CardMessage } from '../../../slack/outbox/card-kinds.ts'
import type { CardKind } from '../../../slack/outbox/cards.ts'
import type { Feature } from '../../../slice.ts'
import { leaveLoad } from '../burst/channel-load.ts'
import { cardKinds } from '../../action-ids.ts'
import { previewMail } from '../../records/mail/mail-preview.ts'
import { isAutomatic } from '../../records/mail/mail.ts'
import type { PlacementServices } from '../placement-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { buildBegunCard } from '../../cards/begun-card.ts'
import { findJobsOfMail } from '../../cards/job-lines.ts'
import { buildMailCard } from '../../cards/mail-card.ts'
import { readStateNames, summarizeThread } from '../../cards/thread-summary.ts'
import { headGoneTask, replaceDeletedHead, sendHeadGone } from './deleted-head.ts'
import { findReplyCardOptions } from '../../cards/replies/reply-card-options.ts'
import { createPostThreadHandler, handleLostHead, repostAfterLoss } from './repost-thread.ts'

/** Shows each mail thread as one Slack thread. */
export const mailThreadFeature = (services: PlacementServices): Feature => ({
  listen: (slack) => slack.deletion((message) => sendHeadGone(services, message)),
  tasks: [createPostThreadHandler(services), headGoneTask.handler((gone) => replaceDeletedHead(services, gone))],
  cards: [createHeadCard(services), createMailCard(services)],
})

function createHeadCard(services: PlacementServices): CardKind {
  const { mailStore } = services
  return {
    kind: cardKinds.threadHead,
    render: (team, id) => renderHead(services, team, id),
    onPosted: async (team, id, { channel, ts }) => {
      await mailStore.slackThreads(team).update(`${channel}:${ts}`, () => ({ thread: id }))
      const waiting = await mailStore.waitingThreads(team).get(id)
      if (waiting) {
        await mailStore.waitingThreads(team).delete(id, waiting.version)
        await services.slices.refreshHome(team, await services.access.listAppointedAdmins(team))
      }
      await leaveLoad(services, team, channel, id)
    },
    async onLost(team, id, lost) {
      await leaveLoad(services, team, lost.channel, id)
      await handleLostHead(services, team, id, lost)
    },
  }
}

function createMailCard(services: PlacementServices): CardKind {
  const { mailStore } = services
  return {
    kind: cardKinds.mail,
    render: async (team, key) => {
      const mail = await mailStore.findMail(team, key)
      if (!mail) return undefined
      const text = mailTextIn(await services.languages.ofWorkspace(team))
      const record = await mailStore.findThread(team, mail.thread)
      const isState = record?.mails.at(-1) === key && !isAutomatic(mail)
      return buildMailCard({
        text,
        mail,
        preview: previewMail(mail),
        at: { thread: mail.thread, mail: key },
        // Only the newest mail of a thread shows its state: those above it do not follow it any more.
        state: isState ? { record, names: await readStateNames(services, team, record, text) } : undefined,
        jobs: await findJobsOfMail(services, team, key, record?.channel),
      })
    },
    onLost: async (team, key, lost) => {
      const mail = await mailStore.findMail(team, key)
      if (mail) await repostAfterLoss(services, team, mail.thread, { lost, unposted: { mails: [key] } })
    },
  }
}

/** The first mail of a thread, and what has come since. */
async function renderHead(services: PlacementServices, team: string, id: string): Promise<CardMessage | undefined> {
  const { mailStore } = services
  const thread = await mailStore.findThread(team, id)
  const key = thread?.mails[0]
  const mail = await mailStore.findMail(team, key)
  if (!thread || !key || !mail) return undefined
  const language = await services.languages.ofWorkspace(team)
  const text = mailTextIn(language)
  const { snooze, owner, work = 'open' } = thread
  const state = snooze ? 'snoozed' : work === 'open' && owner ? 'claimed' : work
  const card = {
    text,
    mail,
    preview: previewMail(mail),
    at: { thread: id, mail: key },
    thread: await summarizeThread(services, team, thread, text),
    jobs: await findJobsOfMail(services, team, key, thread.channel),
  }
  const reply = mail.reply === undefined ? undefined : await services.replyStore.findReply(team, mail.reply)
  if (mail.reply === undefined || !reply) return { ...buildMailCard(card), state }
  const report = await services.replyStore.readDeliveryReport(team, reply)
  const head = buildBegunCard({
    ...card,
    sending: { id: mail.reply, reply, report },
    shown: await findReplyCardOptions(services, team, reply, language),
  })
  return { ...head, state }
}
