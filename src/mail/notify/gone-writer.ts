import { findPeopleToAsk, findWhomToAsk } from '../../access/whom-to-ask.ts'
import { isRefusal, UpstreamError } from '../../core/errors.ts'
import { contextBlock } from '../../slack/blocks/block-builders.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import { findReaderChannel } from '../records/mail/placement.ts'
import type { MailScope } from '../mail-scope.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'
import { identifyReply } from './identify-reply.ts'
import { findThreadAnchor } from './thread-anchor.ts'
import { withThreadLink } from './thread-link.ts'

/** The writer of a reply, and the mail thread that they answered. */
export interface ReplyWriter {
  user: string
  thread: string
}

type Place = Awaited<ReturnType<typeof findThreadAnchor>>

/**
 * Whether a person has left the workspace or the channel of their mail. Where the app cannot see the channel, or there is none, only people who left
 * the workspace are gone. Returns false if Slack does not answer.
 */
export async function isGone(
  { team, access, people }: MailScope,
  user: string,
  channel: string | undefined,
): Promise<boolean> {
  try {
    if (channel !== undefined && (await access.mayRead(team, user, channel))) return false
    const isVisible = channel !== undefined && (await people.channel(team, channel).then(() => true, isNotRefused))
    return isVisible || !(await access.mayUse(team, user))
  } catch (error) {
    if (error instanceof UpstreamError) return false
    throw error
  }
}

const isNotRefused = (error: unknown): boolean => {
  if (isRefusal(error)) return false
  throw error
}

/** The place for a notice to a writer, as `findThreadAnchor`, and whether the writer is gone: others must then look after their mail. */
export async function findWriterPlace(
  scope: MailScope,
  { user, thread: id }: ReplyWriter,
): Promise<{ anchor: Place; isWriterGone: boolean }> {
  const anchor = await findThreadAnchor(scope, id)
  const thread = await scope.mailStore.findThread(id)
  const channel = anchor?.channel ?? (thread && findReaderChannel(thread))
  return { anchor, isWriterGone: await isGone(scope, user, channel) }
}

/** The same for a notice with a decision about a reply: a writer who may no longer reply from its inbox can't take it, so others must. */
export async function findDecisionPlace(
  scope: MailScope,
  reply: ReplyWriter & { inboxId: string },
): Promise<{ anchor: Place; isWriterGone: boolean }> {
  const { team, access } = scope
  const place = await findWriterPlace(scope, reply)
  if (place.isWriterGone) return place
  const { isAllowed } = await access.decide({ team, user: reply.user, action: 'mail.reply', inbox: reply.inboxId })
  return { ...place, isWriterGone: !isAllowed }
}

/** Whether the writer of a reply certainly has access: they read its channel and may reply from its inbox. Returns false if Slack does not answer. */
async function hasAccess(
  scope: MailScope,
  { user, thread: id, inboxId }: ReplyWriter & { inboxId: string },
): Promise<boolean> {
  const { team, access, mailStore } = scope
  const thread = await mailStore.findThread(id)
  const channel = thread && findReaderChannel(thread)
  try {
    if (channel !== undefined && !(await access.mayRead(team, user, channel))) return false
    return (await access.decide({ team, user, action: 'mail.reply', inbox: inboxId })).isAllowed
  } catch (error) {
    if (error instanceof UpstreamError) return false
    throw error
  }
}

/** Adds to a question for others about a reply that they should take over, or that its writer, who was gone, is back. */
export async function addressOthersOrBack(
  scope: MailScope,
  text: MailText,
  { reply, message }: { reply: ReplyWriter & { inboxId: string }; message: Message },
): Promise<Message> {
  const { user } = reply
  if (!(await hasAccess(scope, reply))) return addressOthers(scope, text, { user, message })
  const line = text.writerNotices.back({ writer: await readQuietName(text, scope.people, scope.team, user) })
  return { text: message.text, blocks: [...message.blocks, ...contextBlock(line)] }
}

/** Adds to a message for a writer who is gone that others should take over. */
export async function addressOthers(
  { team, people }: Pick<MailScope, 'people' | 'team'>,
  text: MailText,
  { user, message }: { user: string; message: Message },
): Promise<Message> {
  const line = text.writerNotices.gone({ writer: await readQuietName(text, people, team, user) })
  return { text: message.text, blocks: [...message.blocks, ...contextBlock(line)] }
}

/**
 * The people to notify by direct message instead of a writer who is gone: the person who claimed the thread, or those who administer its inbox. Throws
 * if Slack does not answer.
 */
export async function findSuccessors(scope: MailScope, { user, thread: id }: ReplyWriter): Promise<string[]> {
  const { team, access, mailStore } = scope
  const thread = await mailStore.findThread(id)
  const claimer = thread?.owner?.user
  if (thread && claimer !== undefined && claimer !== user && !(await isGone(scope, claimer, findReaderChannel(thread))))
    return [claimer]
  const inbox = thread && { inbox: thread.inboxId }
  const { subjects } = await access.decide({ team, user, action: 'mail.administer', ...inbox })
  const people = await findPeopleToAsk(scope, team, await findWhomToAsk(scope, team, subjects))
  return people.filter((one) => one !== user)
}

/** The op id of a notice for one of the people who are notified instead of its writer. */
export const successorOpId = (opId: string, successor: string): string => `${opId}:others:${successor}`

/** Notifies the people who look after the thread of a writer who is gone by direct message, once per `opId`. `reply`: what it is about. */
export async function notifySuccessors(
  scope: MailScope,
  writer: ReplyWriter,
  { opId, build, reply }: { opId: string; build: (text: MailText) => Message | Promise<Message>; reply?: string },
): Promise<void> {
  const { team, languages, outbox, log } = scope
  const successors = await findSuccessors(scope, writer)
  for (const user of successors) {
    const text = mailTextIn(await languages.ofPerson(team, user))
    const built = await build(text)
    const message =
      reply === undefined
        ? await withThreadLink(scope, text, writer.thread, built)
        : await identifyReply(scope, text, { reader: user, id: reply }, built)
    await outbox.postDirect({ team, user, opId: successorOpId(opId, user), message })
  }
  if (successors.length === 0)
    log.error({ team, opId }, 'nobody to notify: the writer of a reply is gone, and there is no admin')
}
