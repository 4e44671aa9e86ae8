import { z } from 'zod'
import { parseJson } from '../../../core/json.ts'
import { withinDeadline } from '../../../core/question-time.ts'
import { contextBlock, plainText, quoteBlock, section } from '../../../slack/blocks/block-builders.ts'
import { formatMoment, truncate } from '../../../slack/blocks/mrkdwn.ts'
import { readPlainName } from '../../../slack/directory/quiet-name.ts'
import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import type { Action, OpenView } from '../../../slack/inbound/listeners.ts'
import { buildReplyAct } from '../../access/mail-acts.ts'
import { mailCallbackIds } from '../../action-ids.ts'
import { findDecisionPlace } from '../../notify/gone-writer.ts'
import { mayAct, openQuestion } from '../../notify/question-window.ts'
import { findAction, parseShown } from '../../records/action-row.ts'
import { replyActions, situationBeforeSent, scheduleActNames } from '../../records/reply-actions.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { identifyStop, isApproved, isStillApproved } from '../../records/replies/reply-approval.ts'
import { type ActLocation, actLocationSchema, checkActLocation } from '../../tasks/act-location.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { nameAddresses, nameRecipients } from '../../text/name-people.ts'
import { mayApproveAgain } from '../approval/approval-acts.ts'
import { describeWriting } from '../approval/review/review-details.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { describeNewerStop } from './change-time.ts'

const QUOTE_CHARS = 300

/** Validated, because the client returns the state and can send anything. */
const askedSchema = actLocationSchema.extend({
  reply: z.string().min(1),
  /** Identifies what had stopped the reply according to the button. */
  stop: z.string().exactOptional(),
})

/** The act that a person confirms, with its place. */
export type AskedAct = Omit<z.infer<typeof askedSchema>, 'view'> & Pick<ActLocation, 'view'>

const asked = {
  now: { callbackId: mailCallbackIds.askNow, auditVerb: scheduleActNames.now },
  planned: { callbackId: mailCallbackIds.askPlanned, auditVerb: scheduleActNames.planned },
  cancel: { callbackId: mailCallbackIds.askCancel, auditVerb: 'cancel' },
} as const

/**
 * Asks a person first who sends or stops the mail of somebody else, or sends any mail now while somebody else has a form open in its thread, if they
 * may; before it is sent as scheduled, only a person whose press approves it. Returns false if nothing has to be asked: the mail is their own or its
 * writer is gone, and nobody else writes; its undo window is running, it no longer waits, or it was paused since the person saw it.
 */
export async function askFirst(scope: OutboundScope, action: Action, verb: keyof typeof asked): Promise<boolean> {
  const { id, shown: stop } = parseShown(action.value ?? '')
  const reply = await scope.replyStore.findReply(id)
  // In the undo window, there is no time to ask.
  if (!reply || reply.state === 'held') return false
  const row = findAction(replyActions, verb)
  if (!row.isAllowed(situationBeforeSent(reply, false))) return false
  // The task first shows what stopped the mail.
  if (verb !== 'cancel' && reply.state === 'paused' && stop !== identifyStop(reply)) return false
  const { team, user, eventId, message } = action
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const isOfOther = user !== reply.user && user !== reply.by
  // An edit of the mail, for example, would come too late.
  const writing = verb === 'now' ? await describeWriting(scope, { user, text }, reply) : undefined
  if (!isOfOther && writing === undefined) return false
  const approval = verb === 'cancel' ? undefined : await findNeededApproval(scope, user, reply)
  if (verb === 'planned' && approval !== 'own' && approval !== 'unknown') return false
  const actor = { team, user, opId: `mail.form:${eventId}`, channel: message?.channel, threadTs: message?.threadTs }
  const act = await buildReplyAct(scope, actor, { action: row.needs, verb: asked[verb].auditVerb }, { id, reply })
  if (!(await mayAct(scope, action, act))) return true
  const isGone = isOfOther && (await withinDeadline(findDecisionPlace(scope, reply)))?.isWriterGone === true
  if (isGone && writing === undefined) return false
  const words = text.schedule.ask[verb]
  const facts = {
    writer: await readPlainName(text, scope.people, team, reply.user),
    to: nameRecipients(text, [...reply.to, ...reply.cc, ...reply.bcc]),
  }
  await openQuestion(scope, action, text, {
    callbackId: asked[verb].callbackId,
    title: words.title,
    yes: words.yes,
    facts: { reply: id, ...(stop !== undefined && { stop }) },
    blocks: [
      section(plainText(isOfOther ? words.question(facts) : text.schedule.ask.own(facts))),
      ...(writing === undefined ? [] : [section(writing)]),
      ...(reply.text === '' ? [] : [quoteBlock(truncate(reply.text, QUOTE_CHARS))]),
      ...(verb === 'cancel' ? [] : await buildNews(scope, text, reply)),
      ...contextBlock(verb === 'planned' && text.schedule.scheduled({ time: formatMoment(reply.dueAt) })),
      ...contextBlock(describeNeededApproval(text, reply, approval)),
      ...contextBlock(isOfOther && !isGone && plainText(text.schedule.ask.hears(facts))),
    ],
  })
  return true
}

/** Describes what has stopped a reply. */
async function buildNews(scope: OutboundScope, text: MailText, reply: Reply): Promise<MessageBlock[]> {
  const { refusedBy } = reply
  const { suppressed } = text.approval.unusual
  const refused = refusedBy ? [suppressed({ addresses: nameAddresses(text, refusedBy) })] : []
  const news = [...refused, ...(await describeNewerStop(scope, text, reply))]
  return news.flatMap((sentence) => contextBlock(plainText(`⚠️ ${sentence}`)))
}

function describeNeededApproval(
  { schedule: { ask } }: MailText,
  reply: Reply,
  approval: NeededApproval,
): string | undefined {
  if (approval === 'own') return ask.approves
  const isFirst = reply.approval === undefined && reply.requests === undefined
  return approval === 'others' ? ask.needsApproval({ isFirst }) : undefined
}

/** Whose approval sending the mail needs: that of the person who presses the button, or of others. If that isn't known in time, the task decides. */
type NeededApproval = 'own' | 'others' | 'unknown' | undefined

async function findNeededApproval(scope: OutboundScope, user: string, reply: Reply): Promise<NeededApproval> {
  if (!(await readApprovers(scope.settings, scope.team, reply.inboxId))) return undefined
  if (!isApproved(reply)) return 'others'
  if (isStillApproved(reply)) return undefined
  const isOwn = await withinDeadline(mayApproveAgain(scope, user, reply))
  return isOwn === undefined ? 'unknown' : isOwn ? 'own' : 'others'
}

/** Reads the confirmed act; undefined if its form was tampered with. */
export function readAsked(view: OpenView): AskedAct | undefined {
  const state = askedSchema.safeParse(parseJson(view.privateMetadata)).data
  return state && checkActLocation(state, view)
}
