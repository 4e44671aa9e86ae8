import { z } from 'zod'
import { composePrompt, promptSchema } from './job-prompt.ts'
import type { Job } from './job.ts'

export const followUpSchema = z.object({
  n: z.number(),
  text: z.string(),
  users: z.array(z.string()),
  /** The messages it was typed in, so that a repeat adds nothing. */
  sources: z.array(z.string()),
  /** What each of them said. */
  texts: z.array(z.string()).optional(),
  /** Sent in place of the text: the same with the conversation as quotations, which are not for everyone who sees the job. */
  prompt: promptSchema.optional(),
  state: z.enum(['gathering', 'waiting', 'sending', 'sent', 'unknown', 'refused', 'dropped']),
  attempt: z.number(),
  /** Why it was refused. */
  code: z.string().optional(),
  at: z.number(),
  asksToStop: z.boolean().optional(),
  /** Came by the form: its text stands nowhere in the thread. */
  isForm: z.boolean().optional(),
  wasWorking: z.boolean().optional(),
  /** The last press that sent it again. */
  decided: z.string().optional(),
})

/** A further instruction to a job; several messages within seconds are one. */
export type FollowUp = z.infer<typeof followUpSchema>

/** Messages are put together in the order they were written, whichever was handled first: a source ends in its timestamp. */
export function joinMessages(
  found: FollowUp,
  said: { source: string; text: string },
): Pick<FollowUp, 'text' | 'texts' | 'sources'> {
  const parts = found.sources.map((source, index) => ({ source, text: found.texts?.[index] ?? found.text }))
  const inOrder = [...parts, said].toSorted((a, b) => (a.source < b.source ? -1 : 1))
  const texts = inOrder.map((part) => part.text)
  return { text: texts.join('\n\n'), texts, sources: inOrder.map((part) => part.source) }
}

/** What the agent is sent of a follow-up. */
export const composeFollowUp = ({ prompt, text }: FollowUp): string => (prompt ? composePrompt(prompt) : text)

/** The id under which a follow-up sorts. */
export const followUpId = (n: number): string => `${n}`.padStart(6, '0')

const KEPT = 10

const triedAs = ({ n, attempt }: FollowUp): string => `${n}:${attempt}`

/** Whether the job's record shows this try of a follow-up; they may arrive in another order than they were asked for. */
export const isFollowUpApplied = (job: Job, followUp: FollowUp): boolean =>
  job.applied?.includes(triedAs(followUp)) ?? false

/** What the job's record says from now on. */
export const withFollowUpApplied = (job: Job, followUp: FollowUp): string[] =>
  [...(job.applied ?? []), triedAs(followUp)].slice(-KEPT)
