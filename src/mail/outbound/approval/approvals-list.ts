import type { ScopedFeature } from '../../../scoped-feature.ts'
import { withinDeadline } from '../../../core/question-time.ts'
import { actionsBlock, button, contextBlock, section } from '../../../slack/blocks/block-builders.ts'
import { modal, withAnswerOnTop } from '../../../slack/blocks/form-fields.ts'
import { escapeMrkdwn, formatMoment } from '../../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock, View } from '../../../slack/blocks/slack-message.ts'
import type { Command } from '../../../slack/inbound/listeners.ts'
import { createReaderCheck } from '../../access/channel-readers.ts'
import { findThreadChannel } from '../../access/mail-acts.ts'
import { mailActionIds, mailCallbackIds } from '../../action-ids.ts'
import { cancelReply, reviewReply } from '../../records/reply-actions.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { lacksSender, type Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'
import { buildActionButton } from '../../cards/action-buttons.ts'
import { mayApprove } from './approval-acts.ts'
import { describeApprovedTime, describeRequest } from '../../cards/replies/describe-request.ts'
import { linkThread } from './review/review-details.ts'

const SHOWN_ON_HOME = 5
/** Slack shows a hundred blocks; each entry takes two. */
const SHOWN_MAX = 20
/** Replies wait for a day at most; more than this many are not read. */
const READ_MAX = 200

interface Awaiting {
  id: string
  reply: Reply
  /** Set if its writer can't read its channel now, or Slack doesn't say in time. */
  isUnreadable?: boolean
}

interface Person {
  user: string
}

interface Reader extends Person {
  text: MailText
}

/** Lists replies that wait for the person's approval, and their own waiting replies: `/mail approvals` and Home. */
export const approvalsListFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    slack.action(mailActionIds.openApprovals, async (scope, action) =>
      scope.views.push(action, await buildApprovalsModal(scope, action)),
    )
  },
  homeSections: [
    {
      needsPerson: true,
      title: (language) => mailTextIn(language).approval.homeTitle,
      blocks: (scope, user) => buildHomeApprovals(scope, { user }),
    },
  ],
}

/** Refreshes an open list after an act from it, with the answer on top. Returns false if the list is closed. */
export async function refreshApprovalsList(
  scope: OutboundScope,
  reader: Person,
  viewId: string,
  answer: Message,
): Promise<boolean> {
  const view = await buildApprovalsModal(scope, reader)
  return (await scope.views.update(scope.team, viewId, withAnswerOnTop(view, answer))) !== undefined
}

/** Opens the list from `/mail approvals`. */
export async function openApprovals(scope: OutboundScope, command: Command): Promise<void> {
  const { team, triggerId } = command
  await scope.views.open(team, triggerId, await buildApprovalsModal(scope, command))
}

/** Returns the replies that wait for this person's approval, and their own, oldest first. Omits others' in conversations that they cannot read. */
async function listAwaiting(scope: OutboundScope, { user }: Person): Promise<{ forMe: Awaiting[]; mine: Awaiting[] }> {
  const {
    team,
    replyStore,
    settings,
    outbound: { awaitingReplies },
  } = scope
  const waiting: Awaiting[] = []
  for await (const { id, version } of awaitingReplies.all()) {
    const reply = await replyStore.findReply(id)
    if (reply?.state === 'awaiting') waiting.push({ id, reply })
    else await awaitingReplies.delete(id, version)
    if (waiting.length >= READ_MAX) break
  }
  const isReader = createReaderCheck(scope, user)
  const mine = await Promise.all(
    waiting.map(async (one) => {
      if (one.reply.user !== user) return []
      const channel = await findThreadChannel(scope, one.reply.thread)
      return [{ ...one, isUnreadable: channel !== undefined && !(await withinDeadline(isReader(channel))) }]
    }),
  )
  const others = await Promise.all(
    waiting.map(async (one) => {
      const { reply } = one
      if (!(await readApprovers(settings, team, reply.inboxId))) return []
      const channel = await findThreadChannel(scope, reply.thread)
      return (await mayApprove(scope, user, reply, channel)) ? [one] : []
    }),
  )
  const byAge = (lists: Awaiting[][]) => lists.flat().toSorted((one, other) => one.reply.at - other.reply.at)
  return { forMe: byAge(others), mine: byAge(mine) }
}

/** Shows an open list without a mail that was just decided about. Returns false if the list is closed. */
export async function showNextApprovals(
  scope: OutboundScope,
  person: Person,
  { viewId, decided }: { viewId: string; decided: string },
): Promise<boolean> {
  const view = await buildApprovalsModal(scope, person, decided)
  return (await scope.views.update(scope.team, viewId, view)) !== undefined
}

async function buildApprovalsModal(scope: OutboundScope, { user }: Person, decided?: string): Promise<View> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const { forMe, mine } = await listAwaiting(scope, { user })
  const lists = { forMe: forMe.filter(({ id }) => id !== decided), mine }
  return modal({
    callbackId: mailCallbackIds.approvals,
    title: text.approval.listTitle,
    close: text.forms.close,
    blocks: await buildLists(scope, { user, text }, lists, SHOWN_MAX),
  })
}

async function buildHomeApprovals(scope: OutboundScope, { user }: Person): Promise<MessageBlock[]> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const lists = await listAwaiting(scope, { user })
  if (lists.forMe.length + lists.mine.length === 0) return []
  return [
    ...(await buildLists(scope, { user, text }, lists, SHOWN_ON_HOME)),
    ...actionsBlock(button({ actionId: mailActionIds.openApprovals, text: text.approval.all })),
  ]
}

async function buildLists(
  scope: OutboundScope,
  reader: Reader,
  { forMe, mine }: { forMe: Awaiting[]; mine: Awaiting[] },
  limit: number,
): Promise<MessageBlock[]> {
  const words = reader.text.approval
  if (forMe.length + mine.length === 0) return [section(words.none)]
  const rows = async (list: Awaiting[], button: 'review' | 'cancel') =>
    (await Promise.all(list.slice(0, limit).map((one) => buildRow(scope, reader, one, button)))).flat()
  return [
    ...(forMe.length > 0 ? [...contextBlock(`*${words.forMe}*`), ...(await rows(forMe, 'review'))] : []),
    ...(mine.length > 0 ? [...contextBlock(`*${words.mine}*`), ...(await rows(mine, 'cancel'))] : []),
  ]
}

const isAppointedAdmin = async ({ team, access }: OutboundScope, user: string): Promise<boolean> =>
  (await access.listAppointedAdmins(team)).includes(user)

async function buildRow(
  scope: OutboundScope,
  { user, text }: Reader,
  { id, reply, isUnreadable = false }: Awaiting,
  shown: 'review' | 'cancel',
): Promise<MessageBlock[]> {
  const action = shown === 'review' ? reviewReply : cancelReply
  const line = isUnreadable
    ? text.approval.unreadable({ to: escapeMrkdwn(nameRecipients(text, [...reply.to, ...reply.cc, ...reply.bcc])) })
    : await describeRequest(scope, text, reply, { isOwn: shown === 'cancel' })
  const time = formatMoment(reply.approval?.expiresAt ?? reply.at)
  const link = isUnreadable ? undefined : await linkThread(scope, text, reply)
  const isSenderless = lacksSender(reply)
  const isStuck = shown === 'cancel' && reply.approval?.isStuck === true
  const sendTime = isSenderless ? undefined : describeApprovedTime(text, reply, scope.clock.now())
  return [
    section(line, buildActionButton(text, action, id)),
    ...contextBlock(isSenderless && text.approval.senderless),
    ...contextBlock(!isSenderless && isStuck && text.approval.nobody({ isAdmin: await isAppointedAdmin(scope, user) })),
    ...contextBlock(sendTime, text.approval.untilWhen({ time }), link),
  ]
}
