import { z } from 'zod'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import { openEnum } from '../../../store/open-enum.ts'
import { ruleMarkSchema } from '../rule-conditions.ts'
import { mailFactsSchema } from '../../../mail-content/attachments/mail-facts.ts'

/** The mailbox's ids of one mail. */
export interface MailRef {
  inboxId: string
  threadId: string
  messageId: string
}

/** The key of a mail, made from its inbox and the service's id, never from its subject. */
export const createMailKey = (keyedHash: KeyedHash, inboxId: string, messageId: string): string =>
  keyedHash('mail', inboxId, messageId)

/** A person's mail address in a record. */
export const partySchema = z.object({ name: z.string().exactOptional(), address: z.string() })

const attachment = z.object({
  id: z.string().optional(),
  name: z.string(),
  size: z.number().optional(),
  type: z.string().optional(),
  isInline: z.boolean(),
})

/** Facts about the sender that people should see; stored. */
export const badgeNames = [
  'spam',
  'blocked',
  'unauthenticated',
  'external',
  'first_contact',
  'reply_to_differs',
  'look_alike',
  'claimed_name',
] as const
export type Badge = (typeof badgeNames)[number]

/** How a domain resembles a known one: by its letters, by a typing slip, by its ending, or by its beginning; stored. */
export const likenessNames = ['letters', 'slip', 'suffix', 'prefix'] as const
export type DomainLikeness = (typeof likenessNames)[number]

/** Kinds of mail that programs send, or that carry an appointment; stored. */
export const mailKindNames = ['bounce', 'list', 'auto_reply', 'calendar'] as const
export type MailKind = (typeof mailKindNames)[number]

/** Why a mail is not shown openly: the mailbox's reasons, or a rule. */
const restriction = openEnum(['spam', 'blocked', 'unauthenticated', 'rule'])
export type MailRestriction = z.infer<typeof restriction>

/** Stored by the keyed hash of the mail's id. */
export const mailSchema = z.object({
  thread: z.string(),
  inboxId: z.string(),
  threadId: z.string(),
  messageId: z.string(),
  /** The inbox's own mail address, if known. */
  own: z.string().exactOptional(),
  at: z.number(),
  /** When it was stored, if that was long after its own time, as in an import. */
  storedAt: z.number().exactOptional(),
  from: partySchema,
  replyTo: z.array(partySchema),
  to: z.array(partySchema),
  cc: z.array(partySchema),
  /** How many more recipients the mail has. */
  leftOut: z.number().exactOptional(),
  /** How many of those are copied. */
  leftOutCc: z.number().exactOptional(),
  subject: z.string(),
  /** The whole body as received; both are absent if it could not be fetched. */
  text: z.string().optional(),
  html: z.string().optional(),
  /** The part that the service reports as newly written, if it does. */
  newText: z.string().optional(),
  newHtml: z.string().optional(),
  preview: z.string().optional(),
  /** The reading of the body for cards and forms, as JSON. Another version reads the body again. */
  reading: z.object({ version: z.number(), found: z.string() }).exactOptional(),
  isFetched: z.boolean(),
  /** Set if the mailbox refused to return the body. */
  isRefused: z.boolean().exactOptional(),
  /** Set if the body was larger than what is kept; without `text` and `html`, larger than what is read. */
  isCut: z.boolean().exactOptional(),
  attachments: z.array(attachment),
  headers: z.record(z.string(), z.string()),
  /** The mailbox's labels of the mail when it came. */
  labels: z.array(z.string()).exactOptional(),
  kinds: z.array(openEnum(mailKindNames)).exactOptional(),
  /** Set if the mail came from the inbox's own address: a copy of outgoing mail. */
  isOwn: z.boolean().exactOptional(),
  /** The reply that sends this mail, if it was written in Slack and began its thread. */
  reply: z.string().exactOptional(),
  /** Facts from the attachments; absent until they are read. */
  facts: mailFactsSchema.exactOptional(),
  badges: z.array(openEnum(badgeNames)),
  /** Set if most mail of the inbox comes from outside, which makes the badge meaningless. */
  isExternalUsual: z.boolean().exactOptional(),
  /** The domain that the sender's domain resembles. */
  looksLike: z.string().optional(),
  likeness: openEnum(likenessNames).exactOptional(),
  /** The domain that the sender's name claims, or the address where everyone can have one. */
  claims: z.string().exactOptional(),
  /** Set if the sender, from outside, has the name of a colleague. */
  claimsMember: z.boolean().exactOptional(),
  /** How many mails of the thread the service knows, including this one. */
  count: z.number().optional(),
  restriction: restriction.optional(),
  /** Restricted mail is quarantined (`held`) until a person releases or deletes it. */
  held: z
    .object({
      state: openEnum(['held', 'released', 'deleted']),
      by: z.string().optional(),
      at: z.number(),
      /** The click that decided. */
      click: z.string().exactOptional(),
      /** Set if too many came together to show this one as a card. */
      listed: z
        .object({
          at: z.number(),
          channel: z.string(),
          /** The list; absent while the mail waits to be added to one. */
          digest: z.string().exactOptional(),
          /** The copy of the mail's card that is posted when somebody opens it. */
          card: z.number().exactOptional(),
        })
        .exactOptional(),
    })
    .optional(),
  /** Set once the mailbox was asked to welcome the sender. */
  isWelcome: z.literal(true).exactOptional(),
  /** The rule that quarantined the mail. */
  heldBy: ruleMarkSchema.exactOptional(),
})
/** A received mail. */
export type Mail = z.infer<typeof mailSchema>

/** The time from which a mail is kept, in epoch milliseconds: its own, or when it was stored or decided about. */
export const keptSince = ({ at, storedAt = 0, held }: Pick<Mail, 'at' | 'storedAt' | 'held'>): number =>
  Math.max(at, storedAt, held?.at ?? 0)

/** Whether an attachment is a picture between the lines; any other attachment is a file. */
export const isInlinePicture = ({ isInline, name, type }: Mail['attachments'][number]): boolean =>
  isInline && (type === undefined ? /\.(?:png|jpe?g|gif|webp|bmp|heic|tiff?)$/i.test(name) : type.startsWith('image/'))

/** Whether a mail is restricted and nobody has released it: no answer is offered, and its links are not clickable. */
export const isQuarantined = ({ restriction, held }: Mail): boolean =>
  restriction !== undefined && held?.state !== 'released'

/**
 * Whether the mail was written in Slack and, as far as is known, not sent: only the people in its Slack thread see it, and nothing else may use its
 * text or recipients.
 */
export const isUnsent = ({ reply, messageId }: Pick<Mail, 'reply' | 'messageId'>): boolean =>
  reply !== undefined && messageId === ''

/** Whether people can answer a mail. A mail written in Slack can be answered once it has been sent. */
export const isAnswerable = (mail: Mail): boolean => !isQuarantined(mail) && mail.messageId !== ''

/** Whether a mail was deleted. Its text is gone for good and is never fetched again. */
export const isDeleted = ({ held }: Mail): boolean => held?.state === 'deleted'

/**
 * Whether a program wrote this mail, or it is our own: nobody waits for an answer. The mail is shown in one line and only in the thread, and does not
 * reopen a thread. An invitation counts as written by a person.
 */
export const isAutomatic = ({ kinds = [], isOwn = false }: Mail): boolean =>
  isOwn || (kinds.length > 0 && !kinds.includes('calendar'))

/**
 * Whether the writer would expect an answer to take this mail into account, so it stops a scheduled reply. Out-of-office notes, bounces and copies of
 * our own mail don't; mail from a list does.
 */
export const stopsReplies = (mail: Mail): boolean =>
  !isQuarantined(mail) &&
  !(mail.isOwn ?? false) &&
  !(mail.kinds ?? []).some((kind) => kind === 'bounce' || kind === 'auto_reply')

/** Whether a badge warns that the sender imitates a known one, by domain or by name. */
export const warnsOfImitation = (badge: Badge): boolean => badge === 'look_alike' || badge === 'claimed_name'

/** Whether the sender imitates a known one. */
export const isImitation = ({ badges }: Pick<Mail, 'badges'>): boolean => badges.some(warnsOfImitation)

/** Whether links are shown as text: for quarantined mail, and for a sender who imitates a known one. */
export const hasDisabledLinks = (mail: Mail): boolean => isQuarantined(mail) || isImitation(mail)
