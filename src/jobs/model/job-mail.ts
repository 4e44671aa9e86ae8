import { z } from 'zod'
import { openEnum } from '../../store/open-enum.ts'

/** The mail that a job was started from. */
export const jobMailSchema = z.object({
  thread: z.string(),
  /** The key of the mail. */
  mail: z.string(),
  subject: z.string(),
  /** The conversation that shows it, and its message there. */
  channel: z.string().exactOptional(),
  ts: z.string().exactOptional(),
  /** The cards of mail that link to the job. */
  cards: z.array(z.object({ kind: z.string(), id: z.string() })),
})

/** What became of the mail that sends a job’s pull request. */
export const pullRequestReplySchema = z.object({
  /** The id of the reply. */
  id: z.string(),
  /** When it was written: a newer one takes the place of an older one. */
  at: z.number(),
  state: openEnum(['underway', 'sent', 'delivered', 'bounced', 'failed', 'unknown', 'withdrawn']),
  /** Whom it did not reach. */
  lost: z.array(z.string()),
})

/** The list that names the jobs of a mail; frozen. */
export const mailScope = (mail: string): string => `mail-${mail}`
