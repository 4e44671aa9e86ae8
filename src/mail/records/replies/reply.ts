import { z } from 'zod'
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
/** An error of our own; stored, frozen. */
export const INTERNAL_ERROR = 'internal'

/** Why a send failed. */
export type SendProblem = z.infer<typeof sendProblemSchema>

/** What a person wrote, and the mail that it answers or forwards: what leaves follows from these fields alone. */
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
      /** Who attached it, if not the writer: it was kept from the reply that this one replaces. */
      by: z.string().exactOptional(),
    }),
  ),
  /** Absent: it answers a mail. */
  kind: openEnum(['forward', 'new']).exactOptional(),
  /** Of a forward or a new mail; the mailbox makes the subject of an answer. */
  subject: z.string().exactOptional(),
  replyTo: z.array(partySchema).exactOptional(),
  labels: z.array(z.string()).exactOptional(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  /** Below the text, with what separates it; not shown in Slack. */
  signature: z.object({ text: z.string(), html: z.string() }).exactOptional(),
  /** Whose signature its writer chose, for Edit and send again; absent: the usual one. */
  signedAs: openEnum(signatureNames).exactOptional(),
  /** The earlier mail as it is quoted below the text; not shown in Slack again. */
  quoted: z.object({ text: z.string(), html: z.string() }).exactOptional(),
  /** Files of received mails that go along: the key of the mail and the mailbox's id of the file. */
  mailFiles: z
    .array(z.object({ mail: z.string(), id: z.string(), name: z.string(), size: z.number().exactOptional() }))
    .exactOptional(),
  /** Files that the mailbox fetches from a public address. */
  links: z.array(z.object({ url: z.string(), name: z.string() })).exactOptional(),
  /** The job whose pull request it sends. */
  job: z.string().exactOptional(),
})
/** What a person wrote, and the mail that it answers or forwards. */
export type ReplyContent = z.infer<typeof replyContentSchema>

/** How a request for approval ended; without a verdict it still waits, or its writer took the reply back. */
const approvalSchema = z.object({
  askedAt: at,
  expiresAt: at,
  /** Of what the approvers are shown; only that may leave. */
  hash: z.string(),
  /** Hashes of attached files that can be edited in Slack, by their ids, as they were when somebody was first asked. */
  files: z.record(z.string(), z.string()).exactOptional(),
  /** How many requests came before it: its time was changed after it was approved. */
  request: z.number().exactOptional(),
  /** Everybody who wrote or edited this text before it left; none of them may approve it. */
  authors: z.array(z.string()),
  /** The people who were told in their own messages. */
  asked: z.array(z.string()).exactOptional(),
  reminded: z.array(z.string()).exactOptional(),
  /** When they were looked for last, nobody could approve it. */
  isStuck: z.boolean().exactOptional(),
  decided: z
    .object({
      verdict: openEnum(['approved', 'declined', 'edited', 'expired', 'off']),
      at,
      /** Absent if nobody decided it. */
      by: z.string().exactOptional(),
      /** The submission that decided it. */
      click: z.string().exactOptional(),
      /** The writer reads it as it was written. */
      reason: z.string().exactOptional(),
    })
    .exactOptional(),
})
/** The request that somebody else approves a reply. */
export type Approval = z.infer<typeof approvalSchema>

/** Stored by id; enums are open, so that a record of a later version can be read. */
export const replySchema = z.object({
  ...replyContentSchema.shape,
  at,
  /** The idempotency key: made with the record, sent with every attempt. */
  key: z.string(),
  /** `awaiting`: somebody else must approve it. `scheduled`: it leaves at `dueAt`. `paused`: a mail came before that time, and its writer is asked. */
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
  /** When the hold ends, or a scheduled one leaves. */
  dueAt: at,
  /** Hash of the request's bytes, to prove that a repeated request is the same. */
  bodyHash: z.string().optional(),
  firstTriedAt: at.optional(),
  lastTriedAt: at.optional(),
  tries: z.number(),
  /** Of these, the ones that certainly sent nothing: the connection was refused, or the service was too busy. */
  harmlessTries: z.number().optional(),
  /** How often, and since when, the service answered that the first attempt is still in flight. */
  clashes: z.number(),
  clashedAt: at.optional(),
  /** How often a person had the outcome looked up. */
  looks: z.number(),
  trouble: sendProblemSchema.optional(),
  sentAt: at.optional(),
  sentId: z.string().optional(),
  /** The mailbox's thread that it left in. */
  sentThread: z.string().exactOptional(),
  /** The reply that replaces this one. */
  again: z.string().optional(),
  /** The reply that this one replaces, whose card says what became of it. */
  replaces: z.string().exactOptional(),
  /** Who had it sent, if not the writer: it repeats a reply. */
  by: z.string().exactOptional(),
  /** The last click that changed it. */
  lastClick: z.string().exactOptional(),
  /** The clicks before it that set its time, the newest last: repeated, they change nothing. */
  earlierClicks: z.array(z.string()).exactOptional(),
  /** Its writer was not allowed to send it: only they see it, and can take its text again. */
  isRefused: z.boolean().exactOptional(),
  /** When its writer wants it to leave, if not at once. */
  sendAt: at.exactOptional(),
  /** The mail that stopped it before that time. */
  pausedBy: z.string().exactOptional(),
  /** The addresses that stopped it: mail to them bounced, was complained about or was blocked since its time was set. */
  refusedBy: z.array(z.string()).exactOptional(),
  /** Its time passed while it was stopped. */
  isOverdue: z.boolean().exactOptional(),
  /** The newest mail of its thread that whoever chose the time had been shown. */
  seen: z.string().exactOptional(),
  /** How often its time was set anew, and when last: a task for an earlier time sends nothing. */
  schedules: z.number().exactOptional(),
  scheduledAt: at.exactOptional(),
  /** For which of these times its writer was last asked in their direct messages, because it was stopped. */
  askedDirectly: z.number().exactOptional(),
  approval: approvalSchema.exactOptional(),
  /** How many requests it has had, if the last one counts no more: its time was changed while nobody had to approve it. */
  requests: z.number().exactOptional(),
  /** Everybody who wrote or edited it, if it is not its writer alone and nobody had to approve it yet. */
  authors: z.array(z.string()).exactOptional(),
})
/** A mail that a person sends from Slack. */
export type Reply = z.infer<typeof replySchema>

/** Whether an attempt may have sent the mail although its answer was lost: no later refusal proves that nothing left. */
export const mayHaveLeft = ({ tries, harmlessTries = 0 }: Reply): boolean => tries > harmlessTries

/** Since when it has waited for the time that it has now. */
export const waitsSince = ({ at: writtenAt, scheduledAt = writtenAt }: Reply): number => scheduledAt

/** Whether it waits for a time that its writer chose, or for their answer to a mail that came before that. */
export const isScheduled = ({ state }: Reply): boolean => state === 'scheduled' || state === 'paused'

/** Whether a person took the reply back, so that nobody expects it any more. */
export const isWithdrawn = ({ state }: Reply): boolean => state === 'cancelled' || state === 'dropped'

/** Whether a reply doesn't leave until an admin changes something at the mailbox. Our own errors reach the admins anyway. */
export const needsAdmin = ({ state, trouble }: Reply): boolean =>
  (state === 'failed' || state === 'sending') && trouble?.who === 'admin' && trouble.code !== INTERNAL_ERROR

/** Whether this reply may turn out to have left: it was tried, and no answer said what became of it. */
export const isOutcomeOpen = (reply: Reply): boolean =>
  ['sending', 'unknown', 'dropped'].includes(reply.state) && reply.sentId === undefined && mayHaveLeft(reply)

/** Builds a reply that has not been tried, ignoring any send state in `content`. Without `holdMs` it leaves at once. */
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
