import { z } from 'zod'
import { openEnum } from '../../store/open-enum.ts'
import { composePrompt, promptSchema } from './job-prompt.ts'
import type { Job } from './job.ts'

export const followUpSchema = z.object({
  n: z.number(),
  text: z.string(),
  users: z.array(z.string()),
  /** The messages it was typed in, so that a repeated one adds nothing. */
  sources: z.array(z.string()),
  /** The text of each of them. */
  texts: z.array(z.string()),
  /** Sent instead of the text: the same text with quotes, which not everyone who sees the job may read. */
  prompt: promptSchema.optional(),
  state: openEnum(['gathering', 'waiting', 'sending', 'sent', 'unknown', 'refused', 'dropped']),
  attempt: z.number(),
  /** What became of this attempt: why it was refused, or how its answer was lost. */
  code: z.string().optional(),
  at: z.number(),
  asksToStop: z.boolean().optional(),
  /** Typed into the form, so its text is not in the thread yet. */
  isForm: z.boolean().optional(),
  wasWorking: z.boolean().optional(),
  /** The last click that decided about it, and who sent it again. */
  decided: z.string().optional(),
  decidedBy: z.string().optional(),
  /** How it was asked for, and where, for the audit. */
  verb: z.string(),
  location: z.object({ channel: z.string(), threadTs: z.string().optional() }).optional(),
})

/** A further instruction to a job; several messages within seconds are one. */
export type FollowUp = z.infer<typeof followUpSchema>

/** Adds a message in the order in which the messages were written, whichever arrives first: a source ends with its timestamp. */
export function joinMessages(
  found: FollowUp,
  said: { source: string; text: string },
): Pick<FollowUp, 'text' | 'texts' | 'sources'> {
  const parts = found.sources.map((source, index) => ({ source, text: found.texts[index] ?? found.text }))
  const inOrder = [...parts, said].toSorted((a, b) => (a.source < b.source ? -1 : 1))
  const texts = inOrder.map((part) => part.text)
  return { text: texts.join('\n\n'), texts, sources: inOrder.map((part) => part.source) }
}

/** The text that the agent is sent. */
export const composeFollowUp = ({ prompt, text }: FollowUp): string => (prompt ? composePrompt(prompt) : text)

/** The id under which a follow-up sorts. */
export const followUpId = (n: number): string => `${n}`.padStart(6, '0')

const KEPT = 10

const triedAs = ({ n, attempt }: FollowUp): string => `${n}:${attempt}`

/** Whether the job's record takes this attempt into account; attempts may end in another order than they began. */
export const isFollowUpApplied = (job: Job, followUp: FollowUp): boolean =>
  job.applied?.includes(triedAs(followUp)) ?? false

/** The job's `applied` field with this attempt. */
export const withFollowUpApplied = (job: Job, followUp: FollowUp): string[] =>
  [...(job.applied ?? []), triedAs(followUp)].slice(-KEPT)
