import { questionTimeMs, withinDeadline } from '../../../core/question-time.ts'
import { z } from 'zod'
import type { ScopedFeature } from '../../../scoped-feature.ts'
import { parseJson } from '../../../core/json.ts'
import { contextBlock, plainText } from '../../../slack/blocks/block-builders.ts'
import { alertBlock, modal } from '../../../slack/blocks/form-fields.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import type { Action, OpenView, Submission, SubmissionAnswer } from '../../../slack/inbound/listeners.ts'
import { buildReplyAct } from '../../access/mail-acts.ts'
import { mailActionIds, mailCallbackIds } from '../../action-ids.ts'
import { findAction, parseShown } from '../../records/action-row.ts'
import { replyActions, scheduleActNames } from '../../records/reply-actions.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { identifyStop, isStillApproved } from '../../records/replies/reply-approval.ts'
import { isScheduled, type Reply } from '../../records/replies/reply.ts'
import { actLocationSchema, checkActLocation, toActLocation } from '../../tasks/act-location.ts'
import { readPlainName } from '../../../slack/directory/quiet-name.ts'
import { findDecisionPlace } from '../../notify/gone-writer.ts'
import { findOwnZone } from '../../notify/own-zone.ts'
import { answerWithState } from '../../cards/replies/answer-with-state.ts'
import { refuseClick, replyToClick } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { nameAddresses } from '../../text/name-people.ts'
import { describeNewerMails } from '../newer-mails.ts'
import { mayApproveAgain } from '../approval/approval-acts.ts'
import { sendScheduleAct } from './schedule-act-task.ts'
import { buildSendTime, chooseMoment, readSendChoice, readSendTime, type SendTimeChoice } from './send-time-field.ts'
import { findTheirZone } from './their-zone.ts'

const ids = { when: mailActionIds.timeWhen, day: mailActionIds.timeDay, hour: mailActionIds.timeHour }

/** Validated, because the client returns the state and can send anything. */
const formSchema = actLocationSchema.extend({
  reply: z.string().min(1),
  /** Identifies the mail or the addresses that had stopped the reply according to the button or the form. */
  stop: z.string().exactOptional(),
})
type FormState = z.infer<typeof formSchema>

/** The form that changes the time of a scheduled reply. */
export const changeTimeFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    for (const id of Object.values(ids)) slack.action(id, showChoice)
    slack.submit(mailCallbackIds.sendTime, submitTime)
  },
}

/** Opens the form for a person who may change the reply. */
export async function openTimeForm(scope: OutboundScope, action: Action): Promise<void> {
  const { team, user, value, eventId, message } = action
  if (!value) return undefined
  const { id, shown: stop } = parseShown(value)
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const reply = await scope.replyStore.findReply(id)
  const actor = { team, user, opId: `mail.form:${eventId}`, channel: message?.channel, threadTs: message?.threadTs }
  const act = await buildReplyAct(scope, actor, changingTime, { id, reply })
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  if (!reply || !isScheduled(reply))
    return replyToClick(scope, action, await answerWithState(scope, { user, id, reply }, text.schedule.over))
  // A card that couldn't be edited showed another state: saving then shows what stopped the reply.
  const seen = reply.state === 'paused' && stop !== undefined ? { stop } : {}
  const state = { reply: id, ...toActLocation(action), ...seen }
  const view = await buildForm(scope, action.user, state)
  return view ? scope.views.push(action, view) : undefined
}

const changingTime = { action: findAction(replyActions, 'time').needs, verb: scheduleActNames.time } as const

/** Whether the person may still read and change the reply, as far as Slack answers in time. */
async function mayChange(
  scope: OutboundScope,
  { user, eventId }: Pick<Submission, 'user' | 'eventId'>,
  { id, reply }: { id: string; reply: Reply },
) {
  const act = await buildReplyAct(scope, { user, opId: `mail.form:${eventId}` }, changingTime, { id, reply })
  return (await scope.authorizer.ask(act, { withinMs: questionTimeMs(), isTried: false })).is === 'allowed'
}

/** Builds the form in its current state, with the mails that have stopped the reply for a person who may read them; undefined if the reply is gone. */
async function buildForm(
  scope: OutboundScope,
  user: string,
  state: FormState,
  {
    chosen,
    warnings = [],
    isReader = true,
  }: { chosen?: SendTimeChoice | undefined; warnings?: string[]; isReader?: boolean } = {},
): Promise<View | undefined> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const reply = await scope.replyStore.findReply(state.reply)
  if (!reply) return undefined
  const { thread, to, dueAt } = reply
  const theirs = findTheirZone(scope, thread, to.map(({ address }) => address)) // prettier-ignore
  const zones = { own: await findOwnZone(scope, user), theirs: await theirs }
  const approvers = await readApprovers(scope.settings, scope.team, reply.inboxId)
  const approves = approvers !== undefined && (await mayApproveAgain(scope, user, reply))
  const colleague = await findColleague(scope, text, user, reply)
  // With an old button, saving shows them first.
  const news = isReader && state.stop === identifyStop(reply) ? await describeStop(scope, text, reply) : []
  const words = text.schedule.form
  return modal({
    callbackId: mailCallbackIds.sendTime,
    title: words.title,
    submit: words.save,
    close: text.forms.cancel,
    privateMetadata: JSON.stringify(state),
    blocks: [
      ...buildSendTime(text, ids, {
        zones,
        now: scope.clock.now(),
        chosen: chosen ?? chooseMoment(zones, dueAt),
        canBeNow: false,
        colleague,
      }),
      ...[...news, ...warnings].map(alertBlock),
      ...contextBlock(
        approvers !== undefined &&
          (approves ? words.approves({ hasNews: !isStillApproved(reply) }) : text.approval.newTime),
      ),
      ...contextBlock(colleague?.name !== undefined && plainText(text.schedule.ask.hears({ writer: colleague.name }))),
    ],
  })
}

/** Finds the writer of a colleague's mail, who is asked about news and notified of another time unless gone; undefined for one's own mail. */
async function findColleague(
  scope: OutboundScope,
  text: MailText,
  user: string,
  reply: Reply,
): Promise<{ name: string | undefined } | undefined> {
  if (reply.user === user) return undefined
  const isGone = (await withinDeadline(findDecisionPlace(scope, reply)))?.isWriterGone === true
  return { name: isGone ? undefined : await readPlainName(text, scope.people, scope.team, reply.user) }
}

async function showChoice(scope: OutboundScope, action: Action): Promise<void> {
  const { team, view } = action
  const state = view?.callbackId === mailCallbackIds.sendTime ? readState(view) : undefined
  if (!view || !state) return
  const reply = await scope.replyStore.findReply(state.reply)
  const isReader = reply !== undefined && (await mayChange(scope, action, { id: state.reply, reply }))
  const next = await buildForm(scope, action.user, state, { chosen: readSendChoice(ids, view), isReader })
  if (next) await scope.views.update(team, view.id, next, view.hash)
}

function readState(view: OpenView): FormState | undefined {
  const state = formSchema.safeParse(parseJson(view.privateMetadata)).data
  return state && checkActLocation(state, view)
}

async function submitTime(scope: OutboundScope, submission: Submission): Promise<SubmissionAnswer> {
  const { team, user, view } = submission
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const state = readState(view)
  if (!state) return { errors: { [ids.when]: text.forms.gone } }
  const read = readSendTime(text, ids, view, scope.clock.now())
  if ('errors' in read) return read
  if (read.sendAt === undefined) return { errors: { [ids.when]: text.schedule.form.pickBoth } }
  const reply = await scope.replyStore.findReply(state.reply)
  const stop = reply && identifyStop(reply)
  // The task tells everyone else, and asks again.
  if (
    reply &&
    stop !== undefined &&
    stop !== state.stop &&
    (await mayChange(scope, submission, { id: state.reply, reply }))
  ) {
    const warnings = [text.schedule.pausedMeanwhile]
    const next = await buildForm(scope, user, { ...state, stop }, { chosen: readSendChoice(ids, view), warnings })
    return next ? { update: next } : { errors: { [ids.when]: text.forms.gone } }
  }
  const event = await scope.records.formSubmissions.name(view.id, `${read.sendAt}:${state.stop ?? ''}`)
  return sendScheduleAct(scope.queue, { team, user, ...state, verb: 'time', event, sendAt: read.sendAt })
}

/** Describes the mails, or the addresses, that have stopped a reply; empty if nothing has. */
async function describeStop(scope: OutboundScope, text: MailText, reply: Reply): Promise<string[]> {
  const { refusedBy } = reply
  if (reply.state !== 'paused') return []
  const refused = refusedBy ? [text.schedule.suppressed({ addresses: nameAddresses(text, refusedBy) })] : []
  return [...refused, ...(await describeNewerStop(scope, text, reply))]
}

/** Quotes the mails that have stopped a reply; none if only addresses have. */
export async function describeNewerStop(scope: OutboundScope, text: MailText, reply: Reply): Promise<string[]> {
  const { pausedBy, seen, mail: answered, thread } = reply
  if (pausedBy === undefined) return []
  const newer = await describeNewerMails(scope, text, { key: seen ?? answered, answered, thread, isStopped: true })
  return newer.map(({ sentence }) => sentence)
}
