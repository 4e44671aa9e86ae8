import type { AccessAnswer, Act, AskOptions } from '../../access/authorize.ts'
import type { AccessAction } from '../../access/actions.ts'
import { returnIfRefused } from '../../core/errors.ts'
import { withinQuestionTime } from '../../core/question-time.ts'
import { cardKinds } from '../action-ids.ts'
import { isQuarantined, type Mail } from '../records/mail/mail.ts'
import { findChannel, findReaderChannel } from '../records/mail/placement.ts'
import type { Reply } from '../records/replies/reply.ts'
import { hashReplyContent } from '../records/replies/reply-content.ts'
import type { MailScope } from '../mail-scope.ts'

interface Person {
  user: string
}

/** The person who acts, and the conversation; `opId` is derived from the task or the click. */
export interface ActingPerson extends Person {
  opId: string
  /** Undefined or empty outside of conversations. */
  channel?: string | undefined
  threadTs?: string | undefined
}

/** An act, by the access it needs and its verb. */
export interface WantedAction {
  action: AccessAction
  verb: string
}

/** Answering a mail: permission is asked when the form is sent, and the act is recorded once the outcome is known. */
export const sendingReply: WantedAction = { action: 'mail.reply', verb: 'send' }

interface Shown {
  channel: string
  ts: string
}

/** Limit for finding a link to the object, which is only a help. */
const LINK_TIMEOUT_MS = 500

async function buildAct(
  scope: MailScope,
  actor: ActingPerson,
  { action, verb }: WantedAction,
  about: { inbox?: string; object: Act['object']; conversation?: Act['conversation']; shown?: Shown | undefined },
): Promise<Act> {
  const { user, opId, channel, threadTs } = actor
  const { inbox, object, conversation, shown } = about
  const ts = threadTs ?? (shown?.channel === channel ? shown?.ts : undefined)
  const asked = shown && scope.slack.conversations.permalink(scope.team, shown.channel, shown.ts)
  const link = asked && (await withinQuestionTime(LINK_TIMEOUT_MS, asked))
  return {
    team: scope.team,
    user,
    opId,
    action,
    verb,
    conversation,
    object: { ...object, ...(link !== undefined && { link }) },
    ...(inbox !== undefined && { inbox }),
    ...(channel && { location: { channel, ...(ts !== undefined && { ts }) } }),
  }
}

/**
 * The channel that decides who can read a mail thread. While the thread waits for another one, this is its last channel, or the one that did not
 * accept it.
 */
export async function findThreadChannel(
  { mailStore }: Pick<MailScope, 'mailStore' | 'team'>,
  id: string,
): Promise<string | undefined> {
  const thread = await mailStore.findThread(id)
  return thread && findReaderChannel(thread)
}

/**
 * The conversation that a person must be able to read for acts on a mail thread. While the thread waits for a channel, none suffices for a person of
 * another organization: its last channel may be shared with them.
 */
async function findConversation(
  { team, mailStore, people }: MailScope,
  id: string,
  user: string,
): Promise<Act['conversation']> {
  const thread = await mailStore.findThread(id)
  if (!thread) return undefined
  const channel = findReaderChannel(thread)
  if (channel === undefined || findChannel(thread) !== undefined) return channel
  const person = await people.person(team, user).catch(returnIfRefused(undefined))
  return person?.kind === 'external' ? [] : channel
}

/** Finds the conversation that shows a mail to a person, and its message there. Restricted mail is outside its thread. */
async function findWhereShown(
  scope: MailScope,
  { user }: Person,
  key: string,
  mail: Mail,
): Promise<{ conversation: Act['conversation']; shown: Shown | undefined }> {
  const { team, cards, routes } = scope
  if (!isQuarantined(mail)) {
    const shown = await cards.findNewestMessage({ team, kind: cardKinds.threadHead, id: mail.thread })
    return { conversation: await findConversation(scope, mail.thread, user), shown }
  }
  const shown = await cards.findNewestMessage({ team, kind: cardKinds.quarantined, id: key })
  const route = shown ?? mail.held?.listed ?? (await routes.findQuarantineChannel()) ?? (await routes.findRoute(mail))
  return { conversation: route?.channel, shown }
}

/** The name in the audit of a mail or reply without a record: an id that only a client named is not recorded. */
const UNKNOWN_ID = 'unknown'

/** Describes an act on a mail. The inbox and the conversation are those of the record, if there is one. */
export async function buildMailAct(
  scope: MailScope,
  actor: ActingPerson,
  doing: WantedAction,
  { key, mail }: { key: string; mail: Mail | undefined },
): Promise<Act> {
  if (!mail) return buildAct(scope, actor, doing, { object: { kind: 'mail', id: UNKNOWN_ID } })
  const where = await findWhereShown(scope, actor, key, mail)
  return buildAct(scope, actor, doing, { inbox: mail.inboxId, object: { kind: 'mail', id: key }, ...where })
}

/** Describes an act on a reply, in the conversation of the mail that it answers, if there is a record. */
export async function buildReplyAct(
  scope: MailScope,
  actor: ActingPerson,
  doing: WantedAction,
  { id, reply }: { id: string; reply: Reply | undefined },
): Promise<Act> {
  if (!reply) return buildAct(scope, actor, doing, { object: { kind: 'reply', id: UNKNOWN_ID } })
  const { team, cards } = scope
  const conversation = await findConversation(scope, reply.thread, actor.user)
  const shown =
    (await cards.findNewestMessage({ team, kind: cardKinds.reply, id })) ??
    (await cards.findNewestMessage({ team, kind: cardKinds.threadHead, id: reply.thread }))
  return buildAct(scope, actor, doing, {
    inbox: reply.inboxId,
    object: { kind: 'reply', id },
    conversation,
    shown,
  })
}

/** Describes the sending of a reply, by the person who had it sent, in the conversation of its mail. */
export async function buildSendingAct(scope: MailScope, { id, reply }: { id: string; reply: Reply }): Promise<Act> {
  const thread = await scope.mailStore.findThread(reply.thread)
  const channel = thread && findChannel(thread)
  const actor = { team: scope.team, user: reply.by ?? reply.user, opId: `mail.send:${id}`, channel }
  return buildReplyAct(scope, actor, sendingReply, { id, reply })
}

/** Records that a reply was sent, with the hash of its content, or that it was refused for good; once, however often it is tried. */
export async function recordSending(
  scope: MailScope,
  { id, reply }: { id: string; reply: Reply },
  outcome: 'done' | 'failed',
): Promise<void> {
  const act = await buildSendingAct(scope, { id, reply })
  await scope.authorizer.recordAct(act, { outcome, ...(outcome === 'done' && { text: hashReplyContent(reply) }) })
}

/** The id of an inbox in the audit, without its address. Frozen: records contain it. */
export const formatInboxId = ({ keyedHash }: Pick<MailScope, 'keyedHash'>, inbox: string): string =>
  keyedHash('inbox', inbox.toLowerCase())

/** The channels of a new mail from an inbox: that of an earlier version in `thread`, if there is one. */
export const listWritingChannels = async (
  scope: MailScope,
  inbox: string,
  thread: string | undefined,
): Promise<string[]> => {
  const channel = thread === undefined ? undefined : await findThreadChannel(scope, thread)
  return channel === undefined ? scope.routes.listInboxChannels(inbox) : [channel]
}

/**
 * Describes a new mail from an inbox. The writer must be able to read a channel of the inbox, or the one of an earlier version in `thread`. Asked with
 * `askToSend`: from an inbox without a channel, only its admins may write.
 */
export async function buildNewMailAct(
  scope: MailScope,
  actor: ActingPerson,
  inbox: string,
  thread?: string,
): Promise<Act> {
  const conversation = await listWritingChannels(scope, inbox, thread)
  const object = { kind: 'inbox' as const, id: formatInboxId(scope, inbox) }
  return buildAct(scope, actor, sendingReply, { inbox, object, conversation })
}

/** The id in the audit for all rules. Frozen: records contain it. */
const ALL_RULES = 'rule'

/** Describes a change of an inbox's setup; without an inbox, of all mail. */
export function buildSetupAct(
  scope: MailScope,
  actor: ActingPerson,
  doing: WantedAction,
  inbox: string | undefined,
): Promise<Act> {
  if (inbox === undefined) return buildAct(scope, actor, doing, { object: { kind: 'mailbox', id: doing.verb } })
  const id = formatInboxId(scope, inbox)
  return buildAct(scope, actor, doing, { inbox, object: { kind: 'inbox', id } })
}

/** The kind of the object in the audit for waiting mail that moved. Frozen: records contain it. */
export const WAITING_MAIL = 'waiting_mail'

/** Describes, for its record, that waiting mail of a channel, or of an inbox by its id, moved to another channel. */
export const buildMoveAct = (act: Act, from: string, to: string): Act => ({
  ...act,
  verb: 'move_waiting',
  object: { kind: WAITING_MAIL, id: `${from}:${to}` },
})

/** The channel or inbox, and the channel, in the id of waiting mail that moved. */
export function readMoveId(id: string): { from: string | undefined; to: string | undefined } {
  const [from, to] = id.split(':')
  return { from, to }
}

/** Describes a change of a rule; without an id, of all rules. */
export const buildRuleAct = (scope: MailScope, actor: ActingPerson, verb: string, rule = ALL_RULES) =>
  buildAct(scope, actor, { action: 'mail.administer', verb }, { object: { kind: 'rule', id: rule } })

/** Describes a change of a channel's saved reply. Permitted to people who may reply to mail and can read the channel. */
export const buildSavedAct = (
  scope: MailScope,
  actor: ActingPerson,
  verb: string,
  { id, channel }: { id: string; channel: string },
) =>
  buildAct(scope, actor, { action: 'mail.reply', verb }, { object: { kind: 'saved_reply', id }, conversation: channel })

/** Describes a change of what is known about an address; the audit has only the id of its record. */
export const buildSuppressionAct = (
  scope: MailScope,
  actor: ActingPerson,
  id: string | undefined,
  inbox: string | undefined,
) =>
  buildAct(
    scope,
    actor,
    { action: 'mail.administer', verb: 'unsuppress' },
    { object: { kind: 'suppression', id: id ?? UNKNOWN_ID }, ...(inbox !== undefined && { inbox }) },
  )

/** Whether a person may read a mail: ordinary mail with its conversation. For restricted mail, the policy decides, and the reading is recorded. */
export async function askToOpenMail(scope: MailScope, act: Act, mail: Mail): Promise<AccessAnswer> {
  const { authorizer } = scope
  if (!isQuarantined(mail)) return authorizer.askToRead(act, act.conversation)
  const answer = await authorizer.ask(act)
  if (answer.is === 'allowed') await authorizer.recordAct(act)
  return answer
}

/** Whether a person may read the conversation that shows a mail. */
export async function askToReadMail(
  scope: MailScope,
  person: Person,
  { key, mail }: { key: string; mail: Mail },
  options: AskOptions,
): Promise<AccessAnswer> {
  const { conversation } = await findWhereShown(scope, person, key, mail)
  return scope.authorizer.askToRead({ team: scope.team, user: person.user }, conversation, options)
}
