import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { readChannelNotices } from '../../settings/notice-settings.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import type { MailScope } from '../mail-scope.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'
import { addressOthers, findWriterPlace, notifySuccessors, type ReplyWriter } from './gone-writer.ts'
import { identifyReply } from './identify-reply.ts'
import { isInChannel } from '../../slack/directory/is-in-channel.ts'
import type { findThreadAnchor } from './thread-anchor.ts'

/** Sends a person's notice by direct message if the thread no longer accepts it. Frozen. */
export const refusedNoticeTask = taskKind(
  'mail.call',
  z.object({
    team: z.string(),
    user: z.string(),
    opId: z.string(),
    message: z.custom<Message>((value) => typeof value === 'object' && value !== null),
    /** The reply that the notice is about; absent in notices that show that already. */
    reply: z.string().exactOptional(),
    /** Set if the person is gone: the people who look after this mail thread are notified instead. */
    thread: z.string().exactOptional(),
  }),
)

/** A notice to a writer, once per `opId`. */
export interface WriterNotice {
  opId: string
  /** The reply that it is about, which a direct message shows. */
  reply?: string
  /** Set if the writer can't do what it asks for: the others are then notified. */
  isForOthers?: boolean
  /** `goneWriter` is the name of a writer who is gone, in mrkdwn: the others read the message. */
  build: (text: MailText, goneWriter?: string) => Message | Promise<Message>
}

/**
 * Notifies the others of what concerns a writer who is gone: in the thread and its channel, or the people who look after the thread by direct message
 * if no channel shows it.
 */
export async function noticeOthers(
  scope: MailScope,
  { user, thread }: ReplyWriter,
  { opId, build, reply }: WriterNotice,
  anchor: Awaited<ReturnType<typeof findThreadAnchor>>,
): Promise<void> {
  const { team, outbox, languages } = scope
  const buildForOthers = async (text: MailText) => {
    const message = await build(text, await readQuietName(text, scope.people, team, user))
    return addressOthers(scope, text, { user, message })
  }
  if (!anchor)
    return notifySuccessors(
      scope,
      { user, thread },
      { opId, build: buildForOthers, ...(reply !== undefined && { reply }) },
    )
  const message = await buildForOthers(mailTextIn(await languages.ofWorkspace(team)))
  const onRefused = refusedNoticeTask.of({ team, user, opId, message, thread, ...(reply !== undefined && { reply }) })
  return outbox.post({ team, opId, message, ...anchor, isBroadcast: true, onRefused })
}

/** Whether a mention in this channel notifies a person. If not, they are notified by direct message. */
export const isMentioned = async (scope: MailScope, user: string, channel: string): Promise<boolean> =>
  (await readChannelNotices(scope.settings, scope.team, channel)) !== 'nothing' &&
  (await isInChannel(scope, user, channel))

/**
 * Notifies the writer of a reply once per `opId`, in the answered thread, or directly if that is gone. If the writer is gone, others are notified.
 * Returns the op id of the message; undefined if there is none, or one for each of several people.
 */
export async function sendWriterNotice(
  scope: MailScope,
  { user, thread }: ReplyWriter,
  { opId, build, reply, isForOthers = false }: WriterNotice,
): Promise<string | undefined> {
  const { team, outbox, languages } = scope
  const { anchor, isWriterGone } = await findWriterPlace(scope, { user, thread })
  if (isWriterGone || isForOthers) {
    await noticeOthers(scope, { user, thread }, { opId, build, ...(reply !== undefined && { reply }) }, anchor)
    return anchor && opId
  }
  const own = await build(mailTextIn(await languages.ofPerson(team, user)))
  const direct = { team, user, opId: `${opId}:direct`, message: own, ...(reply !== undefined && { reply }) }
  if (!anchor || !(await isMentioned(scope, user, anchor.channel))) {
    await postDirectly(scope, direct)
    return direct.opId
  }
  const message = await build(mailTextIn(await languages.ofConversation(team, anchor.channel, user)))
  await outbox.post({ team, opId, message, ...anchor, onRefused: refusedNoticeTask.of(direct) })
  return opId
}

/** Rewords a notice to a writer. An edit does not notify. */
export async function rewordWriterNotice(
  scope: MailScope,
  { user, thread }: ReplyWriter,
  { opId, build, reply }: WriterNotice,
): Promise<void> {
  const { team, outbox, languages } = scope
  const { anchor } = await findWriterPlace(scope, { user, thread })
  if (anchor && (await isMentioned(scope, user, anchor.channel))) {
    const message = await build(mailTextIn(await languages.ofConversation(team, anchor.channel, user)))
    return outbox.replace({ team, opId, message })
  }
  const text = mailTextIn(await languages.ofPerson(team, user))
  const own = await build(text)
  const message = reply === undefined ? own : await identifyReply(scope, text, { reader: user, id: reply }, own)
  return outbox.replace({ team, opId: `${opId}:direct`, message })
}

/** Posts a notice by direct message, which shows the reply that it is about. */
async function postDirectly(
  scope: MailScope,
  { user, opId, message, reply }: { user: string; opId: string; message: Message; reply?: string | undefined },
): Promise<void> {
  const { team, outbox, languages } = scope
  if (reply === undefined) return outbox.postDirect({ team, user, opId, message })
  const text = mailTextIn(await languages.ofPerson(team, user))
  const identified = await identifyReply(scope, text, { reader: user, id: reply }, message)
  return outbox.postDirect({ team, user, opId, message: identified })
}

/** Delivers notices that Slack refused in their thread. */
export const writerNoticeFeature: ScopedFeature<MailScope> = {
  tasks: [
    scopedHandler(refusedNoticeTask, async (scope, { thread, ...direct }) => {
      const { user, opId, message, reply } = direct
      if (thread === undefined) return postDirectly(scope, direct)
      const build = () => message
      return notifySuccessors(scope, { user, thread }, { opId, build, ...(reply !== undefined && { reply }) })
    }),
  ],
}
