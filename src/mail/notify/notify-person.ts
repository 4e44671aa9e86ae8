import { type NoticeLevel, readChannelNotices, readPersonalNotices } from '../../settings/notice-settings.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { findChannel } from '../records/mail/placement.ts'
import type { MailScope } from '../mail-scope.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'
import { isInChannel } from '../../slack/directory/is-in-channel.ts'
import { findThreadAnchor } from './thread-anchor.ts'
import { withThreadLink } from './thread-link.ts'
import { refusedNoticeTask } from './writer-notice.ts'

/** `everything`: the notice is only news and concerns nobody. */
type NoticeReason = Exclude<NoticeLevel, 'nothing'>

/** Chooses how to notify a person of something in a mail thread: in the thread, by direct message, or not at all. */
export async function chooseNoticeLocation(
  scope: MailScope,
  thread: Pick<MailThread, 'placement' | 'muted'>,
  { user, reason }: { user: string; reason: NoticeReason },
): Promise<'thread' | 'direct' | undefined> {
  const { team, settings } = scope
  const { level } = await readPersonalNotices(settings, team, user)
  const channel = findChannel(thread)
  const inChannel = channel === undefined ? 'nothing' : await readChannelNotices(settings, team, channel)
  if (level === 'nothing') return undefined
  if (reason === 'everything' && level !== 'everything' && inChannel !== 'everything') return undefined
  // In a channel or thread where nobody is mentioned, people are notified by direct message.
  if (channel === undefined || inChannel === 'nothing' || thread.muted) return 'direct'
  return (await isInChannel(scope, user, channel)) ? 'thread' : 'direct'
}

/** A notice to one person, once per `opId`. */
export interface PersonNotice {
  user: string
  opId: string
  reason: NoticeReason
  build: (text: MailText) => Message | Promise<Message>
}

/** Notifies one person of something in a mail thread, once per `opId`, according to their settings and those of the channel. */
export async function notifyPerson(
  scope: MailScope,
  about: { id: string; thread: MailThread },
  notice: PersonNotice,
): Promise<void> {
  const { team, outbox } = scope
  const built = await buildNotice(scope, about, notice)
  if (!built) return undefined
  const { direct, inThread } = built
  if (!inThread) return outbox.postDirect(direct)
  return outbox.post({ team, opId: notice.opId, ...inThread, onRefused: refusedNoticeTask.of(direct) })
}

/** Rewords a notice that `notifyPerson` sent, once, where a notice to the person is sent now. An edit does not notify. */
export async function rewordNotice(
  scope: MailScope,
  about: { id: string; thread: MailThread },
  notice: PersonNotice,
): Promise<void> {
  const { team, outbox } = scope
  const built = await buildNotice(scope, about, notice)
  if (!built) return undefined
  const { direct, inThread } = built
  const { opId, message } = inThread ? { opId: notice.opId, message: inThread.message } : direct
  return outbox.replace({ team, opId, message })
}

/**
 * Builds the direct message of a notice, with a link to its thread, and the message in the Slack thread if the notice goes there; nothing if the person
 * wants none.
 */
async function buildNotice(scope: MailScope, { id, thread }: { id: string; thread: MailThread }, notice: PersonNotice) {
  const { team, languages } = scope
  const { user, opId, build } = notice
  const location = await chooseNoticeLocation(scope, thread, notice)
  if (location === undefined) return undefined
  const text = mailTextIn(await languages.ofPerson(team, user))
  const direct = {
    team,
    user,
    opId: `${opId}:direct`,
    message: await withThreadLink(scope, text, id, await build(text)),
  }
  const anchor = location === 'thread' ? await findThreadAnchor(scope, id) : undefined
  if (!anchor) return { direct }
  const message = await build(mailTextIn(await languages.ofConversation(team, anchor.channel, user)))
  return { direct, inThread: { ...anchor, message } }
}
