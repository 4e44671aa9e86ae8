import type { ScopedFeature } from '../../../scoped-feature.ts'
import { isolateDirection } from '../../../core/isolate-direction.ts'
import { actionsBlock, button, contextBlock, section } from '../../../slack/blocks/block-builders.ts'
import { modal, withAnswerOnTop } from '../../../slack/blocks/form-fields.ts'
import { escapeMrkdwn, keepLiteral, mrkdwnLink, truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock, View } from '../../../slack/blocks/slack-message.ts'
import type { Command } from '../../../slack/inbound/listeners.ts'
import { createReaderCheck } from '../../access/channel-readers.ts'
import { findThreadChannel } from '../../access/mail-acts.ts'
import { mailActionIds, mailCallbackIds } from '../../action-ids.ts'
import { replyActions, situationBeforeSent } from '../../records/reply-actions.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { describeChange } from '../../cards/replies/describe-approval.ts'
import { describeScheduled } from '../../cards/replies/describe-scheduled.ts'
import type { ListedReply } from './scheduled-replies.ts'
import { findThreadLinkInTime } from '../../notify/thread-link.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'
import { buildAllowedButtons } from '../../cards/action-buttons.ts'

const SHOWN_ON_HOME = 3
/** Slack takes a hundred blocks, and each reply has three. */
const SHOWN_IN_LIST = 25
const SUBJECT_CHARS = 150

interface Reader {
  user: string
}

/** Lists a person's scheduled replies: `/mail scheduled`, and a part of Home. */
export const scheduledListFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    slack.action(mailActionIds.openScheduled, async (scope, action) =>
      scope.views.push(action, await buildList(scope, { user: action.user })),
    )
  },
  homeSections: [
    {
      needsPerson: true,
      title: (language) => mailTextIn(language).schedule.list.stopped,
      blocks: (scope, user) => buildHomeRows(scope, { user }, 'paused'),
    },
    {
      title: (language) => mailTextIn(language).schedule.list.title,
      blocks: (scope, user) => buildHomeRows(scope, { user }, 'scheduled'),
    },
  ],
}

/** Opens the list from `/mail scheduled`. */
export async function openScheduledList(scope: OutboundScope, command: Command): Promise<void> {
  const { team, user, triggerId } = command
  await scope.views.open(team, triggerId, await buildList(scope, { user }))
}

/** Refreshes an open list after an act from it, with the answer on top. Returns false if the list is closed. */
export async function refreshScheduledList(
  scope: OutboundScope,
  reader: Reader,
  viewId: string,
  answer?: Message,
): Promise<boolean> {
  const view = await buildList(scope, reader)
  return (await scope.views.update(scope.team, viewId, withAnswerOnTop(view, answer))) !== undefined
}

async function buildList(scope: OutboundScope, reader: Reader): Promise<View> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, reader.user))
  const words = text.schedule.list
  const replies = await listReadable(scope, reader)
  const rows = await Promise.all(replies.slice(0, SHOWN_IN_LIST).map((one) => buildRow(scope, text, one)))
  const more = replies.length - SHOWN_IN_LIST
  return modal({
    callbackId: mailCallbackIds.scheduled,
    title: words.title,
    close: text.forms.close,
    blocks: [
      ...rows.flat(),
      ...(replies.length === 0 ? [section(words.empty)] : []),
      ...contextBlock(more > 0 && words.tooMany({ count: more })),
    ],
  })
}

async function buildHomeRows(
  scope: OutboundScope,
  reader: Reader,
  state: 'paused' | 'scheduled',
): Promise<MessageBlock[]> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, reader.user))
  const replies = (await listReadable(scope, reader)).filter(({ reply }) => reply.state === state)
  const rows = await Promise.all(replies.slice(0, SHOWN_ON_HOME).map((one) => buildRow(scope, text, one)))
  const all = button({ actionId: mailActionIds.openScheduled, text: text.work.list.all })
  return [...rows.flat(), ...(replies.length > SHOWN_ON_HOME ? actionsBlock(all) : [])]
}

/** The person's own replies in conversations that they can still read. */
async function listReadable(scope: OutboundScope, reader: Reader): Promise<ListedReply[]> {
  const isReader = createReaderCheck(scope, reader.user)
  const replies = await scope.outbound.scheduledReplies.list(reader.user)
  const shown = replies.map(async (one) => {
    const channel = await findThreadChannel(scope, one.reply.thread)
    return channel === undefined || (await isReader(channel)) ? [one] : []
  })
  return (await Promise.all(shown)).flat()
}

async function buildRow(scope: OutboundScope, text: MailText, { id, reply }: ListedReply): Promise<MessageBlock[]> {
  const [mail, url, approvers] = await Promise.all([
    scope.mailStore.findMail(reply.mail),
    findThreadLinkInTime(scope, reply.thread),
    readApprovers(scope.settings, scope.team, reply.inboxId),
  ])
  const subject = isolateDirection(truncate((reply.subject ?? mail?.subject) || text.noSubject, SUBJECT_CHARS))
  const heading = mrkdwnLink(url, keepLiteral(subject))
  const people = nameRecipients(text, [...reply.to, ...reply.cc, ...reply.bcc])
  const line = text.schedule.list.line({ subject: heading, to: escapeMrkdwn(people) })
  return [
    section(`${line}\n${describeScheduled(text, reply)}`),
    ...contextBlock(describeChange(text, reply, approvers !== undefined)),
    ...actionsBlock(...buildAllowedButtons(text, replyActions, situationBeforeSent(reply, false), id)),
  ]
}
