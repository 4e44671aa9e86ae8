import { questionTimeMs } from '../../../core/question-time.ts'
import { z } from 'zod'
import type { ScopedFeature } from '../../../scoped-feature.ts'
import { parseJson } from '../../../core/json.ts'
import { contextBlock } from '../../../slack/blocks/block-builders.ts'
import { modal } from '../../../slack/blocks/form-fields.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import type { Action, OpenView, Submission, SubmissionAnswer } from '../../../slack/inbound/listeners.ts'
import { buildReplyAct } from '../../access/mail-acts.ts'
import { mailActionIds, mailCallbackIds } from '../../action-ids.ts'
import { findAction } from '../../records/action-row.ts'
import { replyActions } from '../../records/reply-actions.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { isScheduled } from '../../records/replies/reply.ts'
import { actLocationSchema, checkActLocation, toActLocation } from '../../tasks/act-location.ts'
import { findOwnZone } from '../../notify/own-zone.ts'
import { refuseClick, replyToClick } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { scheduleActNames, sendScheduleAct } from './schedule-act-task.ts'
import { buildSendTime, chooseMoment, readSendChoice, readSendTime, type SendTimeChoice } from './send-time-field.ts'
import { findTheirZone } from './their-zone.ts'

const ids = { when: mailActionIds.timeWhen, day: mailActionIds.timeDay, hour: mailActionIds.timeHour }

/** Validated, because the client returns the state and can send anything. */
const formSchema = actLocationSchema.extend({ reply: z.string().min(1) })
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
  const { team, user, value: id, eventId, message } = action
  if (!id) return undefined
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const reply = await scope.replyStore.findReply(id)
  const actor = { team, user, opId: `mail.form:${eventId}`, channel: message?.channel, threadTs: message?.threadTs }
  const doing = { action: findAction(replyActions, 'time').needs, verb: scheduleActNames.time }
  const act = await buildReplyAct(scope, actor, doing, { id, reply })
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  if (!reply || !isScheduled(reply)) return replyToClick(scope, action, text.schedule.over)
  const view = await buildForm(scope, action.user, { reply: id, ...toActLocation(action) })
  return view ? scope.views.push(action, view) : undefined
}

/** Builds the form in its current state; undefined if the reply is gone. */
async function buildForm(
  scope: OutboundScope,
  user: string,
  state: FormState,
  chosen?: SendTimeChoice,
): Promise<View | undefined> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const reply = await scope.replyStore.findReply(state.reply)
  if (!reply) return undefined
  const { thread, to, dueAt } = reply
  const theirs = findTheirZone(scope, thread, to.map(({ address }) => address)) // prettier-ignore
  const zones = { own: await findOwnZone(scope, user), theirs: await theirs }
  const approvers = await readApprovers(scope.settings, scope.team, reply.inboxId)
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
      }),
      ...contextBlock(approvers && text.approval.newTime),
    ],
  })
}

async function showChoice(scope: OutboundScope, action: Action): Promise<void> {
  const { team, view } = action
  const state = view?.callbackId === mailCallbackIds.sendTime ? readState(view) : undefined
  if (!view || !state) return
  const next = await buildForm(scope, action.user, state, readSendChoice(ids, view))
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
  const event = `${view.id}:${read.sendAt}`
  return sendScheduleAct(scope.queue, { team, user, ...state, verb: 'time', event, sendAt: read.sendAt })
}
