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
  const { stuckAlerts = [] } = reply.approval ?? {}
  await editAlerts(scope, { id, reply }, { alerts: stuckAlerts, edit: 'ended' }, async (text) =>
    describeApproval(text, reply, await nameDecider(scope, text, reply)),
  )
}

/**
 * Shows in the messages about a waiting reply that nobody could approve whether somebody can now, and whether an approval would send it; in those of
 * earlier times, that nobody can again. Safe to repeat.
 */
async function showInAlerts(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const {
    request,
    isStuck = false,
    stuckRounds = 0,
    stuckAlerts = [],
    alertsShow,
    askedSenderless,
  } = reply.approval ?? {}
  const isSenderless = askedSenderless === true
  const shows = isStuck ? `stuck-${stuckRounds}` : `solved-${stuckRounds}${isSenderless ? '-senderless' : ''}`
  if (reply.state !== 'awaiting' || stuckAlerts.length === 0 || alertsShow === shows) return
  const alerts = isStuck ? stuckAlerts.filter(({ opId }) => !isOfRound(opId, nameRound(id, reply))) : stuckAlerts
  await editAlerts(scope, { id, reply }, { alerts, edit: `${shows}-${scope.clock.now()}` }, async (text) => {
    if (isStuck) return text.approval.stuckAgain
    if (!isSenderless) return text.approval.canBeApproved
    const writer = await readQuietName(text, scope.people, scope.team, reply.by ?? reply.user)
    return text.approval.canBeReviewed({ writer })
  })
  await scope.replyStore.replies.update(id, (now) =>
    now?.approval && now.approval.request === request
      ? { ...now, approval: { ...now.approval, alertsShow: shows } }
      : undefined,
  )
}

async function editAlerts(
  scope: OutboundScope,
  { id }: { id: string; reply: Reply },
  { alerts, edit }: { alerts: Alert[]; edit: string },
  describe: (text: MailText) => Promise<string>,
): Promise<void> {
  const { team, languages } = scope
  for (const { opId, user } of alerts) {
    const text = mailTextIn(await (user === undefined ? languages.ofWorkspace(team) : languages.ofPerson(team, user)))
    const message = await identify(scope, text, { id, user, opId }, textMessage(await describe(text)))
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
  user === undefined || opId.startsWith(OUTSIDE) ? message : identifyReply(scope, text, { reader: user, id }, message)

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
  for (const one of outside) {
    const { approval, unnamed } = mailTextIn(await languages.ofPerson(team, one))
    const sentence = approval.outside({ writer: await readQuietName({ unnamed }, people, team, user) })
    await outbox.postDirect({
      team,
      user: one,
      opId: nameOutside(round, one),
      message: textMessage(sentence),
    })
  }
  const outsiders = outside.map((one): Alert => ({ opId: nameOutside(round, one), user: one }))
  // A writer who is an admin gets one message.
  if (alerts.some((alert) => alert.user === user)) return [...alerts, ...outsiders]
  const text = mailTextIn(await languages.ofPerson(team, user))
  const sentence = text.approval.nobodyForWriter({ to: nameAll(text) })
  const message = await identifyReply(scope, text, { reader: user, id }, textMessage(sentence))
  await outbox.postDirect({ team, user, opId, message })
  return [...alerts, ...outsiders, { opId, user }]
}

const OUTSIDE = 'mail.approval_outside:'
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
