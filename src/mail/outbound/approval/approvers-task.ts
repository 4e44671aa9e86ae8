import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { isSubject } from '../../../access/subject.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { buildSetupAct } from '../../access/mail-acts.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { declareApprovers } from './approver-settings.ts'
import { describeWaiting, recheckAwaiting, saveApprovers } from './change-approvers.ts'
import { warnAboutApprovers } from './describe-approvers.ts'
import { nameApprovers } from '../../access/find-approvers.ts'

const changeSchema = z.object({
  team: z.string(),
  user: z.string(),
  at: z.number(),
  inboxId: z.string(),
  subjects: z.array(z.string()),
  channel: z.string(),
  responseUrl: z.string(),
  event: z.string(),
})
export type ApproverChange = z.infer<typeof changeSchema>

/** Carries an admin's choice of approvers for an inbox. Frozen. */
const approversTask = taskKind('mail.approvers', changeSchema)

/** The permission and verb for setting approvers, shared by the listener and its task. */
export const settingApprovers = { action: 'mail.administer' as const, verb: 'approval' }

/** Durable when it resolves; changes of one team are applied in order. */
export const sendApprovers = (queue: Queue, change: ApproverChange): Promise<void> =>
  queue.send(approversTask.of(change), {
    id: `mail.approvers:${change.team}:${change.event}`,
    lane: `mail.setting:${change.team}`,
  })

/** Sets the approvers of an inbox, in the settings and by `/mail approval`, which answers with the consequences. */
export const changeApproversFeature: ScopedFeature<OutboundScope> = {
  settings: (scope) => [declareApprovers(scope)],
  tasks: [scopedHandler(approversTask, changeApprovers)],
}

async function changeApprovers(scope: OutboundScope, change: ApproverChange): Promise<void> {
  const { team, user, at, inboxId, channel, responseUrl, event } = change
  const requester = { team, user, opId: `mail.approvers:${event}`, channel, responseUrl }
  const act = await buildSetupAct(scope, requester, settingApprovers, inboxId)
  const permission = await scope.authorizer.ask(act)
  if (permission.is !== 'allowed') return replyToRequester(scope, requester, permission.message)
  const subjects = change.subjects.filter(isSubject)
  await saveApprovers(scope, { inboxId, subjects, by: user, at })
  await scope.authorizer.recordAct(act)
  const waiting = await recheckAwaiting(scope, inboxId, at)
  const language = await scope.languages.ofPerson(team, user)
  const text = mailTextIn(language)
  const inbox = escapeMrkdwn(inboxId)
  const names = await nameApprovers(scope, subjects, language)
  const lines = [
    subjects.length === 0
      ? text.approval.unset({ inbox })
      : text.approval.set({ inbox, approvers: text.formats.list(names, 'or') }),
    ...(await warnAboutApprovers(scope, text, { inboxId, subjects })),
    ...(await describeWaiting(scope, text, { subjects, waiting })),
  ]
  return replyToRequester(scope, requester, textMessage(lines.join('\n')))
}
