import { withinDeadline } from '../../core/question-time.ts'
import {
  findReceivingChannels,
  type OutgoingMail,
  type ReceivingChannel,
} from '../placement/routing/receiving-channels.ts'
import type { Mail } from '../records/mail/mail.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { findReaderChannel } from '../records/mail/placement.ts'
import type { MailText } from '../text/mail-text.ts'
import type { OutboundScope } from './outbound-scope.ts'

/** Names the readers of a mail in another inbox's channel, for one person. */
interface OtherReaders extends ReceivingChannel {
  sentence: string
}

interface PersonReading {
  user: string
  text: MailText
}

/**
 * Names the people who will be able to read a mail because it also goes to other inboxes of the workspace, each of which posts it in its own channel.
 * Nothing if everyone in the workspace can read its thread anyway. `answered` is the mail that it answers or forwards; without a subject, it has that
 * one's.
 */
export async function nameOtherReaders(
  scope: OutboundScope,
  person: PersonReading,
  answered: { mail: Mail; thread: MailThread },
  {
    to,
    cc,
    bcc,
    subject = answered.mail.subject,
  }: Pick<OutgoingMail, 'to' | 'cc' | 'bcc'> & { subject?: string | undefined },
): Promise<OtherReaders[]> {
  const { inboxId, own } = answered.mail
  const here = findReaderChannel(answered.thread)
  const from = { address: own ?? inboxId }
  const receiving = await findReceivingChannels(scope, { inboxId, from, to, cc, bcc, subject })
  const others = receiving.filter(({ channel }) => channel !== here)
  if (others.length === 0 || (here !== undefined && (await isPublic(scope, here)))) return []
  return Promise.all(others.map(async (one) => ({ ...one, sentence: await nameReaders(scope, person, one) })))
}

const isPublic = async ({ team, people }: OutboundScope, channel: string): Promise<boolean> =>
  (await withinDeadline(people.channel(team, channel)))?.isPrivate === false

/** A channel that the person can't read, or that Slack does not describe in time, is not named. */
async function nameReaders(
  scope: OutboundScope,
  { user, text: { compose } }: PersonReading,
  { inbox, channel: id }: ReceivingChannel,
): Promise<string> {
  const { team, people, access } = scope
  const channel = await withinDeadline(people.channel(team, id))
  if (channel?.isPrivate === false) return compose.readers.everyone({ channel: channel.name, inbox })
  return channel && (await withinDeadline(access.mayRead(team, user, id)))
    ? compose.readers.members({ channel: channel.name, inbox })
    : compose.readers.hidden({ inbox })
}
