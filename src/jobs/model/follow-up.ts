import { z } from 'zod'
import { openEnum } from '../../store/open-enum.ts'
import { composePrompt, promptSchema } from './job-prompt.ts'
import { isNumberIncluded, type Job } from './job.ts'

export const followUpSchema = z.object({
  n: z.number(),
  text: z.string(),
  users: z.array(z.string()),
  /** The messages that contain the text; a repeated message adds nothing. */
  sources: z.array(z.string()),
  /** The text of each source. */
  texts: z.array(z.string()),
  /** Sent instead of the text: the same text with quotes, which some readers of the job may not see. */
  prompt: promptSchema.optional(),
  state: openEnum(['gathering', 'waiting', 'sending', 'sent', 'unknown', 'refused', 'dropped']),
  attempt: z.number(),
  /** The reason for a refusal, or how the answer was lost. */
  code: z.string().optional(),
  /** The agent's own sentence in its answer. */
  said: z.string().optional(),
  at: z.number(),
  asksToStop: z.boolean().optional(),
  /** Set for a text from the form, which the thread does not show yet. */
  isForm: z.boolean().optional(),
  wasWorking: z.boolean().optional(),
  /** The line of this attempt in the thread: its post, the state it shows, and the number of edits. */
  shown: z.object({ opId: z.string(), last: z.string(), edits: z.number() }).optional(),
  /** The last click that decided about the follow-up, and the person who sent it again. */
  decided: z.string().optional(),
  decidedBy: z.string().optional(),
  /** The verb and the location of the request, for the audit. */
  verb: z.string(),
  location: z.object({ channel: z.string(), threadTs: z.string().optional() }).optional(),
})

/** A follow-up to a job; several messages within seconds are one. */
export type FollowUp = z.infer<typeof followUpSchema>

/** Codes of a refusal with which the job takes no more follow-ups, whatever they say. */
const JOB_IS_OVER = ['archived', 'gone', 'not_found', 'never']

export const isJobOver = (code = ''): boolean => JOB_IS_OVER.includes(code)

/** Frozen: stored in records. The code of a follow-up that was not sent because a writer may no longer steer the job. */
export const FOLLOW_UP_NOT_ALLOWED = 'not_allowed'

/** Whether the agent has the follow-up, or may have it. */
export const mayHaveArrived = ({ state }: FollowUp): boolean =>
  state === 'sending' || state === 'sent' || state === 'unknown'

/** Frozen: stored in records. The code of a follow-up whose messages were all deleted before it was sent. */
export const TAKEN_BACK = 'taken_back'

export const isTakenBack = ({ state, code }: FollowUp): boolean => state === 'dropped' && code === TAKEN_BACK

/** Whether the agent refused the text itself. */
export const isTextRefused = ({ state, code }: FollowUp): boolean => state === 'refused' && code === 'validation_error'

/** Whether an edited text was sent instead of the follow-up, which the agent had refused. */
export const isReplaced = ({ state, code }: FollowUp): boolean => state === 'dropped' && code === 'validation_error'

const isTextOfAgent = ({ state, asksToStop }: FollowUp): boolean =>
  (state === 'sent' || state === 'unknown') && !asksToStop

/** Whether the text of a follow-up belongs to the prompt of the agent's next job: it was sent, and is not part of the prompt yet. */
export const isToInclude = (job: Job, followUp: FollowUp): boolean =>
  !isNumberIncluded(job, followUp.n) && isTextOfAgent(followUp)

/** Whether the text of a follow-up has become part of the prompt. */
export const isIncluded = (job: Job, followUp: FollowUp): boolean =>
  isNumberIncluded(job, followUp.n) && isTextOfAgent(followUp)

/** The fields of a job whose prompt now has the texts of `added`; `all` are its follow-ups. */
export function includeInPrompt(job: Job, added: FollowUp[], all: FollowUp[]): Pick<Job, 'included' | 'apart'> {
  const included = Math.max(job.included ?? 0, ...added.map(({ n }) => n))
  const isApart = (one: FollowUp): boolean => one.n <= included && !added.includes(one) && !isIncluded(job, one)
  return { included, apart: all.filter(isApart).map(({ n }) => n) }
}

/** Whether a person may send the follow-up again: its outcome is unknown, or the agent refused it although the job goes on. */
export const canSendAgain = (job: Job, followUp: FollowUp): boolean =>
  (followUp.state === 'unknown' && !isIncluded(job, followUp)) ||
  (followUp.state === 'refused' && !isJobOver(followUp.code))

/** Adds a message in the order of writing, whatever the order of arrival: a source ends with its timestamp. */
export function joinMessages(
  found: FollowUp,
  said: { source: string; text: string },
): Pick<FollowUp, 'text' | 'texts' | 'sources'> {
  const parts = found.sources.map((source, index) => ({ source, text: found.texts[index] ?? '' }))
  const inOrder = [...parts, said].toSorted((a, b) => (a.source < b.source ? -1 : 1))
  const texts = inOrder.map((part) => part.text)
  return { text: texts.join('\n\n'), texts, sources: inOrder.map((part) => part.source) }
}

/** Whether a copy of the job's card is shown in the channel; its thread is not the job's own. */
export const isCopyIn = ({ mirrors = [] }: Job, channel: string): boolean => mirrors.includes(channel)

/** Whether the job's thread doesn't show the text: it was typed in a form, or written below a copy of the card. */
export const isWrittenElsewhere = (job: Job, { isForm, sources }: FollowUp): boolean =>
  isForm === true || sources.some((source) => isCopyIn(job, source.split(':')[0] ?? ''))

/** The text that is sent to the agent. */
export const composeFollowUp = ({ prompt, text }: FollowUp): string => (prompt ? composePrompt(prompt) : text)

/** The id under which a follow-up sorts. */
export const followUpId = (n: number): string => `${n}`.padStart(6, '0')

const KEPT = 10

const triedAs = ({ n, attempt }: FollowUp): string => `${n}:${attempt}`

/** Whether the job's record includes this attempt; attempts may end in another order than they began. */
export const isFollowUpApplied = (job: Job, followUp: FollowUp): boolean =>
  job.applied?.includes(triedAs(followUp)) ?? false

/** Returns the job's `applied` field with this attempt. */
export const withFollowUpApplied = (job: Job, followUp: FollowUp): string[] =>
  [...(job.applied ?? []), triedAs(followUp)].slice(-KEPT)

/** Returns the job without this follow-up in its count; undefined if nothing changes. */
export const withUnsent = (job: Job, n: number): Job | undefined =>
  job.unsent?.includes(n) ? undefined : { ...job, unsent: [...(job.unsent ?? []), n] }

/** Returns the job that counts this follow-up again; undefined if nothing changes. */
export const withoutUnsent = (job: Job, n: number): Job | undefined =>
  job.unsent?.includes(n) ? { ...job, unsent: job.unsent.filter((one) => one !== n) } : undefined
