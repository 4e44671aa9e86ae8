import { isolateDirection } from '../../../core/isolate-direction.ts'
import { actionsBlock, button, contextBlock, divider, section } from '../../../slack/blocks/block-builders.ts'
import { modal } from '../../../slack/blocks/form-fields.ts'
import { escapeMrkdwn, mrkdwnLink, truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock, View } from '../../../slack/blocks/slack-message.ts'
import type { Command } from '../../../slack/inbound/listeners.ts'
import type { Feature } from '../../../slice.ts'
import { createReaderCheck } from '../../access/channel-readers.ts'
import { findThreadChannel } from '../../access/mail-acts.ts'
import { mailActionIds, mailCallbackIds } from '../../action-ids.ts'
import { replyActions, situationBeforeSent } from '../../records/allowed-actions.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { describeChange } from '../../cards/replies/describe-approval.ts'
import { describeScheduled } from '../../cards/replies/describe-scheduled.ts'
import type { ListedReply } from './scheduled-replies.ts'
import { withinQuestionTime } from '../../../core/question-time.ts'
import { findThreadLink } from '../../notify/thread-link.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { buildAllowedButtons } from '../../cards/action-buttons.ts'

const SHOWN_ON_HOME = 3
/** Slack takes a hundred blocks, and each reply has three. */
const SHOWN_IN_LIST = 25
const SUBJECT_CHARS = 150
/** A person waits for the list: a link that takes longer is left out. */
const LINK_TIMEOUT_MS = 700

interface Reader {
  team: string
  user: string
}

/** A person's scheduled replies: `/mail scheduled`, and a part of Home. */
export const scheduledListFeature = (services: OutboundServices): Feature => ({
  listen(slack) {
    slack.action(mailActionIds.openScheduled, async ({ team, user, ...click }) =>
      services.views.push({ team, ...click }, await buildList(services, { team, user })),
    )
  },
  homeSections: [
    {
      needsPerson: true,
      title: (language) => mailTextIn(language).schedule.list.stopped,
      blocks: (team, user) => buildHomeRows(services, { team, user }, 'paused'),
    },
    {
      title: (language) => mailTextIn(language).schedule.list.title,
      blocks: (team, user) => buildHomeRows(services, { team, user }, 'scheduled'),
    },
  ],
})

/** Opens the list from `/mail scheduled`. */
export async function openScheduledList(services: OutboundServices, command: Command): Promise<void> {
  const { team, user, triggerId } = command
  await services.views.open(team, triggerId, await buildList(services, { team, user }))
}

/** Shows an open list anew after something was done from it, with the answer at its top. False if it is closed. */
export async function refreshScheduledList(
  services: OutboundServices,
  reader: Reader,
  viewId: string,
  answer?: Message,
): Promise<boolean> {
  const view = await buildList(services, reader)
  const blocks = answer ? [...answer.blocks, divider(), ...view.blocks] : view.blocks
  return (await services.views.update(reader.team, viewId, { ...view, blocks })) !== undefined
}

async function buildList(services: OutboundServices, reader: Reader): Promise<View> {
  const text = mailTextIn(await services.languages.ofPerson(reader.team, reader.user))
  const say = text.schedule.list
  const replies = await listReadable(services, reader)
  const rows = await Promise.all(replies.slice(0, SHOWN_IN_LIST).map((one) => buildRow(services, text, reader, one)))
  const more = replies.length - SHOWN_IN_LIST
  return modal({
    callbackId: mailCallbackIds.scheduled,
    title: say.title,
    close: text.forms.close,
    blocks: [
      ...rows.flat(),
      ...(replies.length === 0 ? [section(say.empty)] : []),
      ...contextBlock(more > 0 && say.tooMany(more)),
    ],
  })
}

async function buildHomeRows(
  services: OutboundServices,
  reader: Reader,
  state: 'paused' | 'scheduled',
): Promise<MessageBlock[]> {
  const text = mailTextIn(await services.languages.ofPerson(reader.team, reader.user))
  const replies = (await listReadable(services, reader)).filter(({ reply }) => reply.state === state)
  const rows = await Promise.all(replies.slice(0, SHOWN_ON_HOME).map((one) => buildRow(services, text, reader, one)))
  const all = button({ actionId: mailActionIds.openScheduled, text: text.work.list.all })
  return [...rows.flat(), ...(replies.length > SHOWN_ON_HOME ? actionsBlock(all) : [])]
}

/** Their own replies in conversations that they can still read. */
async function listReadable(services: OutboundServices, reader: Reader): Promise<ListedReply[]> {
  const isReader = createReaderCheck(services, reader)
  const replies = await services.outbound.scheduledReplies.list(reader.team, reader.user)
  const shown = replies.map(async (one) => {
    const channel = await findThreadChannel(services, reader.team, one.reply.thread)
    return channel === undefined || (await isReader(channel)) ? [one] : []
  })
  return (await Promise.all(shown)).flat()
}

async function buildRow(
  services: OutboundServices,
  text: MailText,
  { team }: Reader,
  { id, reply }: ListedReply,
): Promise<MessageBlock[]> {
  const { schedule: say } = text
  const [mail, url, approvers] = await Promise.all([
    services.mailStore.findMail(team, reply.mail),
    withinQuestionTime(LINK_TIMEOUT_MS, findThreadLink(services, team, reply.thread)),
    readApprovers(services.settings, team, reply.inboxId),
  ])
  const subject = isolateDirection(truncate((reply.subject ?? mail?.subject) || text.noSubject, SUBJECT_CHARS))
  const heading = url === undefined ? escapeMrkdwn(subject) : mrkdwnLink(url, subject)
  const people = text.nameSome([...reply.to, ...reply.cc, ...reply.bcc])
  return [
    section(`${say.list.line(heading.replaceAll('*', '∗'), escapeMrkdwn(people))}\n${describeScheduled(text, reply)}`),
    ...contextBlock(describeChange(text, reply, approvers !== undefined)),
    ...actionsBlock(...buildAllowedButtons(text, replyActions, situationBeforeSent(reply, false), id)),
  ]
}
