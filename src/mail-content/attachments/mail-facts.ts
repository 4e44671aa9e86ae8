import { z } from 'zod'

const partySchema = z.object({ name: z.string().exactOptional(), address: z.string() })

const momentSchema = z.object({
  /** An instant; absent for a whole day, and where the time zone is unknown. */
  at: z.number().exactOptional(),
  /** `2026-07-10` or `2026-07-10T10:00`, as written. */
  local: z.string(),
  /** The zone that `local` is in, as the sender calls it. */
  zone: z.string().exactOptional(),
})
export type EventMoment = z.infer<typeof momentSchema>

/** The purpose of an invitation; stored, frozen. */
export const eventMethods = ['invitation', 'update', 'cancellation', 'answer', 'counter', 'entry'] as const
export type EventMethod = (typeof eventMethods)[number]

const eventSchema = z.object({
  method: z.string(),
  title: z.string(),
  start: momentSchema.exactOptional(),
  end: momentSchema.exactOptional(),
  where: z.string().exactOptional(),
  organizer: partySchema.exactOptional(),
  /** The first people, each with their answer. */
  people: z.array(partySchema.extend({ answer: z.string().exactOptional() })),
  peopleCount: z.number(),
  /** `daily`, `weekly`, … */
  repeats: z.string().exactOptional(),
  /** How many other appointments the file has. */
  others: z.number().exactOptional(),
})
export type EventFacts = z.infer<typeof eventSchema>

const contactSchema = z.object({
  name: z.string(),
  organization: z.string().exactOptional(),
  addresses: z.array(z.string()),
  phones: z.array(z.string()),
})
export type ContactFacts = z.infer<typeof contactSchema>

const bounceSchema = z.object({
  recipients: z.array(
    z.object({ address: z.string(), status: z.string().exactOptional(), said: z.string().exactOptional() }),
  ),
  /** The reply that did not arrive, and the link to its card. */
  reply: z.string().exactOptional(),
  link: z.string().exactOptional(),
})
export type BounceFacts = z.infer<typeof bounceSchema>

/** Facts from the attachments of a mail: text from outside, sanitized and short. */
export const mailFactsSchema = z.object({
  event: eventSchema.exactOptional(),
  contacts: z.array(contactSchema).exactOptional(),
  bounce: bounceSchema.exactOptional(),
})
export type MailFacts = z.infer<typeof mailFactsSchema>
