import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { readChannelNotices } from '../../settings/notice-settings.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { MailScope } from '../mail-scope.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'
import { addressOthers, isWriterGone } from './gone-writer.ts'
import { findThreadAnchor } from './thread-anchor.ts'

/** Sends a person's notice by direct message if the thread no longer accepts it. Frozen. */
export const refusedNoticeTask = taskKind(
  'mail.call',
  z.object({
    team: z.string(),
    user: z.string(),
    opId: z.string(),
    message: z.custom<Message>((value) => typeof value === 'object' && value !== null),
  }),
)

/** The writer of a reply, and the mail thread that they answered. */
export interface ReplyWriter {
  user: string
  thread: string
}

/**
 * Notifies the writer of a reply once per `opId`, in the answered thread, or directly if that is gone. If the writer is gone, the notice goes to the
 * channel.
 */
export async function sendWriterNotice(
  scope: MailScope,
  { user, thread }: ReplyWriter,
  notice: { opId: string; build: (text: MailText) => Message },
): Promise<void> {
  const { opId, build } = notice
  const { team, outbox, languages, settings } = scope
  const own = build(mailTextIn(await languages.ofPerson(team, user)))
  const direct = { team, user, opId: `${opId}:direct`, message: own }
  const anchor = await findThreadAnchor(scope, thread)
  if (anchor && (await isWriterGone(scope, user, anchor.channel))) {
    const text = mailTextIn(await languages.ofWorkspace(team))
    const message = await addressOthers(scope, text, { user, message: build(text) })
    return outbox.post({ team, opId, message, ...anchor, isBroadcast: true })
  }
  // If the channel mentions nobody, people are notified by direct message.
  if (!anchor || (await readChannelNotices(settings, team, anchor.channel)) === 'nothing')
    return outbox.postDirect(direct)
  const { channel, thread: head } = anchor
  const message = build(mailTextIn(await languages.ofConversation(team, channel, user)))
  return outbox.post({ team, opId, message, channel, thread: head, onRefused: refusedNoticeTask.of(direct) })
}

/** Delivers people's notices that Slack refused in their thread. */
export const writerNoticeFeature: ScopedFeature<MailScope> = {
  tasks: [scopedHandler(refusedNoticeTask, (scope, direct) => scope.outbox.postDirect(direct))],
}
