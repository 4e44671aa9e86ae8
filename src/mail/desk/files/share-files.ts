import { COME_BACK_MS } from '../../../core/concurrency-limit.ts'
import type { TaskContext } from '../../../queue/task-kinds.ts'
import { mrkdwnLink } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import type { MessageRef } from '../../../slack/outbox/post-once.ts'
import type { Feature } from '../../../slice.ts'
import { findFilesRefusal } from '../../access/files-refusal.ts'
import { buildMailAct } from '../../access/mail-acts.ts'
import { cardKinds } from '../../action-ids.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { planBatch, type SharedFiles } from '../../records/mail/shared-files.ts'
import { noticeFailedMailTask } from '../../notify/failed-task-notices.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import { anchorBelowHead, type PostedThread, threadHeadRef } from '../../notify/thread-anchor.ts'
import type { DeskServices } from '../desk-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { createFilesCard, filesCardRef } from './files-card-kind.ts'
import { type FilesRequest, shareFilesTask } from './share-files-task.ts'
import { transferAttachment } from './transfer-attachment.ts'

/** After so many, a mailbox that does not answer is named as the reason. */
const PATIENT_ATTEMPTS = 4

/** How long the files wait for the card that is above them, and how often they look for it. */
const CARD_WAIT_MS = 10_000
const NOT_YET_MS = 200

/** Puts the attachments of a mail into its Slack thread when somebody asks for them. */
export const shareFilesFeature = (services: DeskServices): Feature => ({
  tasks: [
    shareFilesTask.handler(
      (request, context) => shareFiles(services, request, context),
      (request, failure) => noticeFailedMailTask(services, request, failure),
    ),
  ],
  cards: [createFilesCard(services)],
})

async function shareFiles(
  services: DeskServices,
  request: FilesRequest,
  context: TaskContext,
): Promise<void | { againMs: number }> {
  const { team, user, mail: key, click, channel, threadTs } = request
  const mail = await services.mailStore.findMail(team, key)
  const actor = { team, user, opId: `mail.share_files:${click}`, channel, threadTs }
  const act = await buildMailAct(services, actor, { action: 'mail.read', verb: 'files' }, { key, mail })
  const { fileCard: text, forms } = mailTextIn(await services.languages.ofPerson(team, user))
  if (!mail) return answer(services, request, forms.gone)
  const refusal = await findFilesRefusal(services, act, mail)
  if (refusal) return answer(services, request, refusal)
  const thread = await services.mailStore.findThread(team, mail.thread)
  const head = thread && (await services.cards.findMessage(threadHeadRef(team, mail.thread, thread.head)))
  if (!head || thread.channel === undefined) return answer(services, request, text.noThread)
  const posted: PostedThread = { ...thread, channel: thread.channel }
  const planned = await planFiles(services, request, { mail, thread: posted })
  if (planned?.click !== click) return answer(services, request, await describeThere(services, request, posted, text))
  const {
    clock,
    cards,
    desk: { fileTransfers },
  } = services
  const card = filesCardRef(team, key, posted.head)
  await cards.show(card, anchorBelowHead(services, team, mail.thread, posted))
  // The card is posted by another task. The files come below it, unless it takes too long.
  const isShown = await cards.findMessage(card)
  if (!isShown && clock.now() - planned.at < CARD_WAIT_MS) return { againMs: NOT_YET_MS }
  if (fileTransfers.isFull()) return { againMs: clock.scaled(COME_BACK_MS) }
  // Only now, since this task comes here often while it waits.
  await cards.refresh({ team, kind: cardKinds.files, id: key })
  await fileTransfers.run(() => transferAll(services, request, { mail, head, planned }, context))
  await services.authorizer.recordAct(act)
  return undefined
}

/** Notes which files this click asks for; unchanged when it asks for nothing new, or has noted them before. */
async function planFiles(
  { mailStore, clock }: DeskServices,
  { team, user, mail: key, click }: FilesRequest,
  { mail, thread }: { mail: Mail; thread: PostedThread },
): Promise<SharedFiles | undefined> {
  return mailStore.sharedFiles(team).update(key, (stored) => {
    // What a lost thread had is lost with it.
    const known = stored?.head === thread.head ? stored : undefined
    if (known?.click === click) return undefined
    const batch = planBatch(mail, known?.files)
    if (!batch) return undefined
    const waiting = batch.indexes.map((index) => [index, { state: 'waiting' as const }])
    return {
      thread: mail.thread,
      head: thread.head,
      by: user,
      at: clock.now(),
      click,
      round: (stored?.round ?? 0) + 1,
      files: { ...known?.files, ...Object.fromEntries(waiting) },
    }
  })
}

async function transferAll(
  services: DeskServices,
  { team, mail: key }: FilesRequest,
  { mail, head, planned }: { mail: Mail; head: MessageRef; planned: SharedFiles },
  { attempt, signal }: TaskContext,
): Promise<void> {
  const place = { channel: head.channel, threadTs: head.ts }
  for (const [index, { state }] of Object.entries(planned.files)) {
    if (state !== 'waiting') continue
    const opId = `mail.file:${key}:${planned.head}:${index}:${planned.round}`
    const mayWait = attempt < PATIENT_ATTEMPTS
    const result = await transferAttachment(services, {
      team,
      mail,
      index: Number(index),
      opId,
      place,
      mayWait,
      signal,
    })
    await services.mailStore
      .sharedFiles(team)
      .update(key, (now) => now && { ...now, files: { ...now.files, [index]: result } })
    await services.cards.refresh({ team, kind: cardKinds.files, id: key })
  }
}

/** Nothing is left to fetch: where the files are. */
async function describeThere(
  { cards, slack: { conversations } }: DeskServices,
  { team, mail: key }: FilesRequest,
  { head }: PostedThread,
  text: ReturnType<typeof mailTextIn>['fileCard'],
): Promise<Message> {
  const shown = await cards.findMessage(filesCardRef(team, key, head))
  const link = shown && (await conversations.permalink(team, shown.channel, shown.ts))
  return textMessage(link === undefined ? text.alreadyThere : mrkdwnLink(link, text.alreadyThere))
}

const answer = (services: DeskServices, request: FilesRequest, message: Message | string): Promise<void> => {
  const { team, user, click, channel, threadTs, responseUrl } = request
  const opId = `mail.note:${click}`
  return replyToRequester(services, { team, user, channel, threadTs, responseUrl, opId }, message)
}
