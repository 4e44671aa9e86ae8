import { z } from 'zod'
import { quoteBlock, contextBlock } from '../../slack/blocks/block-builders.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { Job } from './job.ts'

export const offerSchema = z.object({
  /** The end of the offer: until the job is `continued`, until a click is `decided`, or while the job is at this end (`endKeyOf`). */
  until: z.string(),
  /** The message after the offer: a sentence, a quotation and a link. */
  text: z.string(),
  /** The sentence instead, if the follow-up that the message is about was sent again. */
  again: z.string().exactOptional(),
  quote: z.string().optional(),
  link: z.string().optional(),
})

/** A posted message about a job that offers an action, and its text after that. */
export type PostedOffer = z.infer<typeof offerSchema>

/** Identifies the end of a run. */
export const endKeyOf = ({ run, attempt, state }: Job): string => `${run}:${attempt}:${state}`

/** Whether the message has nothing more to offer. */
export function isOfferOver({ until }: PostedOffer, job: Job): boolean {
  if (until === 'decided') return false
  return job.continued !== undefined || (until !== 'continued' && until !== endKeyOf(job))
}

/** Renders the message without its offer. `isSentAgain`: its follow-up was sent again. */
export const renderSettledOffer = (
  { text, again = text, quote, link }: PostedOffer,
  { isSentAgain = false }: { isSentAgain?: boolean } = {},
): Message =>
  textMessage(isSentAgain ? again : text, [...(quote === undefined ? [] : [quoteBlock(quote)]), ...contextBlock(link)])
