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

/** The key of a mail: by its inbox and the service's id alone, never by subject. */
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

/** How a domain resembles a known one: by its letters, by a slip, by its ending, or because it begins with it; stored. */
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
  from: partySchema,
  replyTo: z.array(partySchema),
  to: z.array(partySchema),
  cc: z.array(partySchema),
  /** How many more recipients the mail has. */
  leftOut: z.number().exactOptional(),
  /** How many of those are copied. */
  leftOutCc: z.number().exactOptional(),
  subject: z.string(),
  /** The whole body as received; both are absent while it could not be fetched. */
  text: z.string().optional(),
  html: z.string().optional(),
  /** The part that the service takes for newly written, where it says so. */
  newText: z.string().optional(),
  newHtml: z.string().optional(),
  preview: z.string().optional(),
  /** What the reader of this version found in the body, for cards and forms, as JSON; another version reads anew. */
  reading: z.object({ version: z.number(), found: z.string() }).exactOptional(),
  isFetched: z.boolean(),
  /** The mailbox refused to hand out the body. */
  isRefused: z.boolean().exactOptional(),
  /** The body was larger than what is kept; without `text` and `html`, larger than what is read. */
  isCut: z.boolean().exactOptional(),
  attachments: z.array(attachment),
  headers: z.record(z.string(), z.string()),
  /** The mailbox's labels of the mail when it came. */
  labels: z.array(z.string()).exactOptional(),
  kinds: z.array(openEnum(mailKindNames)).exactOptional(),
  /** It came from the inbox's own address: a copy of what left from there. */
  isOwn: z.boolean().exactOptional(),
  /** It was written in Slack and began its thread: the reply that sends it. */
  reply: z.string().exactOptional(),
  /** What its attachments say; absent until they are read. */
  facts: mailFactsSchema.exactOptional(),
  badges: z.array(openEnum(badgeNames)),
  /** Most mails of the inbox come from outside, so that the badge says nothing. */
  isExternalUsual: z.boolean().exactOptional(),
  /** The domain that the sender's domain resembles. */
  looksLike: z.string().optional(),
  likeness: openEnum(likenessNames).exactOptional(),
  /** The domain that the sender's name says it comes from. */
  claims: z.string().exactOptional(),
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
    })
    .optional(),
  /** The rule that holds it back. */
  heldBy: ruleMarkSchema.exactOptional(),
})
/** One received mail. */
export type Mail = z.infer<typeof mailSchema>

/** A picture that its writer put between the lines; everything else that is attached is a file. */
export const isInlinePicture = ({ isInline, name, type }: Mail['attachments'][number]): boolean =>
  isInline && (type === undefined ? /\.(?:png|jpe?g|gif|webp|bmp|heic|tiff?)$/i.test(name) : type.startsWith('image/'))

/** Restricted mail that nobody has released: no answer is offered, and its links are not clickable. */
export const isQuarantined = ({ restriction, held }: Mail): boolean =>
  restriction !== undefined && held?.state !== 'released'

/** Not before it has left, if it was written in Slack. */
export const isAnswerable = (mail: Mail): boolean => !isQuarantined(mail) && mail.messageId !== ''

/** The text of a deleted mail is gone for good and is never fetched again. */
export const isDeleted = ({ held }: Mail): boolean => held?.state === 'deleted'

/**
 * A program wrote this mail, or it is our own: nobody waits for an answer to it. It is shown in one line, it does not take a thread up again,
 * and it is shown in the thread only. An invitation comes from a person, whoever sends it.
 */
export const isAutomatic = ({ kinds = [], isOwn = false }: Mail): boolean =>
  isOwn || (kinds.length > 0 && !kinds.includes('calendar'))

/**
 * Somebody wrote it who would expect that an answer takes it into account, so it stops an answer that was to leave later. Out-of-office notes,
 * bounces and copies of our own mail don't; a mail that came through a list does.
 */
export const stopsReplies = (mail: Mail): boolean =>
  !isQuarantined(mail) &&
  !(mail.isOwn ?? false) &&
  !(mail.kinds ?? []).some((kind) => kind === 'bounce' || kind === 'auto_reply')

/** The sender imitates a known one, by their domain or by their name. */
export const isImitation = ({ badges }: Pick<Mail, 'badges'>): boolean =>
  badges.includes('look_alike') || badges.includes('claimed_name')

/** Links of quarantined mail, and of a sender who imitates a known one, are shown as text. */
export const hasDisabledLinks = (mail: Mail): boolean => isQuarantined(mail) || isImitation(mail)
