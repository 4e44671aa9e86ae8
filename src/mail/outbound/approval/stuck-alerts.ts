import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { type Approvers, isNobody, nameDecider } from '../../access/find-approvers.ts'
import { describeApproval } from '../../cards/replies/describe-approval.ts'
import { type Alert, sendAdminAlerts } from '../../notify/admin-alerts.ts'
import { identifyReply } from '../../notify/identify-reply.ts'
import { nameRequest } from '../../records/replies/reply-approval.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/**
 * Records whether anyone can approve the reply, and alerts its writer and the admins if nobody can; their messages are edited once somebody can. Safe
 * to repeat.
 */
export async function noteWhetherStuck(
  scope: OutboundScope,
  { id, reply }: { id: string; reply: Reply },
  approvers: Approvers,
): Promise<void> {
  const isStuck = isNobody(approvers)
  const noted = await scope.replyStore.replies.update(id, (now) => now && markStuck(now, isStuck))
  if (!noted?.approval || noted.approval.request !== reply.approval?.request) return undefined
  await showInAlerts(scope, id, noted)
  if (!isStuck) return
  const alerts = await reportNobodyCan(scope, id, noted, approvers)
  const { request } = noted.approval
  const alerted = await scope.replyStore.replies.update(id, (now) =>
    now?.approval && now.approval.request === request ? addAlerts(now, alerts) : undefined,
  )
  // The request may have ended while its alerts were on their way.
  if (alerted && alerted.state !== 'awaiting') await closeStuckAlerts(scope, id, alerted)
}

function markStuck(reply: Reply, isStuck: boolean): Reply | undefined {
  const { approval } = reply
  if (!approval || (approval.isStuck ?? false) === isStuck) return undefined
  const round = approval.stuckRounds ?? 0
  return { ...reply, approval: { ...approval, isStuck, ...(isStuck && { stuckRounds: round + 1 }) } }
}

function addAlerts(reply: Reply, alerts: Alert[]): Reply | undefined {
  const { approval } = reply
  const known = approval?.stuckAlerts ?? []
  const others = alerts.filter(({ opId }) => !known.some((one) => one.opId === opId))
  return approval && others.length > 0
    ? { ...reply, approval: { ...approval, stuckAlerts: [...known, ...others] } }
    : undefined
}

/** Shows in the messages about a reply that nobody could approve how its request ended. Safe to repeat. */
export async function closeStuckAlerts(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  await editAlerts(scope, { id, reply }, 'ended', async (text, { opId }) => {
    const decider = await nameDecider(scope, text, reply)
    if (!isOutside(opId)) return describeApproval(text, reply, decider)
    return describeForOutside(scope, text, reply, describeApproval(text, reply, decider, { isApprover: true }))
  })
}

/**
 * Shows in the messages about a waiting reply that nobody could approve whether somebody can now, and whether an approval would send it; in those of
 * earlier times, that nobody can again. Safe to repeat.
 */
async function showInAlerts(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const { approval } = reply
  const { request, isStuck = false, stuckRounds = 0, stuckAlerts = [], alertsShow, askedSenderless } = approval ?? {}
  const shows = `${isStuck ? 'stuck' : 'solved'}-${stuckRounds}${askedSenderless === true ? '-senderless' : ''}`
  if (reply.state !== 'awaiting' || stuckAlerts.length === 0 || alertsShow === shows) return
  await editAlerts(scope, { id, reply }, `${shows}-${scope.clock.now()}`, (text, { opId }) => {
    const isNewest = isStuck && isOfRound(opId, nameRound(id, reply))
    return isOutside(opId)
      ? describeOutside(scope, text, reply, isNewest)
      : describeInside(scope, text, reply, isNewest)
  })
  await scope.replyStore.replies.update(id, (now) =>
    now?.approval && now.approval.request === request
      ? { ...now, approval: { ...now.approval, alertsShow: shows } }
      : undefined,
  )
}

/** Describes to the writer or an admin whether somebody can approve a reply; undefined if the message shows it already. */
async function describeInside(scope: OutboundScope, text: MailText, reply: Reply, isNewest: boolean) {
  const { isStuck, askedSenderless } = reply.approval ?? {}
  if (isStuck) return isNewest ? undefined : text.approval.stuckAgain
  if (!askedSenderless) return text.approval.canBeApproved
  return text.approval.canBeReviewed({ writer: await nameSender(scope, text, reply) })
}

/** Describes the same to an approver outside the channel of a reply; they need not ask a writer who is gone. */
async function describeOutside(scope: OutboundScope, text: MailText, reply: Reply, isNewest: boolean): Promise<string> {
  const { isStuck, askedSenderless } = reply.approval ?? {}
  if (isNewest && !askedSenderless) return text.approval.outside({ writer: await nameWriter(scope, text, reply) })
  const is = askedSenderless ? 'senderless' : isStuck ? 'nobody' : 'other'
  const end = text.approval.outsideState({ is, writer: await nameSender(scope, text, reply) })
  return describeForOutside(scope, text, reply, end)
}

/** Names a reply to an approver outside its channel, who may not know its subject and recipients, and its fate. */
const describeForOutside = async (scope: OutboundScope, text: MailText, reply: Reply, end: string): Promise<string> =>
  text.approval.outsideEnd({
    writer: await nameWriter(scope, text, reply),
    inbox: escapeMrkdwn(reply.inboxId),
    end,
  })

const nameWriter = ({ people, team }: OutboundScope, text: MailText, { user }: Reply): Promise<string> =>
  readQuietName(text, people, team, user)

const nameSender = ({ people, team }: OutboundScope, text: MailText, { user, by = user }: Reply): Promise<string> =>
  readQuietName(text, people, team, by)

/** Edits the messages for which there is a sentence. */
async function editAlerts(
  scope: OutboundScope,
  { id, reply }: { id: string; reply: Reply },
  edit: string,
  describe: (text: MailText, alert: Alert) => Promise<string | undefined>,
): Promise<void> {
  const { team, languages } = scope
  for (const alert of reply.approval?.stuckAlerts ?? []) {
    const { opId, user } = alert
    const text = mailTextIn(await (user === undefined ? languages.ofWorkspace(team) : languages.ofPerson(team, user)))
    const sentence = await describe(text, alert)
    if (sentence === undefined) continue
    const message = await identify(scope, text, { id, user, opId }, textMessage(sentence))
    await scope.outbox.replace({ team, opId, edit, message })
  }
}

/** Adds which reply a message is about; nothing in a channel or for a person outside it, who may not know its recipients. */
const identify = (
  scope: OutboundScope,
  text: MailText,
  { id, user, opId }: { id: string; user: string | undefined; opId: string },
  message: Message,
): Message | Promise<Message> =>
  user === undefined || isOutside(opId) ? message : identifyReply(scope, text, { reader: user, id }, message)

/** Notifies the writer and the admins that the reply is not sent until the approvers are changed. Returns the messages. */
async function reportNobodyCan(
  scope: OutboundScope,
  id: string,
  reply: Reply,
  { outside }: Approvers,
): Promise<Alert[]> {
  const { team, languages, outbox, people } = scope
  const { user, to, cc, bcc, inboxId } = reply
  const inbox = escapeMrkdwn(inboxId)
  const nameAll = (text: MailText) => escapeMrkdwn(nameRecipients(text, [...to, ...cc, ...bcc]))
  const round = nameRound(id, reply)
  const opId = `mail.approval_nobody:${round}`
  const alerts = await sendAdminAlerts(scope, `mail.approval_nobody:${round}:admin`, async (text, admin) => {
    const sentence =
      admin === user
        ? text.approval.nobodyForWriterAsAdmin({ to: nameAll(text), inbox })
        : text.approval.nobodyForAdmins({ writer: await readQuietName(text, people, team, user), inbox })
    return identify(scope, text, { id, user: admin, opId }, textMessage(sentence))
  })
  // Nothing is sent for a writer who is gone, and they can add nobody.
  const invited = reply.approval?.askedSenderless ? [] : outside
  for (const one of invited) {
    const text = mailTextIn(await languages.ofPerson(team, one))
    const sentence = text.approval.outside({ writer: await nameWriter(scope, text, reply) })
    await outbox.postDirect({
      team,
      user: one,
      opId: nameOutside(round, one),
      message: textMessage(sentence),
    })
  }
  const outsiders = invited.map((one): Alert => ({ opId: nameOutside(round, one), user: one }))
  // A writer who is an admin gets one message.
  if (alerts.some((alert) => alert.user === user)) return [...alerts, ...outsiders]
  const text = mailTextIn(await languages.ofPerson(team, user))
  const sentence = text.approval.nobodyForWriter({ to: nameAll(text) })
  const message = await identifyReply(scope, text, { reader: user, id }, textMessage(sentence))
  await outbox.postDirect({ team, user, opId, message })
  return [...alerts, ...outsiders, { opId, user }]
}

const OUTSIDE = 'mail.approval_outside:'
const isOutside = (opId: string): boolean => opId.startsWith(OUTSIDE)
const nameOutside = (round: string, user: string): string => `mail.approval_outside:${round}:${user}`

/** Whether a message is about this time that nobody could approve the request. The first name begins the others. */
const isOfRound = (opId: string, round: string): boolean => {
  const writer = `mail.approval_nobody:${round}`
  const admins = `mail.approval_nobody:${round}:admin`
  if (opId === writer || opId === admins || opId.startsWith(`${admins}:`)) return true
  return opId.startsWith(`${OUTSIDE}${round}:`) && !opId.startsWith(`${OUTSIDE}${round}:round-`)
}

/** Names the time that nobody can approve a request: the first one as the request, whose ids are frozen. */
function nameRound(id: string, { approval }: Reply): string {
  const request = nameRequest(id, approval)
  const round = approval?.stuckRounds ?? 1
  return round > 1 ? `${request}:round-${round}` : request
}
