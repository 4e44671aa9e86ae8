import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { COME_BACK_MS } from '../../../core/concurrency-limit.ts'
import type { TaskContext } from '../../../queue/task-kinds.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import type { MessageRef } from '../../../slack/outbox/post-once.ts'
import { askForFiles } from '../../access/ask-for-files.ts'
import { buildMailAct } from '../../access/mail-acts.ts'
import { cardKinds } from '../../action-ids.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { findPosted, findReaderChannel, type PostedPlacement } from '../../records/mail/placement.ts'
import { planBatch, type SharedFiles } from '../../records/mail/shared-files.ts'
import { noticeFailedMailTask } from '../../notify/failed-task-notices.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import { sendPostThread } from '../../tasks/post-tasks.ts'
import { isKnownToBeShared } from '../../../slack/outbox/cleared-writes.ts'
import { anchorBelowHead, threadHeadRef } from '../../notify/thread-anchor.ts'
import type { DeskScope } from '../desk-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { filesCard, filesCardRef } from './files-card-kind.ts'
import { buildAnswerModal } from '../../cards/answer-modal.ts'
import { type FilesRequest, shareFilesTask } from './share-files-task.ts'
import { sendShowFiles } from './show-files.ts'
import { transferAttachment } from './transfer-attachment.ts'

/** After this many attempts, a silent mailbox is shown as the reason. */
const PATIENT_ATTEMPTS = 4

/** How long the files wait for the card above them, and the interval between checks. */
const CARD_WAIT_MS = 10_000
const NOT_YET_MS = 200

/** Puts the attachments of a mail into its Slack thread on request. */
export const shareFilesFeature: ScopedFeature<DeskScope> = {
  tasks: [scopedHandler(shareFilesTask, shareFiles, noticeFailedMailTask)],
  cards: [filesCard],
}

async function shareFiles(
  scope: DeskScope,
  request: FilesRequest,
  context: TaskContext,
): Promise<void | { againMs: number }> {
  const { team, user, mail: key, click, channel, threadTs } = request
  const mail = await scope.mailStore.findMail(key)
  const actor = { team, user, opId: `mail.share_files:${click}`, channel, threadTs }
  const act = await buildMailAct(scope, actor, { action: 'mail.read', verb: 'files' }, { key, mail })
  const { fileCard: text, forms } = mailTextIn(await scope.languages.ofPerson(team, user))
  if (!mail) return answer(scope, request, forms.gone)
  const permission = await askForFiles(scope, act, mail)
  if (permission.is !== 'allowed') return answer(scope, request, permission.message)
  const thread = await scope.mailStore.findThread(mail.thread)
  const posted = thread && findPosted(thread)
  // A parked thread has lost its head, for example because its channel became shared.
  const known = thread && findReaderChannel(thread)
  // Files that wait since before are given up as well: a person requests them again where the thread goes on.
  if (known !== undefined && (await isKnownToBeShared(scope, known))) {
    await sendPostThread(scope.queue, team, mail.thread, scope.clock.now())
    return answer(scope, request, text.nowShared)
  }
  const head = posted && (await scope.cards.findMessage(threadHeadRef(team, mail.thread, posted.head)))
  if (!head) return answer(scope, request, text.noThread)
  const planned = await planFiles(scope, request, { mail, posted })
  if (planned?.click !== click)
    return request.view === undefined ? answer(scope, request, text.alreadyThere) : show(scope, request)
  const {
    clock,
    cards,
    desk: { fileTransfers },
  } = scope
  const card = filesCardRef(team, key, posted.head)
  await cards.show(card, anchorBelowHead(scope, mail.thread, posted))
  // Another task posts the card. The files come below it, unless that takes too long.
  const isShown = await cards.findMessage(card)
  if (!isShown && clock.now() - planned.at < CARD_WAIT_MS) return { againMs: NOT_YET_MS }
  if (fileTransfers.isFull()) return { againMs: clock.scaled(COME_BACK_MS) }
  // Refreshed only here, because the task runs many times while it waits.
  await cards.refresh({ team, kind: cardKinds.files, id: key })
  await fileTransfers.run(() => transferAll(scope, request, { mail, head, planned }, context))
  await scope.authorizer.recordAct(act)
  await show(scope, request)
  return undefined
}

/** Records the files that this click requests. Returns undefined if it requests nothing new or was recorded before. */
async function planFiles(
  { mailStore, clock }: DeskScope,
  { user, mail: key, click }: FilesRequest,
  { mail, posted }: { mail: Mail; posted: PostedPlacement },
): Promise<SharedFiles | undefined> {
  return mailStore.sharedFiles.update(key, (stored) => {
    // The files of a lost thread are lost with it.
    const known = stored?.head === posted.head ? stored : undefined
    if (known?.click === click) return undefined
    const batch = planBatch(mail, known?.files)
    if (!batch) return undefined
    const waiting = batch.indexes.map((index) => [index, { state: 'waiting' as const }])
    return {
      thread: mail.thread,
      head: posted.head,
      by: user,
      at: clock.now(),
      click,
      round: (stored?.round ?? 0) + 1,
      files: { ...known?.files, ...Object.fromEntries(waiting) },
    }
  })
}

async function transferAll(
  scope: DeskScope,
  { team, mail: key }: FilesRequest,
  { mail, head, planned }: { mail: Mail; head: MessageRef; planned: SharedFiles },
  { attempt, signal }: TaskContext,
): Promise<void> {
  const location = { channel: head.channel, threadTs: head.ts }
  for (const [index, { state }] of Object.entries(planned.files)) {
    if (state !== 'waiting') continue
    const opId = `mail.file:${key}:${planned.head}:${index}:${planned.round}`
    const mayWait = attempt < PATIENT_ATTEMPTS
    const result = await transferAttachment(scope, {
      mail,
      index: Number(index),
      opId,
      location,
      mayWait,
      signal,
    })
    await scope.mailStore.sharedFiles.update(key, (now) => now && { ...now, files: { ...now.files, [index]: result } })
    await scope.cards.refresh({ team, kind: cardKinds.files, id: key })
  }
}

/** Answers in the window that the click opened; a click that an earlier version stored has none. */
async function answer(scope: DeskScope, request: FilesRequest, message: Message | string): Promise<void> {
  const { team, user, click, view, channel, threadTs, responseUrl } = request
  const shown = typeof message === 'string' ? plainTextMessage(message) : message
  if (view !== undefined) {
    const text = mailTextIn(await scope.languages.ofPerson(team, user))
    await scope.views.update(team, view, buildAnswerModal(text, shown))
    return
  }
  const opId = `mail.note:${click}`
  await replyToRequester(scope, { team, user, channel, threadTs, responseUrl, opId }, shown)
}

/** Shows the files in the window that the click opened. */
async function show({ queue, clock }: DeskScope, { team, user, mail, click, view }: FilesRequest): Promise<void> {
  if (view !== undefined) await sendShowFiles(queue, click, { team, user, mail, view, at: clock.now() })
}
