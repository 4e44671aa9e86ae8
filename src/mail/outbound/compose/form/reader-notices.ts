import { withinDeadline } from '../../../../core/question-time.ts'
import { findReceivingChannels, type ReceivingChannel } from '../../../placement/routing/receiving-channels.ts'
import { findReaderChannel } from '../../../records/mail/placement.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { AnsweredMail } from '../fields/form-context.ts'
import { type FormNotice, noticeId } from '../fields/form-notice.ts'
import type { FormReader } from '../fields/form-reader.ts'
import type { RecipientLists } from '../fields/reply-form-state.ts'

/**
 * Names the people who can read a mail because it also goes to other inboxes of the workspace, each of which posts it in its own channel. Nothing if
 * everyone in the workspace can read its thread anyway.
 */
export async function findReaderNotices(
  scope: OutboundScope,
  reader: FormReader,
  {
    answered,
    recipients,
    subject,
  }: { answered: AnsweredMail; recipients: RecipientLists; subject: string | undefined },
): Promise<FormNotice[]> {
  const { mail, thread } = answered
  const { to, cc, bcc } = recipients
  const from = { address: mail.own ?? mail.inboxId }
  const outgoing = { inboxId: mail.inboxId, from, to, cc, bcc, subject: subject ?? mail.subject }
  const here = findReaderChannel(thread)
  const others = (await findReceivingChannels(scope, outgoing)).filter(({ channel }) => channel !== here)
  if (others.length === 0 || (here !== undefined && (await isPublic(scope, here)))) return []
  return Promise.all(
    others.map(async (receiving) => ({
      id: noticeId(scope, 'readers', receiving.inbox, receiving.channel),
      sentence: await nameReaders(scope, reader, receiving),
    })),
  )
}

const isPublic = async ({ team, people }: OutboundScope, channel: string): Promise<boolean> =>
  (await withinDeadline(people.channel(team, channel)))?.isPrivate === false

/** A channel that the person can't read, or that Slack does not describe in time, is not named. */
async function nameReaders(
  scope: OutboundScope,
  { user, text: { compose } }: FormReader,
  { inbox, channel: id }: ReceivingChannel,
): Promise<string> {
  const { team, people, access } = scope
  const channel = await withinDeadline(people.channel(team, id))
  if (channel?.isPrivate === false) return compose.readers.everyone({ channel: channel.name, inbox })
  return channel && (await withinDeadline(access.mayRead(team, user, id)))
    ? compose.readers.members({ channel: channel.name, inbox })
    : compose.readers.hidden({ inbox })
}
