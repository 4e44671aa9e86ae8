import { actionsBlock, contextBlock, plainText, section } from '../../../slack/blocks/block-builders.ts'
import { formatMoment } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { readPersonalNotices } from '../../../settings/notice-settings.ts'
import type { Approvers } from '../../access/find-approvers.ts'
import { buildActionButton } from '../../cards/action-buttons.ts'
import { askForApproval, describeApprovedTime, describeRequest } from '../../cards/replies/describe-request.ts'
import { withThreadLink } from '../../notify/thread-link.ts'
import { reviewReply } from '../../records/reply-actions.ts'
import type { Approval, Reply } from '../../records/replies/reply.ts'
import { nameRequest } from '../../records/replies/reply-approval.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { maySenderSend } from './approval-acts.ts'

const INBOX_CHARS = 200

/** Identifies the message that asks one approver; frozen, because the message is edited later. */
const askedOpId = (request: string, user: string): string => `mail.approval:${request}:${user}`
const remindedOpId = (request: string, user: string): string => `mail.approval_reminder:${request}:${user}`
const askedAgainOpId = (request: string, user: string, turn: number): string =>
  `mail.approval_again:${request}:${user}:${turn}`

/** A message to an approver: the request, its reminder, or the request to a person who can approve again. */
interface Ask {
  user: string
  opId: string
  is: 'request' | 'reminder' | 'again'
}

/** Lists the messages that asked for an approval in one request of a reply. */
export function listAsks(id: string, request: Partial<Approval> | undefined): Ask[] {
  const { asked = [], reminded = [], askedAgain = {} } = request ?? {}
  const name = nameRequest(id, request)
  return [
    ...asked.map((user): Ask => ({ user, opId: askedOpId(name, user), is: 'request' })),
    ...reminded.map((user): Ask => ({ user, opId: remindedOpId(name, user), is: 'reminder' })),
    ...Object.entries(askedAgain).flatMap(([user, count]) =>
      Array.from({ length: count }, (_, n): Ask => ({ user, opId: askedAgainOpId(name, user, n + 1), is: 'again' })),
    ),
  ]
}

/**
 * Returns those of these approvers who are asked by direct message: people with notices turned off find requests on their lists. If nobody else can
 * approve, they are asked anyway.
 */
export async function filterTold(
  { team, settings }: OutboundScope,
  { people, hasOthers }: Pick<Approvers, 'hasOthers' | 'people'>,
): Promise<string[]> {
  const levels = await Promise.all(people.map(async (user) => (await readPersonalNotices(settings, team, user)).level))
  const told = people.filter((_, index) => levels[index] !== 'nothing')
  return told.length > 0 || hasOthers ? told : people
}

/** The role of an approver for a request: one of several, the only one, or no longer one. */
export type ApproverRole = NonNullable<Approval['askedAs']>[string]

/** The role of a person who was asked. */
export function nameRole({ able, hasOthers }: Approvers, user: string): ApproverRole {
  if (!hasOthers && !able.includes(user)) return 'former'
  return able.length === 1 && !hasOthers ? 'only' : 'one'
}

/** Whether the messages to a person who was asked show a role that they no longer have. An earlier version recorded none. */
export function hasOtherRole({ approval }: Reply, approvers: Approvers, user: string): boolean {
  const known = approval?.askedAs?.[user]
  const as = nameRole(approvers, user)
  return known === undefined ? as === 'former' : known !== as
}

/** Asks or reminds one approver by direct message, once; and once more each time that they can approve again. The reply's record names these messages. */
export async function tellApprover(
  scope: OutboundScope,
  { id, reply, user }: { id: string; reply: Reply; user: string },
  { isReminder = false, as }: { isReminder?: boolean; as: ApproverRole },
): Promise<void> {
  const asks = listAsks(id, reply.approval).filter((one) => one.user === user && (one.is === 'reminder') === isReminder)
  for (const { opId, is } of asks) {
    const message = await buildAsk(scope, { id, reply, user }, { is, as })
    await scope.outbox.postDirect({ team: scope.team, user, opId, message })
  }
}

/** Shows in the messages that asked an approver that they are the only one, one of several, or no longer one. `edit` names the change. */
export async function updateAsk(
  scope: OutboundScope,
  { id, reply, user }: { id: string; reply: Reply; user: string },
  { as, edit }: { as: ApproverRole; edit: string },
): Promise<void> {
  for (const { opId, is } of listAsks(id, reply.approval).filter((one) => one.user === user)) {
    const message = await buildAsk(scope, { id, reply, user }, { is, as })
    await scope.outbox.replace({ team: scope.team, opId, edit, message })
  }
}

async function buildAsk(
  scope: OutboundScope,
  { id, reply, user }: { id: string; reply: Reply; user: string },
  { is, as }: { is: Ask['is']; as: ApproverRole },
): Promise<Message> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const words = text.approval
  const isOver = as === 'former'
  const time = formatMoment(reply.approval?.expiresAt ?? reply.at)
  const isAsking = is === 'request' && !isOver
  const about = isAsking
    ? await askForApproval(scope, text, reply, { reader: user })
    : await describeRequest(scope, text, reply)
  const isSenderless = !(await maySenderSend(scope, { id, reply }))
  // Nobody approves an email again whose approval sends nothing.
  const asked = is === 'again' && isSenderless ? words.untilWhen({ time }) : words[is]({ isOnly: as === 'only', time })
  const sendTime = !isSenderless
    ? describeApprovedTime(text, reply, scope.clock.now())
    : words.writerGone({ writer: await readQuietName(text, scope.people, scope.team, reply.by ?? reply.user) })
  const details = isOver ? [words.noLonger] : [reply.approval?.isTimeOnly && words.timeOnly, asked, sendTime]
  const sentence = [about, ...details].filter(Boolean).join('\n')
  return withThreadLink(scope, text, reply.thread, {
    text: sentence,
    blocks: [
      section(sentence),
      ...contextBlock(plainText(text.compose.fromInbox({ inbox: reply.inboxId }), INBOX_CHARS)),
      ...(isOver ? [] : actionsBlock(buildActionButton(text, reviewReply, id))),
    ],
  })
}
