import { actionsBlock, contextBlock } from '../../../slack/blocks/block-builders.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { mentionMessage, textMessage } from '../../../slack/blocks/text-message.ts'
import { readChannelNotices } from '../../../settings/notice-settings.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { MESSAGE_GONE, THREAD_GONE } from '../../../slack/api/slack-errors.ts'
import type { CardKind, CardRef } from '../../../slack/outbox/cards.ts'
import type { Feature } from '../../../slice.ts'
import { cardKinds } from '../../action-ids.ts'
import { displayAddress } from '../../records/address.ts'
import { replyActions, situationBeforeSent } from '../../records/allowed-actions.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { describeChange } from '../../cards/replies/describe-approval.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { addressOthers, isWriterGone } from '../../notify/gone-writer.ts'
import { findThreadAnchor } from '../../notify/thread-anchor.ts'
import { pausedQuestionOpId } from '../../cards/replies/paused-question.ts'
import { withThreadLink } from '../../notify/thread-link.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { buildAllowedButtons } from '../../cards/action-buttons.ts'

/** Asks the writer of a scheduled reply what to do with it, because a mail came: the question loses its buttons once it is answered. */
export const pausedNoticeFeature = (services: OutboundServices): Feature => ({ cards: [createPausedNotice(services)] })

/** Each time that was set is stopped at most once. */
const pausedRef = (team: string, id: string, { schedules = 0 }: Reply): CardRef => ({
  team,
  kind: cardKinds.paused,
  id,
  ...(schedules > 0 && { copy: String(schedules) }),
})

/** Begins the name of the copy that asks the others, because the writer is gone. */
const OTHERS = 'others-'

/** Asks in the thread, or directly where the channel mentions nobody; once for each time that was set. If the writer is gone, the channel is asked. */
export async function showPausedNotice(
  services: OutboundServices,
  team: string,
  id: string,
  reply: Reply,
): Promise<void> {
  const anchor = await findThreadAnchor(services, team, reply.thread)
  if (anchor && (await isWriterGone(services, team, reply.user, anchor.channel))) {
    const copy = `${OTHERS}${reply.schedules ?? 0}`
    return services.cards.show({ team, kind: cardKinds.paused, id, copy }, { ...anchor, isBroadcast: true })
  }
  if (anchor && (await readChannelNotices(services.settings, team, anchor.channel)) !== 'nothing')
    return services.cards.show(pausedRef(team, id, reply), anchor)
  return askDirectly(services, team, id, String(reply.schedules ?? 0))
}

function createPausedNotice(services: OutboundServices): CardKind {
  const { replyStore, languages } = services
  return {
    kind: cardKinds.paused,
    render: async (team, id, copy = '0') => {
      const reply = await replyStore.findReply(team, id)
      if (!reply) return undefined
      const text = mailTextIn(await languages.ofWorkspace(team))
      const isForOthers = copy.startsWith(OTHERS)
      const schedule = isForOthers ? copy.slice(OTHERS.length) : copy
      if (!isForOthers) return buildPausedNotice(services, text, team, { id, reply }, schedule)
      const writer = await readQuietName(text, services.people, team, reply.user)
      const message = await buildPausedNotice(services, text, team, { id, reply, writer }, schedule)
      return isStopped(reply, schedule) ? addressOthers(services, text, team, { user: reply.user, message }) : message
    },
    onLost: async (team, id, { code, copy = '0' }) => {
      if (copy.startsWith(OTHERS)) return
      const wasShown = MESSAGE_GONE.has(code) && code !== THREAD_GONE
      if (!wasShown) await askDirectly(services, team, id, copy)
    },
  }
}

/** Noted before it is asked, so that whoever decides later can find the question. */
async function askDirectly(services: OutboundServices, team: string, id: string, schedule: string): Promise<void> {
  const reply = await services.replyStore
    .replies(team)
    .update(id, (now) => (now && isStopped(now, schedule) ? { ...now, askedDirectly: Number(schedule) } : undefined))
  if (!reply || !isStopped(reply, schedule)) return
  const { user } = reply
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const message = await buildPausedNotice(services, text, team, { id, reply }, schedule)
  const linked = await withThreadLink(services, text, { team, id: reply.thread }, message)
  await services.outbox.postDirect({ team, user, opId: pausedQuestionOpId(id, schedule), message: linked })
}

/** Whether it still waits for an answer to what stopped it before this time. */
const isStopped = ({ state, schedules = 0 }: Reply, schedule: string): boolean =>
  state === 'paused' && String(schedules) === schedule

/** `writer`: the name of a writer who is gone, ready for mrkdwn; the others are asked then. */
async function buildPausedNotice(
  { mailStore, settings }: OutboundServices,
  text: MailText,
  team: string,
  { id, reply, writer }: { id: string; reply: Reply; writer?: string },
  schedule: string,
): Promise<Message> {
  const { user, pausedBy } = reply
  const { forOthers, ...say } = text.schedule
  if (!isStopped(reply, schedule)) {
    const who = text.nameSome([...reply.to, ...reply.cc, ...reply.bcc])
    return writer === undefined
      ? mentionMessage(user, say.pausedBefore(who))
      : textMessage(forOthers.pausedBefore(escapeMrkdwn(who), writer))
  }
  const mail = await mailStore.findMail(team, pausedBy)
  const from = mail?.from.address ? displayAddress(mail.from) : text.noSender
  const buttons = buildAllowedButtons(text, replyActions, situationBeforeSent(reply, false), id)
  const refused = reply.refusedBy && text.nameSome(reply.refusedBy.map((address) => ({ address })))
  const kind = refused !== undefined ? 'pausedRefused' : reply.isOverdue ? 'pausedOverdue' : 'pausedNow'
  const about = refused ?? from
  const hint = describeChange(text, reply, (await readApprovers(settings, team, reply.inboxId)) !== undefined)
  const below = [...contextBlock(hint), ...actionsBlock(...buttons)]
  return writer === undefined
    ? mentionMessage(user, say[kind](about), below)
    : textMessage(forOthers[kind](escapeMrkdwn(about), writer), below)
}
