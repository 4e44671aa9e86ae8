import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { answerClick } from '../../../access/answer-click.ts'
import { COME_BACK_MS } from '../../../core/concurrency-limit.ts'
import { UpstreamError } from '../../../core/errors.ts'
import { type TaskContext, taskKind } from '../../../queue/task-kinds.ts'
import { makeInertPage } from '../../../mail-content/reading/html/inert-page.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import type { FileOutcome } from '../../../slack/outbox/send-file.ts'
import { askToOpenMail, buildMailAct } from '../../access/mail-acts.ts'
import { findMailForReader } from '../../access/mail-for-reader.ts'
import { isDeleted, isQuarantined, type Mail } from '../../records/mail/mail.ts'
import { findAction } from '../../records/action-row.ts'
import { mailActions } from '../../records/mail-actions.ts'
import type { DeskScope } from '../desk-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'

const requestSchema = z.object({ team: z.string(), user: z.string(), mail: z.string(), click: z.string() })
type OriginalRequest = z.infer<typeof requestSchema>

/** A request for a mail as received, as files for the requester alone. Frozen. */
const originalTask = taskKind('mail.original', requestSchema)

/** Enough for a mail with its attachments. */
const MAX_RAW_BYTES = 64 * 1024 * 1024
const TITLE_CHARS = 100
/** After this many attempts, a silent mailbox counts as not having the mail. */
const PATIENT_ATTEMPTS = 4

/** Sends a mail as received, by direct message. */
export const originalMailFeature: ScopedFeature<DeskScope> = {
  listen(slack) {
    slack.action(findAction(mailActions, 'original').actionId, requestOriginal)
  },
  tasks: [scopedHandler(originalTask, sendOriginal)],
}

/** Sends the request, unless the person can't read the mail now; the task checks again. */
async function requestOriginal(scope: DeskScope, action: Action): Promise<void> {
  const { team, user, eventId } = action
  const found = await findMailForReader(scope, action, action.value)
  if (!found) return
  const data = { team, user, mail: found.key, click: eventId }
  await scope.queue.send(originalTask.of(data), { id: `mail.original:${team}:${eventId}` })
  await answerClick(scope, action, {
    opId: `mail.note:${eventId}`,
    message: plainTextMessage(found.text.original.onItsWay),
  })
}

async function sendOriginal(
  scope: DeskScope,
  request: OriginalRequest,
  context: TaskContext,
): Promise<void | { againMs: number }> {
  const { team, user, mail: key, click } = request
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const mail = await scope.mailStore.findMail(key)
  const opId = `mail.original:${click}`
  const tell = (message: ReturnType<typeof plainTextMessage>) =>
    scope.outbox.postDirect({ team, user, opId: `${opId}:told`, message })
  if (!mail || isDeleted(mail)) return tell(plainTextMessage(text.forms.gone))
  const act = await buildMailAct(scope, { user, opId }, { action: 'mail.read', verb: 'original' }, { key, mail })
  const permission = await askToOpenMail(scope, act, mail)
  if (permission.is !== 'allowed') return tell(permission.message)
  const {
    clock,
    authorizer,
    desk: { fileTransfers },
  } = scope
  if (fileTransfers.isFull()) return { againMs: clock.scaled(COME_BACK_MS) }
  const { body, whole } = await fileTransfers.run(async () => ({
    body: await sendBody(scope, request, text, mail),
    // The whole mail contains the attachments, which stay in the mailbox until the mail is released.
    whole: isQuarantined(mail) ? undefined : await sendWhole(scope, request, text, { ...context, mail }),
  }))
  const refused = [body, whole].find((outcome) => outcome !== undefined && 'refused' in outcome)
  if (refused && 'refused' in refused)
    return tell(plainTextMessage(text.original.slackRefused({ code: refused.refused })))
  if (!body && !whole) return tell(plainTextMessage(text.original.nothing))
  if (!whole) await tell(plainTextMessage(isQuarantined(mail) ? text.original.onlyTextYet : text.original.onlyText))
  if (!isQuarantined(mail)) await authorizer.recordAct(act)
  return undefined
}

const titleOf = (text: MailText, { subject }: Mail): string =>
  (subject || text.noSubject).slice(0, TITLE_CHARS).toWellFormed()

/** Sends the HTML, or the text of a mail without HTML. Returns undefined if neither is stored. */
async function sendBody(
  { slack: { sendFile } }: DeskScope,
  { team, user, click }: OriginalRequest,
  text: MailText,
  mail: Mail,
): Promise<FileOutcome | undefined> {
  const { html, text: plain } = mail
  if (!html && !plain) return undefined
  const page = html ? makeInertPage(html) : undefined
  const bytes = Buffer.from(page?.html ?? plain ?? '')
  return sendFile({
    team,
    location: { user },
    opId: `mail.original:${click}:body`,
    name: page ? 'mail.html' : 'mail.txt',
    title: titleOf(text, mail),
    comment: page ? text.original[page.isCut ? 'htmlCut' : 'html'] : text.original.text,
    length: bytes.length,
    async *content() {
      yield bytes
    },
  })
}

/** Sends the mail as received, with its attachments. Returns undefined if the mailbox does not provide it. */
async function sendWhole(
  { mailbox, slack: { sendFile } }: DeskScope,
  { team, user, click }: OriginalRequest,
  text: MailText,
  { mail, attempt, signal }: TaskContext & { mail: Mail },
): Promise<FileOutcome | undefined> {
  const { inboxId, messageId } = mail
  try {
    const raw = await mailbox.raw({ inboxId, messageId })
    if (!raw?.download_url) return undefined
    const download = await mailbox.download({ url: raw.download_url, maxBytes: MAX_RAW_BYTES, signal })
    const { content, close } = download
    const length = download.length ?? raw.size
    if (length === undefined || length === 0) {
      close()
      return undefined
    }
    return await sendFile({
      team,
      location: { user },
      opId: `mail.original:${click}:whole`,
      name: 'mail.eml',
      title: titleOf(text, mail),
      comment: text.original.whole,
      length,
      content: () => content,
      signal,
    }).finally(close)
  } catch (error) {
    const isMailbox = error instanceof UpstreamError && error.details.service === 'mailbox'
    if (!isMailbox || signal.aborted) throw error
    const { outcome, retryAfterMs } = error.details
    if (outcome !== 'refused' && (attempt < PATIENT_ATTEMPTS || retryAfterMs !== undefined)) throw error
    return undefined
  }
}
