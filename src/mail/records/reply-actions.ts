import type { AccessAction } from '../../access/actions.ts'
import { isSameAddress } from './address.ts'
import { type DeliveryState, type DeliveryStatus, stateBeforeSent } from './replies/delivery-status.ts'
import { isAnswerable, type Mail } from './mail/mail.ts'
import { mayHaveLeft, needsAdmin, type Reply } from './replies/reply.ts'
import type { MailText } from '../text/mail-text.ts'

/** What a person may be allowed or refused about mail. */
export type MailAccess = Extract<
  AccessAction,
  'mail.read' | 'mail.reply' | 'mail.release' | 'mail.approve' | 'mail.administer'
>

/** One button: where it is offered, and how it looks there. */
export interface ActionRow<Subject> {
  /** Frozen: messages already posted carry it. */
  actionId: string
  /** What a person must be allowed to do for it; `mail.read` is asked for restricted mail only. */
  needs: MailAccess
  label(this: void, text: MailText): string
  style?: 'primary' | 'danger'
  confirm?(this: void, text: MailText): { title: string; text: string; yes: string; no: string }
  isAllowed(this: void, subject: Subject): boolean
}

/** What decides about the buttons of a reply. A state that a later version wrote allows nothing. */
export interface ReplySituation {
  state: DeliveryState['is']
  /** Asking again under the same key still finds the first attempt. */
  canLookUp: boolean
  wasSentAgain: boolean
  /** Mail bounced, and nobody has sent a newer version because of that. */
  hasBounced: boolean
  /** Only an admin can change what keeps it from leaving. */
  needsAdmin: boolean
  /** The time that was chosen for it is over. */
  isOverdue: boolean
}

/** The situation that the card shows; `successor`: the newer version of the reply. */
export const situationOf = (
  reply: Reply,
  status: DeliveryStatus,
  { canLookUp, successor }: { canLookUp: boolean; successor?: Reply | undefined },
): ReplySituation => ({
  state: status.state.is,
  canLookUp,
  wasSentAgain: reply.again !== undefined,
  hasBounced: status.bounced.some(
    (bounce) => reply.again === undefined || (successor && isMissedBy(successor, bounce)),
  ),
  needsAdmin: needsAdmin(reply),
  isOverdue: reply.isOverdue ?? false,
})

/** Whether it bounced after this version was written, which does not go to that address. */
const isMissedBy = ({ at, to, cc, bcc }: Reply, bounce: { address: string; at: number }): boolean =>
  bounce.at > at && ![...to, ...cc, ...bcc].some((one) => isSameAddress(one.address, bounce.address))

/** The situation by the reply's own record, for the task that carries out a click. */
export const situationBeforeSent = (reply: Reply, canLookUp: boolean): ReplySituation => ({
  state: stateBeforeSent(reply),
  canLookUp,
  wasSentAgain: reply.again !== undefined,
  hasBounced: false,
  needsAdmin: needsAdmin(reply),
  isOverdue: reply.isOverdue ?? false,
})

/** What a task does with a reply on a click; frozen. */
export const replyVerbs = ['cancel', 'stop', 'look', 'again', 'drop'] as const
export type ReplyVerb = (typeof replyVerbs)[number]

export interface ReplyAction extends ActionRow<ReplySituation> {
  /** What the task behind a click does to the reply; without it the button opens the reply form or does something else. */
  click?: {
    verb: ReplyVerb
    /** `repeatId`: the id of the reply that repeats this one. */
    change(this: void, reply: Reply, repeatId: string): Reply
  }
}

function lookUpAgain(reply: Reply): Reply {
  const { trouble: _, clashedAt: __, ...rest } = reply
  return { ...rest, state: 'sending', clashes: 0, looks: reply.looks + 1 }
}

const editAndSendAgain = {
  actionId: 'mail.edit',
  needs: 'mail.reply' as const,
  label: (text: MailText) => text.replyCard.edit,
}

/** For a problem at the mailbox that only an admin can solve. */
export const tellAdmins: ReplyAction = {
  actionId: 'mail.tell_admins',
  needs: 'mail.reply',
  label: ({ replyCard }) => replyCard.tellAdmins,
  isAllowed: (situation) => situation.needsAdmin && !situation.wasSentAgain,
}

/** Opens what leaves for somebody who may approve it. */
export const reviewReply: ReplyAction = {
  actionId: 'mail.review',
  needs: 'mail.approve',
  label: ({ approval }) => approval.review,
  style: 'primary',
  isAllowed: ({ state }) => state === 'awaiting',
}

/** What people do with a reply that leaves at a chosen time; `planned`: it leaves then although a mail came. Frozen. */
export const scheduleVerbs = ['now', 'planned', 'time'] as const
export type ScheduleVerb = (typeof scheduleVerbs)[number]

/** A button of a reply that leaves at a chosen time. */
export interface ScheduleAction extends ActionRow<ReplySituation> {
  verb: ScheduleVerb
  /** As the audit names it; frozen. */
  act: string
}

const waitsForTime = (state: ReplySituation['state']): boolean => state === 'scheduled' || state === 'paused'

/** Every such button, in the order in which it is shown. */
export const scheduleActions: ScheduleAction[] = [
  {
    verb: 'now',
    act: 'send_now',
    actionId: 'mail.send_now',
    needs: 'mail.reply',
    label: ({ schedule }) => schedule.sendNow,
    isAllowed: ({ state }) => waitsForTime(state),
  },
  {
    verb: 'planned',
    act: 'send_planned',
    actionId: 'mail.send_planned',
    needs: 'mail.reply',
    label: ({ schedule }) => schedule.sendPlanned,
    isAllowed: ({ state, isOverdue }) => state === 'paused' && !isOverdue,
  },
  {
    verb: 'time',
    act: 'change_time',
    actionId: 'mail.send_time',
    needs: 'mail.reply',
    label: ({ schedule }) => schedule.changeTime,
    isAllowed: ({ state }) => waitsForTime(state),
  },
]

/** The row of a verb. */
export function findScheduleAction(verb: ScheduleVerb): ScheduleAction {
  const action = scheduleActions.find((one) => one.verb === verb)
  if (!action) throw new Error(`no action ${verb}`)
  return action
}

/** Every button of a reply's card, in the order in which it is shown. */
export const replyActions: ReplyAction[] = [
  reviewReply,
  ...scheduleActions,
  {
    ...editAndSendAgain,
    label: ({ schedule }) => schedule.edit,
    isAllowed: ({ state }) => waitsForTime(state),
  },
  {
    click: { verb: 'cancel', change: (reply) => ({ ...reply, state: 'cancelled' }) },
    actionId: 'mail.cancel',
    needs: 'mail.reply',
    label: ({ replyCard }) => replyCard.cancel,
    isAllowed: ({ state }) => ['awaiting', 'scheduled', 'paused', 'held'].includes(state),
  },
  {
    click: {
      verb: 'stop',
      // Before its first attempt nothing can have left: each attempt is recorded before it is made.
      change: (reply) => ({ ...reply, state: mayHaveLeft(reply) ? 'unknown' : 'failed' }),
    },
    actionId: 'mail.stop',
    needs: 'mail.reply',
    label: ({ replyCard }) => replyCard.stopTrying,
    isAllowed: ({ state }) => state === 'retrying' || state === 'checking',
  },
  {
    ...editAndSendAgain,
    style: 'primary',
    isAllowed: ({ state, wasSentAgain }) => (state === 'failed' || state === 'rejected') && !wasSentAgain,
  },
  { ...editAndSendAgain, isAllowed: ({ state, wasSentAgain }) => state === 'cancelled' && !wasSentAgain },
  tellAdmins,
  {
    click: { verb: 'look', change: lookUpAgain },
    actionId: 'mail.look',
    needs: 'mail.reply',
    label: ({ replyCard }) => replyCard.look,
    style: 'primary',
    isAllowed: ({ state, canLookUp }) => state === 'unknown' && canLookUp,
  },
  {
    click: { verb: 'again', change: (reply, repeatId) => ({ ...reply, state: 'dropped', again: repeatId }) },
    actionId: 'mail.again',
    needs: 'mail.reply',
    label: ({ replyCard }) => replyCard.again,
    confirm: ({ replyCard: { againAsk, againText, again, keep } }) => ({
      title: againAsk,
      text: againText,
      yes: again,
      no: keep,
    }),
    isAllowed: ({ state }) => state === 'unknown',
  },
  {
    click: { verb: 'drop', change: (reply) => ({ ...reply, state: 'dropped' }) },
    actionId: 'mail.drop',
    needs: 'mail.reply',
    label: ({ replyCard }) => replyCard.drop,
    style: 'danger',
    confirm: ({ replyCard: { dropAsk, dropText, drop, keep } }) => ({
      title: dropAsk,
      text: dropText,
      yes: drop,
      no: keep,
    }),
    isAllowed: ({ state }) => state === 'unknown',
  },
]

/** Below the addresses that bounced, and in the notices to the writer. */
export const editAfterFailure: ReplyAction = {
  ...editAndSendAgain,
  style: 'primary',
  isAllowed: ({ hasBounced }) => hasBounced,
}

export interface MailAction extends ActionRow<Mail> {
  opens: 'reply' | 'replyToAll' | 'wholeText' | 'files'
}

/** Every button of a mail in its thread, in the order in which it is shown. */
export const mailActions: MailAction[] = [
  {
    actionId: 'mail.reply',
    needs: 'mail.reply',
    opens: 'reply',
    label: (text) => text.reply,
    style: 'primary',
    isAllowed: isAnswerable,
  },
  {
    actionId: 'mail.reply_all',
    needs: 'mail.reply',
    opens: 'replyToAll',
    label: (text) => text.replyAll,
    isAllowed: (mail) => isAnswerable(mail) && mail.to.length + mail.cc.length > 1,
  },
  {
    actionId: 'mail.read',
    needs: 'mail.read',
    opens: 'wholeText',
    label: (text) => text.readAll,
    isAllowed: () => true,
  },
  {
    actionId: 'mail.files',
    needs: 'mail.read',
    opens: 'files',
    label: (text) => text.getFiles,
    isAllowed: ({ attachments }) => attachments.length > 0,
  },
]
