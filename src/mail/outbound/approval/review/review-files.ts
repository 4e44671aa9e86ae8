import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../../scoped-feature.ts'
import { answerClick } from '../../../../access/answer-click.ts'
import { COME_BACK_MS, createConcurrencyLimit } from '../../../../core/concurrency-limit.ts'
import { taskKind } from '../../../../queue/task-kinds.ts'
import { isRefusal, UpstreamError } from '../../../../core/errors.ts'
import { isolateDirection } from '../../../../core/isolate-direction.ts'
import { UnreadableFile } from '../../../../slack/api/slack-files.ts'
import { plainTextMessage, textMessage } from '../../../../slack/blocks/text-message.ts'
import type { Action } from '../../../../slack/inbound/listeners.ts'
import { describeRequest } from '../../../cards/replies/describe-request.ts'
import { withThreadLink } from '../../../notify/thread-link.ts'
import { buildReplyAct } from '../../../access/mail-acts.ts'
import { mailActionIds } from '../../../action-ids.ts'
import type { Reply } from '../../../records/replies/reply.ts'
import { mailTextIn } from '../../../text/mail-text.ts'
import { findFileChange } from '../../files/examine-files.ts'
import { readAttachedFile } from '../../files/read-attached.ts'
import { readMailFile } from '../../files/read-mail-file.ts'
import { UnsendableFile } from '../../files/unsendable-file.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { askToApprove } from '../approval-acts.ts'

const requestSchema = z.object({ team: z.string(), user: z.string(), reply: z.string(), click: z.string() })
type FilesRequest = z.infer<typeof requestSchema>

/** A request of an approver for the files of a mail that waits for approval. Frozen. */
const reviewFilesTask = taskKind('mail.review_files', requestSchema)

/** Each file is in memory while it is sent. */
const requestsAtOnce = createConcurrencyLimit(2)

/** Sends an approver the attached files of a mail by direct message: they were uploaded in the writer's form, where nobody else sees them. */
export const reviewFilesFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    slack.action(mailActionIds.reviewFiles, requestFiles)
  },
  tasks: [scopedHandler(reviewFilesTask, sendFiles)],
}

/** Sends the request; only the task checks who may read the files. */
async function requestFiles(scope: OutboundScope, action: Action): Promise<void> {
  const { team, user, eventId, value: reply } = action
  if (!reply) return
  await scope.queue.send(reviewFilesTask.of({ team, user, reply, click: eventId }), {
    id: `mail.review_files:${team}:${eventId}`,
  })
  const { approval } = mailTextIn(await scope.languages.ofPerson(team, user))
  const message = plainTextMessage(approval.filesOnTheirWay)
  await answerClick(scope, action, { opId: `mail.note:${eventId}`, message, inModal: true })
}

async function sendFiles(scope: OutboundScope, { team, user, reply: id, click }: FilesRequest) {
  const reply = await scope.replyStore.findReply(id)
  const opId = `mail.review_files:${click}`
  const act = await buildReplyAct(scope, { user, opId }, { action: 'mail.approve', verb: 'review' }, { id, reply })
  const permission = await askToApprove(scope, act, reply)
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const { approval, formats } = text
  const answer = (message: ReturnType<typeof plainTextMessage>) =>
    scope.outbox.postDirect({ team, user, opId: `${opId}:told`, message })
  if (permission.is !== 'allowed') return answer(permission.message)
  if (reply?.state !== 'awaiting') return answer(plainTextMessage(approval.over))
  if (requestsAtOnce.isFull()) return { againMs: scope.clock.scaled(COME_BACK_MS) }
  const about = textMessage(approval.filesOf({ request: await describeRequest(scope, text, reply) }))
  const message = await withThreadLink(scope, text, reply.thread, about)
  await scope.outbox.postDirect({ team, user, opId: `${opId}:about`, message })
  const missing = await requestsAtOnce.run(() => sendAll(scope, { reply, user, opId }))
  if (missing.length === 0) return undefined
  return answer(plainTextMessage(approval.filesMissing({ files: formats.list(missing.map(isolateDirection)) })))
}

/** Sends the files one after another, because each is in memory. Returns the names of those that can't be sent. */
async function sendAll(
  scope: OutboundScope,
  { reply, user, opId }: { reply: Reply; user: string; opId: string },
): Promise<string[]> {
  const { files, mailFiles = [], thread, kind } = reply
  const isForwarded = kind === 'forward'
  const readers = [
    ...files.map((file) => ({ name: file.name, read: () => readShown(scope, reply, file) })),
    ...mailFiles.map((file) => ({ name: file.name, read: () => readMailFile(scope, { thread, file, isForwarded }) })),
  ]
  const missing: string[] = []
  for (const [index, { name, read }] of readers.entries()) {
    const bytes = await readOrNothing(read)
    const outcome = bytes && (await sendOne(scope, { user, opId: `${opId}:${index}`, name, bytes }))
    if (!outcome || 'refused' in outcome) missing.push(name)
  }
  return missing
}

/** Reads a file as it was when approval was requested. */
async function readShown(scope: OutboundScope, reply: Reply, file: Reply['files'][number]): Promise<{ bytes: Buffer }> {
  const { name, bytes } = await readAttachedFile(scope, reply, file)
  const change = reply.approval && findFileChange(reply.approval, file, bytes)
  if (change) throw new UnsendableFile(change, name)
  return { bytes }
}

/** Undefined for a file that can never be read; other errors are temporary, and thrown. */
async function readOrNothing(read: () => Promise<{ bytes: Buffer }>): Promise<Buffer | undefined> {
  try {
    return (await read()).bytes
  } catch (error) {
    if (error instanceof UnsendableFile || error instanceof UnreadableFile) return undefined
    if (error instanceof UpstreamError && isRefusal(error)) return undefined
    throw error
  }
}

const sendOne = (
  { team, slack: { sendFile } }: OutboundScope,
  { user, opId, name, bytes }: { user: string; opId: string; name: string; bytes: Buffer },
) =>
  sendFile({
    team,
    location: { user },
    opId,
    name,
    title: name,
    length: bytes.length,
    async *content() {
      yield bytes
    },
  })
