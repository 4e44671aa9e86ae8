import { z } from 'zod'
import { quoteBlock, contextBlock } from '../../slack/blocks/block-builders.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { Job } from './job.ts'

export const offerSchema = z.object({
  /** How long there is something to do: until the job is `continued`, until a click is `decided`, or as long as the job is at this end (`endKeyOf`). */
  until: z.string(),
  /** What the message says from then on: a sentence, a quotation and a link. */
  text: z.string(),
  quote: z.string().optional(),
  link: z.string().optional(),
})

/** A posted message about a job that offers something to do, and what it says once that is done with. */
export type PostedOffer = z.infer<typeof offerSchema>

/** Names the end of a run. */
export const endKeyOf = ({ run, attempt, state }: Job): string => `${run}:${attempt}:${state}`

/** Whether nothing is left to do that the message offers. */
export function isOfferOver({ until }: PostedOffer, job: Job): boolean {
  if (until === 'decided') return false
  return job.continued !== undefined || (until !== 'continued' && until !== endKeyOf(job))
}

/** The message without what it offered. */
export const renderSettledOffer = ({ text, quote, link }: PostedOffer): Message =>
  textMessage(text, [...(quote === undefined ? [] : [quoteBlock(quote)]), ...contextBlock(link)])
