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

/** Notifies one person of something in a mail thread, once per `opId`, according to their settings and those of the channel. */
export async function notifyPerson(
  scope: MailScope,
  { id, thread }: { id: string; thread: MailThread },
  notice: {
    user: string
    opId: string
    reason: NoticeReason
    build: (text: MailText) => Message | Promise<Message>
  },
): Promise<void> {
  const { team, languages, outbox } = scope
  const { user, opId, build } = notice
  const location = await chooseNoticeLocation(scope, thread, notice)
  if (location === undefined) return
  const text = mailTextIn(await languages.ofPerson(team, user))
  const own = await withThreadLink(scope, text, id, await build(text))
  const direct = { team, user, opId: `${opId}:direct`, message: own }
  const anchor = location === 'thread' ? await findThreadAnchor(scope, id) : undefined
  if (!anchor) return outbox.postDirect(direct)
  const message = await build(mailTextIn(await languages.ofConversation(team, anchor.channel, user)))
  return outbox.post({ team, opId, message, ...anchor, onRefused: refusedNoticeTask.of(direct) })
}
