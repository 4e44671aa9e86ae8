import { z } from 'zod'
import { type Clock, wasSetBack } from '../../../core/clock.ts'
import type { Json } from '../../../core/json.ts'
import { openEnum } from '../../../store/open-enum.ts'
import { partySchema } from '../mail/mail.ts'
import { signatureNames } from '../writing-settings.ts'

const at = z.number()

const sendProblemSchema = z.object({
  code: z.string(),
  text: z.string(),
  who: openEnum(['writer', 'admin', 'service']),
  fix: z.string().optional(),
  said: z.string().optional(),
  docs: z.string().optional(),
  upgradeUrl: z.string().optional(),
  /** Names the sentence that each reader gets in their own language; `text` is for versions that do not know it. */
  reason: z.string(),
  facts: z.object({
    code: z.string(),
    permission: z.string().exactOptional(),
    limit: z.number().exactOptional(),
    resource: z.string().exactOptional(),
    suspendedFor: z.string().exactOptional(),
    entry: z.string().exactOptional(),
    said: z.string().exactOptional(),
    fields: z.array(z.string()).exactOptional(),
    file: z.string().exactOptional(),
    others: z.array(z.string()).exactOptional(),
  }),
})
/** The code of an internal error; stored, frozen. */
export const INTERNAL_ERROR = 'internal'

/** Why a send failed. */
export type SendProblem = z.infer<typeof sendProblemSchema>

/** The text that a person wrote, and the mail that it answers or forwards. These fields alone determine the mail that is sent. */
export const replyContentSchema = z.object({
  thread: z.string(),
  /** The mail that is answered or forwarded; empty for a new one. */
  mail: z.string(),
  inboxId: z.string(),
  /** The mailbox's id of that mail; empty for a new one. */
  messageId: z.string(),
  user: z.string(),
  userName: z.string(),
  to: z.array(partySchema),
  cc: z.array(partySchema),
  bcc: z.array(partySchema),
  /** The rich text as written in Slack, for Edit and send again. */
  written: z.custom<Json>((value) => value !== undefined),
  text: z.string(),
  html: z.string(),
  files: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      size: z.number().optional(),
      /** The person who attached the file, if not the writer: it was kept from the replaced reply. */
      by: z.string().exactOptional(),
    }),
  ),
  /** Absent for an answer to a mail. */
  kind: openEnum(['forward', 'new']).exactOptional(),
  /** Set for a forward or a new mail; the mailbox makes the subject of an answer. */
  subject: z.string().exactOptional(),
  replyTo: z.array(partySchema).exactOptional(),
  labels: z.array(z.string()).exactOptional(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  /** Added below the text, with its separator; not shown in Slack. */
  signature: z.object({ text: z.string(), html: z.string() }).exactOptional(),
  /** The signature that the writer chose, for Edit and send again; absent for the usual one. */
  signedAs: openEnum(signatureNames).exactOptional(),
  /** The earlier mail that is quoted below the text; not shown in Slack again. */
  quoted: z.object({ text: z.string(), html: z.string() }).exactOptional(),
  /** Attached files of received mail: the key of the mail and the mailbox's id of the file. */
  mailFiles: z
    .array(z.object({ mail: z.string(), id: z.string(), name: z.string(), size: z.number().exactOptional() }))
    .exactOptional(),
  /** Files that the mailbox fetches from a public address. */
  links: z.array(z.object({ url: z.string(), name: z.string() })).exactOptional(),
  /** The job whose pull request it sends. */
  job: z.string().exactOptional(),
})
/** The content of a mail that a person wrote. */
export type ReplyContent = z.infer<typeof replyContentSchema>

const examinedLinkSchema = z.object({ hash: z.string(), size: z.number(), type: z.string() })
/** The file that an address served when approval was requested: the hash of its content, its size in bytes and its content type. */
export type ExaminedLink = z.infer<typeof examinedLinkSchema>

/** A request for approval. Without a verdict, it still waits, or the writer took the reply back. */
const approvalSchema = z.object({
  askedAt: at,
  expiresAt: at,
  /** The hash of the content shown to the approvers; only that may be sent. */
  hash: z.string(),
  /** Hashes of attached files that can be edited in Slack, by file id, from the time when the first person was asked. */
  files: z.record(z.string(), z.string()).exactOptional(),
  /** The files that addresses served at that time, by address; only these are sent. */
  links: z.record(z.string(), examinedLinkSchema).exactOptional(),
  /** Why the app requested it by itself, for the notice to the writer: approval was turned on, or there was news after an approval. */
  why: openEnum(['switchedOn', 'askedAgain']).exactOptional(),
  /** The news that came after the earlier approval. */
  news: openEnum(['mail', 'address']).exactOptional(),
  /** The request before this one, if it was approved: its messages show that it no longer counts. */
  before: z
    .object({
      request: z.number().exactOptional(),
      asked: z.array(z.string()),
      reminded: z.array(z.string()),
      askedAgain: z.record(z.string(), z.number()).exactOptional(),
      /** Absent if nobody is named. */
      by: z.string().exactOptional(),
    })
    .exactOptional(),
  /** How many requests came before this one: the time was changed after an approval. */
  request: z.number().exactOptional(),
  /** Set if the text was approved before, and the time was changed after that. */
  isTimeOnly: z.literal(true).exactOptional(),
  /** Everyone who wrote or edited this text before it was sent; none of them may approve it. */
  authors: z.array(z.string()),
  /** The people who were asked by direct message. */
  asked: z.array(z.string()).exactOptional(),
  reminded: z.array(z.string()).exactOptional(),
  /** The role in which the messages to the people who were asked show them; `back` until they show a person who can approve again. */
  askedAs: z.record(z.string(), openEnum(['one', 'only', 'former', 'back'])).exactOptional(),
  /** Whether these messages show that the sender can no longer send the reply. */
  askedSenderless: z.boolean().exactOptional(),
  /** How often each person was asked again, because they could approve again after their messages showed that they couldn't. */
  askedAgain: z.record(z.string(), z.number()).exactOptional(),
  /** Set if its channel was asked to take over when the request ended, because the writer is gone. */
  hasOthersNotice: z.boolean().exactOptional(),
  /** Set if nobody could approve the reply when approvers were last looked up. */
  isStuck: z.boolean().exactOptional(),
  /** How often nobody could approve the reply, and the messages about it: to a person, or in the default channel. */
  stuckRounds: z.number().exactOptional(),
  stuckAlerts: z.array(z.object({ opId: z.string(), user: z.string().exactOptional() })).exactOptional(),
  /** Names what these messages show. */
  alertsShow: z.string().exactOptional(),
  decided: z
    .object({
      verdict: openEnum(['approved', 'declined', 'edited', 'expired', 'off']),
      at,
      /** Absent if nobody decided it. */
      by: z.string().exactOptional(),
      /** The newest mail of the thread that the person had seen, or nothing if the reply answers that. Absent in records of earlier versions. */
      seen: z.string().exactOptional(),
      /** The submission that decided it. */
      click: z.string().exactOptional(),
      /** Shown on the card, and to the writer, unchanged. */
      reason: z.string().exactOptional(),
    })
    .exactOptional(),
})
/** A request that someone else approves a reply. */
export type Approval = z.infer<typeof approvalSchema>

/**
 * `notAllowed`: the writer lacked the permission. `changedLater`: it differed from its preview. `overtaken`: the version that it replaces was approved
 * first, or replaced by another one. `tooLate`: the scheduled version that it replaces was sent. `noChannel`: no channel can show it. `secondVersion`:
 * its form was submitted before with other content.
 */
const refusalSchema = openEnum(['notAllowed', 'changedLater', 'overtaken', 'tooLate', 'noChannel', 'secondVersion'])

/** Why a reply was refused when it was created. */
export type Refusal = z.infer<typeof refusalSchema>

/** Stored by id. Enums are open, so a record of a later version can be read. */
export const replySchema = z.object({
  ...replyContentSchema.shape,
  at,
  /** The idempotency key: made with the record, sent with every attempt. */
  key: z.string(),
  /**
   * `awaiting`: someone else must approve it. `scheduled`: it is sent at `dueAt`. `paused`: a mail came before that time, or before a delayed reply
   * could be sent, and the writer is asked.
   */
  state: openEnum([
    'awaiting',
    'scheduled',
    'paused',
    'held',
    'sending',
    'sent',
    'failed',
    'unknown',
    'cancelled',
    'dropped',
  ]),
  /** When the hold ends, or when a scheduled reply is sent. */
  dueAt: at,
  /** Hash of the request's bytes, to prove that a repeated request is the same. */
  bodyHash: z.string().optional(),
  firstTriedAt: at.optional(),
  lastTriedAt: at.optional(),
  tries: z.number(),
  /** Attempts that certainly sent nothing: the connection was refused, or the service was too busy. */
  harmlessTries: z.number().optional(),
  /** How often, and since when, the service answered that the first attempt is still in flight. */
  clashes: z.number(),
  clashedAt: at.optional(),
  /** How often a person asked to look up the outcome. */
  looks: z.number(),
  trouble: sendProblemSchema.optional(),
  sentAt: at.optional(),
  sentId: z.string().optional(),
  /** The mailbox's thread of the sent mail. */
  sentThread: z.string().exactOptional(),
  /** The reply that replaces this one. */
  again: z.string().optional(),
  /** The reply that this one replaces. The card of the replaced reply shows the outcome of this one. */
  replaces: z.string().exactOptional(),
  /** Set if the thread is done once the reply was sent. */
  closes: z.boolean().exactOptional(),
  /** Set if it goes only to people brought in by us alone: it answers nothing that the customer wrote. */
  aside: z.boolean().exactOptional(),
  /** The person who had the reply sent, if not the writer: it repeats a reply. */
  by: z.string().exactOptional(),
  /** The last click that changed the reply. */
  lastClick: z.string().exactOptional(),
  /** Earlier clicks that set the time, the newest last; they change nothing if they are repeated. */
  earlierClicks: z.array(z.string()).exactOptional(),
  /** The hash of what its form had in it, to recognize other content of the same form. */
  version: z.string().exactOptional(),
  /** Why the reply was refused when it was created. Only its writer sees it, and can take its text again. */
  refusal: refusalSchema.exactOptional(),
  /** The send time that the writer chose, if not immediately. */
  sendAt: at.exactOptional(),
  /** The mail that stopped the reply before that time. */
  pausedBy: z.string().exactOptional(),
  /** The mail after which the writer was first asked what to do, at the current time. */
  askedAfter: z.string().exactOptional(),
  /** The addresses that stopped the reply: since its time was set, mail to them bounced, was complained about or was blocked. */
  refusedBy: z.array(z.string()).exactOptional(),
  /** Set if the time passed while the reply was stopped. */
  isOverdue: z.boolean().exactOptional(),
  /**
   * The newest mail of the thread that was shown to the person who had the reply sent or chose its time. In records of earlier versions, absent if the
   * writer chose no time.
   */
  seen: z.string().exactOptional(),
  /** How often the time was changed, and when last; a task for an earlier time sends nothing. */
  schedules: z.number().exactOptional(),
  scheduledAt: at.exactOptional(),
  /** The number of the time at which its sender may not send it, because they left or lost the permission: somebody else has to take it over. */
  senderless: z.number().exactOptional(),
  /** The number of the time for which the writer was last asked by direct message, because the reply was stopped. */
  askedDirectly: z.number().exactOptional(),
  /** The people who were last asked instead, because the writer is gone and no channel shows the thread, and the number of the time. */
  askedOthers: z.object({ schedule: z.number(), people: z.array(z.string()) }).exactOptional(),
  /** The direct messages that offered the writer to take the reply back, each with the state that it shows. */
  cancelOffers: z.array(z.object({ opId: z.string(), shows: z.string() })).exactOptional(),
  /** The messages that returned a bounced, rejected or refused reply to the writer, by their op ids; they offer to send it again. */
  alerts: z.array(z.string()).exactOptional(),
  /** The messages that asked the admins to solve the problem that kept the reply from being sent. */
  adminRequests: z.array(z.object({ opId: z.string(), user: z.string().exactOptional() })).exactOptional(),
  /**
   * The last act of a person that set the time, took the reply back, stopped its attempts or dismissed it, with the number of the time then, and when a
   * reply was taken back. Absent in records of earlier versions.
   */
  decision: z
    .object({
      verb: openEnum(['now', 'planned', 'time', 'cancel', 'stop', 'drop']),
      by: z.string(),
      schedules: z.number(),
      at: z.number().exactOptional(),
    })
    .exactOptional(),
  approval: approvalSchema.exactOptional(),
  /** How many requests there were, if the last one no longer counts: the time was changed while no approval was needed. */
  requests: z.number().exactOptional(),
  /** Everyone who wrote or edited the reply, if not the writer alone and no approval has been needed yet. */
  authors: z.array(z.string()).exactOptional(),
  /** The keys of the mails as which other inboxes of the workspace received it. Absent in records of earlier versions. */
  copies: z.array(z.string()).exactOptional(),
})
/** A mail that a person sends from Slack. */
export type Reply = z.infer<typeof replySchema>

/** Whether an attempt may have sent the mail although its answer was lost: no later refusal proves that nothing was sent. */
export const mayHaveLeft = ({ tries, harmlessTries = 0 }: Reply): boolean => tries > harmlessTries

/** Since when the reply has waited for its current time. */
export const waitsSince = ({ at: writtenAt, scheduledAt = writtenAt }: Reply): number => scheduledAt

/**
 * When the writer last decided to send the reply: mail that came after that, in the undo window or during an approval, is not answered by it. A person
 * who sets a time has seen the mail that paused the reply.
 */
export const findDecisionTime = (reply: Reply): number =>
  reply.approval?.decided && reply.sendAt === undefined ? reply.at : waitsSince(reply)

/** Whether the reply waits for a time that its writer chose, or for the writer's answer after a mail came before that time. */
export const isScheduled = ({ state }: Reply): boolean => state === 'scheduled' || state === 'paused'

/** Whether a reply is in a state in which others are asked to take it over if its sender may no longer send it. */
export const mayLackSender = ({ state }: Reply): boolean => state === 'scheduled' || state === 'awaiting'

/** Whether a reply that is scheduled or awaits approval is only sent if somebody else takes it over: its sender left or lost the permission. */
export const lacksSender = (reply: Reply): boolean =>
  mayLackSender(reply) && reply.senderless === (reply.schedules ?? 0)

/** How late a reply can be sent that its writer expects to be sent immediately. */
const PROMPT_MS = 60_000

/**
 * Whether a reply without a chosen time has been due for more than a minute, because of an outage for example: its writer no longer knows what it is
 * sent after. If the clock was set back, nobody knows for how long.
 */
export const isDelayed = ({ state, sendAt, dueAt }: Reply, clock: Clock): boolean =>
  sendAt === undefined &&
  (state === 'held' || state === 'sending') &&
  (clock.now() - dueAt > clock.scaled(PROMPT_MS) || (state === 'sending' && wasSetBack(clock, dueAt)))

/** Whether the chosen time of a reply that is stopped now has passed. */
export const isPastDue = (reply: Reply, clock: Clock): boolean =>
  isDelayed(reply, clock) || (reply.sendAt ?? reply.dueAt) <= clock.now()

/** Whether the reply waits for its chosen time, has been due since then or is delayed, and was certainly not sent: news can still stop it. */
export const canBePaused = (reply: Reply, clock: Clock): boolean =>
  isScheduled(reply) ||
  (!mayHaveLeft(reply) &&
    (isDelayed(reply, clock) || (reply.sendAt !== undefined && (reply.state === 'held' || reply.state === 'sending'))))

/** Whether a person took the reply back, and nobody expects it. */
export const isWithdrawn = ({ state }: Pick<Reply, 'state'>): boolean => state === 'cancelled' || state === 'dropped'

/** Whether a mail answers nothing that the customer wrote: a forward, or an answer to people brought in by us alone. */
export const answersNobody = ({ kind, aside = false }: Pick<Reply, 'kind' | 'aside'>): boolean =>
  kind === 'forward' || aside

/** Whether a mail answers the customer; a new one begins the conversation. */
export const answersCustomer = (reply: Pick<Reply, 'kind' | 'aside'>): boolean =>
  reply.kind === undefined && !answersNobody(reply)

/** Whether a reply reached nobody, and never will. */
export const isNeverSent = (reply: Reply): boolean => isWithdrawn(reply) || reply.state === 'failed'

/** Whether a reply cannot be sent until an admin changes something at the mailbox. Internal errors reach the admins anyway. */
export const needsAdmin = ({ state, trouble }: Reply): boolean =>
  (state === 'failed' || state === 'sending') && trouble?.who === 'admin' && trouble.code !== INTERNAL_ERROR

/** Whether this reply may turn out to have been sent: it was tried, and no answer reported the outcome. */
export const isOutcomeOpen = (reply: Reply): boolean =>
  ['sending', 'unknown', 'dropped'].includes(reply.state) && reply.sentId === undefined && mayHaveLeft(reply)

/** Builds a reply that has not been tried, ignoring any send state in `content`. Without `holdMs`, it is sent immediately. */
export function buildReply(id: string, content: ReplyContent, now: number, holdMs?: number): Reply {
  return {
    ...replyContentSchema.parse(content),
    at: now,
    key: `bellhop-reply-${id}`,
    state: holdMs === undefined ? 'sending' : 'held',
    dueAt: now + (holdMs ?? 0),
    tries: 0,
    clashes: 0,
    looks: 0,
  }
}
