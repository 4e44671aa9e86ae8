import { questionTimeMs, withinDeadline, withinQuestionTime } from '../../core/question-time.ts'
import type { Subject } from '../../access/subject.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { Command } from '../../slack/inbound/listeners.ts'
import { buildSetupAct } from '../access/mail-acts.ts'
import { escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import { nameApprovers } from '../access/find-approvers.ts'
import { listAllInboxes } from '../placement/routing/mail-settings.ts'
import { readApprovers } from '../records/approver-setting.ts'
import { warnAboutApprovers } from '../outbound/approval/describe-approvers.ts'
import { sendApprovers, settingApprovers } from '../outbound/approval/approvers-task.ts'
import { findInbox } from '../placement/routing/find-inbox.ts'
import type { EntrypointScope } from './entrypoint-scope.ts'
import type { MailText } from '../text/mail-text.ts'

/** `/mail approval <inbox> @people`; without subjects, approval is off. */
export interface ApprovalCommand {
  do: 'approval'
  inboxId: string
  subjects: Subject[]
}

/** With `should_escape` Slack sends people as `<@U1|name>`, groups as `<!subteam^S1|@name>` and channels as `<#C1|name>`. */
function readSubject(word: string): Subject | undefined {
  const person = /^<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>,?$/.exec(word)?.[1]
  if (person !== undefined) return `person:${person}`
  const group = /^<!subteam\^(S[A-Z0-9]+)(?:\|[^<>]*)?>,?$/.exec(word)?.[1]
  if (group !== undefined) return `group:${group}`
  const channel = /^<#([CG][A-Z0-9]+)(?:\|[^<>]*)?>,?$/.exec(word)?.[1]
  return channel === undefined ? undefined : `channel:${channel}`
}

/** Reads the words after `/mail approval`. Returns undefined if they don't fit. */
export function readApprovalWords([inboxId, ...rest]: string[]): ApprovalCommand | undefined {
  if (inboxId === undefined || rest.length === 0) return undefined
  if (rest.length === 1 && /^(off|none|-)$/i.test(rest[0] ?? '')) return { do: 'approval', inboxId, subjects: [] }
  const subjects = rest.map(readSubject).filter((subject) => subject !== undefined)
  return subjects.length === rest.length ? { do: 'approval', inboxId, subjects: [...new Set(subjects)] } : undefined
}

/** Requests a change of an inbox's approvers. The task answers; only a refusal is answered here. */
export async function changeApproval(
  text: MailText,
  scope: EntrypointScope,
  command: Command,
  { inboxId: named, subjects }: ApprovalCommand,
): Promise<string | Message | undefined> {
  const { team, user, channel, eventId: event, responseUrl } = command
  const inbox = await findInbox(text, scope, named)
  const inboxId = 'inboxId' in inbox ? inbox.inboxId : undefined
  const actor = { team, user, opId: `mail.approvers:${event}`, channel }
  const act = await buildSetupAct(scope, actor, settingApprovers, inboxId)
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return permission.message
  if (!('inboxId' in inbox)) return inbox.refusal
  const at = scope.clock.now()
  const change = { team, user, at, inboxId: inbox.inboxId, subjects, channel, responseUrl, event }
  await sendApprovers(scope.queue, change)
  return undefined
}

const INBOXES_MAX = 30
const WARNINGS_MS = 700

/** Lists the approvers of each inbox, in mrkdwn, for which the person may choose them; empty if there is none, or if Slack takes too long. */
export async function listApprovers(
  text: MailText,
  scope: EntrypointScope,
  { team, user }: Command,
): Promise<string[]> {
  const language = await scope.languages.ofPerson(team, user)
  const describe = async (inboxId: string): Promise<string[]> => {
    const answer = await scope.access.decide({ team, user, action: settingApprovers.action, inbox: inboxId })
    if (!answer.isAllowed) return []
    const inbox = escapeMrkdwn(inboxId)
    const subjects = await readApprovers(scope.settings, team, inboxId)
    if (!subjects) return [text.approval.nowNobody({ inbox })]
    const names = await nameApprovers(scope, subjects, language)
    // Without them, the list is still true.
    const warnings = await withinQuestionTime(WARNINGS_MS, warnAboutApprovers(scope, text, { inboxId, subjects }))
    return [text.approval.nowBy({ inbox, approvers: text.formats.list(names, 'or') }), ...(warnings ?? [])]
  }
  const inboxes = (await listAllInboxes(scope)).slice(0, INBOXES_MAX)
  const lines = await withinDeadline(Promise.all(inboxes.map(describe)))
  return lines && lines.flat().length > 0 ? [text.approval.now, ...lines.flat()] : []
}
