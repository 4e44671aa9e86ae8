import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { explainError } from '../../../clients/mailbox/explain-error.ts'
import type { MailMessage } from '../../../clients/mailbox/mailbox-schemas.ts'
import { DAY_MS } from '../../../core/clock.ts'
import { isRefusal, UpstreamError } from '../../../core/errors.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { buildSetupAct } from '../../access/mail-acts.ts'
import { buildAlarmBlocks } from '../../placement/routing/routing-alarms.ts'
import { findMailThread } from '../../placement/threads/find-mail-thread.ts'
import { createMailKey } from '../../records/mail/mail.ts'
import { IMPORT_MAILS, type MailImport } from '../../records/mail/mail-import.ts'
import { describeError } from '../../cards/describe-problem.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { InboundScope } from '../inbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { createImportId, type ImportRequest, importTask } from '../../tasks/import-task.ts'
import { countWaiting, type WaitingImported } from './waiting-imported.ts'
import { completeDigests, isSlackSilent, listImported, showDigests, showUnfinished } from './list-imported.ts'
import { recordSender } from '../../senders/sender-history.ts'
import { storeMail } from './receive-mail.ts'

/** Mails per step. The pause before the next step lets other tasks run. */
const STEP_MAILS = 10
const NEXT_STEP_MS = 50
/** Mails per edit of a list: edits of all cards share one rate limit at Slack. */
const EDIT_MAILS = 50
/** Restricted mail is not imported: each one would need a decision. */
const RESTRICTED = new Set(['spam', 'blocked', 'unauthenticated', 'trash', 'draft'])
const SENT = 'sent'
/** When the import looks whether Slack has taken its lists: after 0.2 s, after twice that time, and so on, for 26 seconds. */
const FIRST_LOOK_MS = 200
const MAX_LOOKS = 7
/** Limit of reasons that a summary shows; Home shows all of them to the admins. */
const SHOWN_ALARMS = 5

/** Imports earlier mail of an inbox into Slack. */
export const importMailFeature: ScopedFeature<InboundScope> = {
  tasks: [scopedHandler(importTask, importMail, giveUpImport)],
}

async function importMail(scope: InboundScope, request: ImportRequest): Promise<void | { againMs: number }> {
  const {
    records: { imports },
  } = scope
  const { user, inboxId, days, at } = request
  const id = createImportId(scope.keyedHash, inboxId)
  const known = (await imports.get(id))?.value
  if (known?.at !== at && (await refuseImport(scope, request))) return undefined
  const fresh: MailImport = {
    inboxId,
    by: user,
    at,
    days,
    state: 'listing',
    found: [],
    through: 0,
    imported: 0,
    held: 0,
    missing: 0,
    digests: [],
  }
  const record = await imports.update(id, (now) => {
    if (now?.at !== at) return fresh
    const { isGivenUp, ...rest } = now
    return isGivenUp ? rest : undefined
  })
  if (record?.state === 'listing') return listEarlierMail(scope, request, record)
  return record?.state === 'fetching' ? fetchEarlierMail(scope, request, record) : undefined
}

/** Marks the import as given up, and shows what it has listed. Returns false, which sends the default notice to the requester. */
async function giveUpImport(scope: InboundScope, request: ImportRequest): Promise<false> {
  const { inboxId, at } = request
  const record = await scope.records.imports.update(createImportId(scope.keyedHash, inboxId), (now) =>
    now?.at === at ? { ...now, isGivenUp: true } : undefined,
  )
  if (record?.at === at) await showUnfinished(scope, record)
  return false
}

const actorOf = ({ team, user, at, channel }: ImportRequest) => ({
  team,
  user,
  channel,
  opId: `mail.import:${user}:${at}`,
})

const buildImportAct = (scope: InboundScope, request: ImportRequest) =>
  buildSetupAct(scope, actorOf(request), { action: 'mail.administer', verb: 'import' }, request.inboxId)

async function refuseImport(scope: InboundScope, request: ImportRequest): Promise<boolean> {
  const permission = await scope.authorizer.ask(await buildImportAct(scope, request))
  if (permission.is !== 'allowed') await replyToRequester(scope, actorOf(request), permission.message)
  return permission.is !== 'allowed'
}

const changeImport = (
  { keyedHash, records: { imports } }: InboundScope,
  { inboxId }: ImportRequest,
  record: MailImport,
) => imports.update(createImportId(keyedHash, inboxId), () => record)

/** Lists one page of the mailbox's mail, newest first. */
async function listEarlierMail(
  scope: InboundScope,
  request: ImportRequest,
  record: MailImport,
): Promise<{ againMs: number } | undefined> {
  const { inboxId, days, at } = record
  const after = new Date(at - days * DAY_MS).toISOString()
  try {
    const page = await scope.mailbox.messages.list({
      inboxId,
      after,
      ...(record.next !== undefined && { pageToken: record.next }),
    })
    const { next: _, ...rest } = record
    const found = [...record.found, ...page.messages.flatMap(readFound)]
    const isOver = page.next === undefined || page.next === record.next || found.length >= IMPORT_MAILS
    await changeImport(scope, request, {
      ...rest,
      found: found.slice(0, IMPORT_MAILS),
      ...(isOver ? { state: 'fetching' } : { next: page.next }),
      ...(isOver && (found.length > IMPORT_MAILS || page.next !== undefined) && { isCut: true }),
    })
    return { againMs: NEXT_STEP_MS }
  } catch (error) {
    if (!isRefusal(error) || !(error instanceof UpstreamError)) throw error
    const explanation = explainError(error)
    // The notice comes first: after the record has failed, a repeated attempt does nothing.
    await tellRequester(scope, request, (text) => textMessage(escapeMrkdwn(describeError(text, explanation))))
    await changeImport(scope, request, { ...record, state: 'failed' })
    return undefined
  }
}

/** Keeps mail that is not restricted and has ids: without ids, no key can identify it. */
function readFound({ message_id: messageId, thread_id: threadId, labels }: MailMessage): MailImport['found'] {
  if (!messageId || !threadId || labels.some((label) => RESTRICTED.has(label))) return []
  return [{ messageId, threadId, ...(labels.includes(SENT) && { isSent: true }) }]
}

/** Imports the next few mails, oldest first. Each is stored and listed once, however often the step is repeated. */
async function fetchEarlierMail(
  scope: InboundScope,
  request: ImportRequest,
  record: MailImport,
): Promise<{ againMs: number } | undefined> {
  const { found, through } = record
  const step = found.toReversed().slice(through, through + STEP_MAILS)
  let now = record
  for (const one of step) now = await importOne(scope, request, now, one)
  now = { ...now, through: through + step.length }
  if (now.through < found.length) {
    if (now.through % EDIT_MAILS === 0) await showDigests(scope, now)
    await changeImport(scope, request, now)
    return { againMs: NEXT_STEP_MS }
  }
  const { looks = 0 } = now
  if (looks === 0) {
    await showDigests(scope, now)
    await completeDigests(scope, now)
  }
  // If Slack refuses a list, its mail waits for a channel, and the summary reports that.
  if (looks < MAX_LOOKS && (await isSlackSilent(scope, now))) {
    await changeImport(scope, request, { ...now, looks: looks + 1 })
    return { againMs: scope.clock.scaled(FIRST_LOOK_MS * 2 ** looks) }
  }
  await scope.authorizer.recordAct(await buildImportAct(scope, request))
  const waiting = await countWaiting(scope, now)
  await tellRequester(scope, request, (text) => buildSummary(text, now, waiting))
  await changeImport(scope, request, { ...now, state: 'done' })
  return undefined
}

/** Shows what an import brought, and how many of its mails wait for a channel, with the reasons and what to do. */
function buildSummary(text: MailText, record: MailImport, waiting: WaitingImported[]): Message {
  const count = waiting.reduce((sum, { mails }) => sum + mails, 0)
  return textMessage(
    summarizeImport(text, record, count),
    waiting.slice(0, SHOWN_ALARMS).flatMap(({ alarm }) => buildAlarmBlocks(text, alarm)),
  )
}

/** Describes the mail that an import brought, the mail that waits for a channel, and the mail that was left out. */
function summarizeImport({ imports: words }: MailText, record: MailImport, waiting: number): string {
  const { days, imported, missing, held, isCut } = record
  const inbox = escapeMrkdwn(record.inboxId)
  return [
    imported > 0 && words.imported({ count: imported, inbox, days }),
    imported === 0 && waiting === 0 && words.nothingNew({ inbox, days }),
    held > 0 && words.held({ count: held }),
    missing > 0 && words.missing({ count: missing }),
    isCut && words.cut({ most: IMPORT_MAILS }),
    waiting > 0 && words.waiting({ count: waiting, inbox }),
  ]
    .filter(Boolean)
    .join(' ')
}

async function importOne(
  scope: InboundScope,
  { team }: ImportRequest,
  record: MailImport,
  { threadId, messageId, isSent = false }: MailImport['found'][number],
): Promise<MailImport> {
  const { inboxId } = record
  const ref = { inboxId, threadId, messageId }
  const key = createMailKey(scope.keyedHash, inboxId, messageId)
  const known = await scope.mailStore.findMail(key)
  try {
    const message = known ? undefined : await scope.mailbox.message(ref)
    const given = message && { message, restriction: undefined, count: undefined }
    const settings = await scope.routes.read()
    const mail =
      known ??
      (given &&
        (await storeMail(
          scope,
          { ...given, settings, attempt: 1 },
          { ref, key, thread: await findMailThread(scope, ref, given.message) },
        )))
    if (mail) await recordSender(scope, mail, settings)
    return mail ? await listImported(scope, record, { key, mail, isSent }) : record
  } catch (error) {
    if (!isRefusal(error)) throw error
    scope.log.warn({ team, mail: key, err: error }, 'the mailbox does not hand out an earlier mail')
    return { ...record, missing: record.missing + 1 }
  }
}

async function tellRequester(
  scope: InboundScope,
  request: ImportRequest,
  build: (text: MailText) => Message,
): Promise<void> {
  const { team, user } = request
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  await replyToRequester(scope, actorOf(request), build(text))
}
