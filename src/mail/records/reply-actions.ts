import { type ButtonRow, findAction, type MailAccess } from './action-row.ts'
import { isSameAddress } from './address.ts'
import { type DeliveryState, type DeliveryStatus, stateBeforeSent } from './replies/delivery-status.ts'
import { needsAdmin, type Reply } from './replies/reply.ts'
import { identifyStop } from './replies/reply-approval.ts'
import type { MailText } from '../text/mail-text.ts'

/** The facts that decide which buttons a reply has. A state of a later version allows none. */
export interface ReplySituation {
  state: DeliveryState['is']
  /** Set if another look can still settle what became of the first attempt. */
  canLookUp: boolean
  wasSentAgain: boolean
  /** Set if mail bounced and nobody has sent a newer version because of that. */
  hasBounced: boolean
  /** Set if only an admin can solve the problem that prevents sending. */
  needsAdmin: boolean
  /** Set if a person chose when it is sent. */
  hasChosenTime: boolean
  /** Set if the chosen time has passed. */
  isOverdue: boolean
  /** Identifies the mail or the addresses that have stopped the reply before its time; undefined if it isn't paused. */
  stop: string | undefined
}

/** The situation that the card shows; `successor` is the newer version of the reply. */
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
  hasChosenTime: reply.sendAt !== undefined,
  isOverdue: reply.isOverdue ?? false,
  stop: identifyStop(reply),
})

/** Whether mail bounced after this version was written, which is not sent to that address. */
const isMissedBy = ({ at, to, cc, bcc }: Reply, bounce: { address: string; at: number }): boolean =>
  bounce.at > at && ![...to, ...cc, ...bcc].some((one) => isSameAddress(one.address, bounce.address))

/** The situation according to the reply's own record, for the task that carries out a click. */
export const situationBeforeSent = (reply: Reply, canLookUp: boolean): ReplySituation => ({
  state: stateBeforeSent(reply),
  canLookUp,
  wasSentAgain: reply.again !== undefined,
  hasBounced: false,
  needsAdmin: needsAdmin(reply),
  hasChosenTime: reply.sendAt !== undefined,
  isOverdue: reply.isOverdue ?? false,
  stop: identifyStop(reply),
})

/** Verbs of the task that changes a reply on a click; frozen. */
export const replyVerbs = ['cancel', 'stop', 'look', 'again', 'drop'] as const
export type ReplyVerb = (typeof replyVerbs)[number]

/** Verbs for a reply that is sent at a chosen time. `planned`: send at that time, although a mail came. Frozen. */
export const scheduleVerbs = ['now', 'planned', 'time'] as const
export type ScheduleVerb = (typeof scheduleVerbs)[number]

/** The verbs of the acts in the audit; frozen. */
export const scheduleActNames: Record<ScheduleVerb, string> = {
  now: 'send_now',
  planned: 'send_planned',
  time: 'change_time',
}

/** A button of a reply. */
export type ReplyAction = ButtonRow<
  ReplySituation,
  ReplyVerb | ScheduleVerb | 'review' | 'edit' | 'undo_edit' | 'tell_admins'
> & {
  needs: MailAccess
}

const editAndSendAgain = {
  verb: 'edit',
  actionId: 'mail.edit',
  at: ['card'],
  needs: 'mail.reply',
  label: (text: MailText) => text.replyCard.edit,
  opensForm: true,
} as const

const waitsForTime = (state: ReplySituation['state']): boolean => state === 'scheduled' || state === 'paused'

/** Every button of a reply's card, in the order in which it is shown. */
export const replyActions: ReplyAction[] = [
  {
    verb: 'review',
    actionId: 'mail.review',
    at: ['card'],
    needs: 'mail.approve',
    label: ({ approval }) => approval.review,
    style: 'primary',
    isAllowed: ({ state }) => state === 'awaiting',
  },
  {
    verb: 'now',
    actionId: 'mail.send_now',
    at: ['card'],
    needs: 'mail.reply',
    label: ({ schedule }) => schedule.sendNow,
    findShown: ({ stop }) => stop,
    isAllowed: ({ state }) => waitsForTime(state),
  },
  {
    verb: 'planned',
    actionId: 'mail.send_planned',
    at: ['card'],
    needs: 'mail.reply',
    label: ({ schedule }) => schedule.sendPlanned,
    findShown: ({ stop }) => stop,
    isAllowed: ({ state, isOverdue }) => state === 'paused' && !isOverdue,
  },
  {
    verb: 'time',
    actionId: 'mail.send_time',
    at: ['card'],
    needs: 'mail.reply',
    label: ({ schedule }) => schedule.changeTime,
    findShown: ({ stop }) => stop,
    opensForm: true,
    isAllowed: ({ state, hasChosenTime }) => state === 'scheduled' || (state === 'paused' && hasChosenTime),
  },
  {
    ...editAndSendAgain,
    label: ({ schedule }) => schedule.edit,
    isAllowed: ({ state }) => waitsForTime(state) || state === 'awaiting',
  },
  {
    verb: 'cancel',
    actionId: 'mail.cancel',
    at: ['card'],
    needs: 'mail.reply',
    label: ({ replyCard }, situation) => (situation?.state === 'held' ? replyCard.undo : replyCard.cancel),
    isAllowed: ({ state }) => ['awaiting', 'scheduled', 'paused', 'held'].includes(state),
  },
  {
    verb: 'undo_edit',
    actionId: 'mail.undo_edit',
    at: ['card'],
    needs: 'mail.reply',
    label: ({ schedule }) => schedule.edit,
    opensForm: true,
    isAllowed: ({ state }) => state === 'held',
  },
  {
    verb: 'stop',
    actionId: 'mail.stop',
    at: ['card'],
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
  {
    verb: 'tell_admins',
    actionId: 'mail.tell_admins',
    at: ['card'],
    needs: 'mail.reply',
    label: ({ replyCard }) => replyCard.tellAdmins,
    isAllowed: (situation) => situation.needsAdmin && !situation.wasSentAgain,
  },
  {
    verb: 'look',
    actionId: 'mail.look',
    at: ['card'],
    needs: 'mail.reply',
    label: ({ replyCard }) => replyCard.look,
    style: 'primary',
    isAllowed: ({ state, canLookUp }) => state === 'unknown' && canLookUp,
  },
  {
    verb: 'again',
    actionId: 'mail.again',
    at: ['card'],
    needs: 'mail.reply',
    label: ({ replyCard }) => replyCard.again,
    asks: {
      actionId: 'mail.ask_again',
      words: ({ replyCard: { againAsk, againText, again } }) => ({ title: againAsk, text: againText, yes: again }),
    },
    isAllowed: ({ state }) => state === 'unknown',
  },
  {
    verb: 'drop',
    actionId: 'mail.drop',
    at: ['card'],
    needs: 'mail.reply',
    label: ({ replyCard }) => replyCard.drop,
    style: 'danger',
    asks: {
      actionId: 'mail.ask_drop',
      words: ({ replyCard: { dropAsk, dropText, drop } }) => ({ title: dropAsk, text: dropText, yes: drop }),
    },
    isAllowed: ({ state }) => state === 'unknown',
  },
]

/** Shown below the addresses that bounced, and in the notices to the writer. */
export const editAfterFailure: ReplyAction = {
  ...editAndSendAgain,
  style: 'primary',
  isAllowed: ({ hasBounced }) => hasBounced,
}

/** Reports a problem at the mailbox that only an admin can solve. */
export const tellAdmins = findAction(replyActions, 'tell_admins')
/** Opens the reply for a person who may approve it. */
export const reviewReply = findAction(replyActions, 'review')
/** Takes back a reply that has not been sent. */
export const cancelReply = findAction(replyActions, 'cancel')
/** Takes back a reply within its undo window, and opens it to be corrected. */
export const undoAndEditReply = findAction(replyActions, 'undo_edit')
/** Opens a reply that waits for approval to be corrected. Nothing is taken back until another version is sent: the button may be pressed much later. */
export const editAwaitingReply: ReplyAction = {
  ...editAndSendAgain,
  label: ({ schedule }) => schedule.edit,
  isAllowed: ({ state }) => state === 'awaiting',
}
