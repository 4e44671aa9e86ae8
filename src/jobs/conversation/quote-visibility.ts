import type { RequestOrigin } from '../../slack/inbound/listeners.ts'
import { withTimeout } from '../../core/with-timeout.ts'
import type { JobUpdates } from '../updates/job-updates.ts'
import type { FormDraft } from '../model/form-draft.ts'
import type { Job } from '../model/job.ts'
import { composePrompt, type Prompt, type Quote } from '../model/job-prompt.ts'
import type { FollowUp } from '../model/follow-up.ts'

/** The form that it is asked for has to open within three seconds. */
const CHECK_MS = 1000

/** What a job was asked, as far as one person may read it. */
export interface VisiblePrompt {
  prompt: Prompt | undefined
  /** The prompt as it is sent, without the quotations that are not for this person. */
  sent: string | undefined
  followUps: FollowUp[]
  /** How many quotations are not for this person. */
  hidden: number
  /** What goes along into a form of this person, who could otherwise have the agent write down what they may not read. */
  forForm: (which: 'prompt' | 'all') => Pick<FormDraft, 'quotes' | 'hidden' | 'source'>
}

export type QuoteVisibility = (
  job: Job,
  who: Omit<RequestOrigin, 'eventId'> & { message?: { channel: string } },
) => Promise<VisiblePrompt>

/** A quotation is for those who brought it along and for those who may read the conversation that it is from, wherever the job is shown. */
export function createQuoteVisibility(deps: {
  desk: JobUpdates
  mayRead: (team: string, user: string, channel: string) => Promise<boolean>
}): QuoteVisibility {
  return async (job, { team, user, message }) => {
    const records = deps.desk.storeOf(team)
    const [prompt, { rows }] = await Promise.all([records.prompt(job.id), records.followUps(job.id).list()])
    const followUps = rows.map((row) => row.value).toReversed()
    const quotesOf = (...prompts: (Prompt | undefined)[]): Quote[] => prompts.flatMap((one) => one?.quotes ?? [])
    const all = quotesOf(prompt, ...followUps.map((one) => one.prompt))

    const from = (quote: Quote): string => quote.channel ?? job.channel
    const open = new Set([message?.channel])
    const others = new Set(all.filter(({ by }) => by !== user).map(from))
    await Promise.all(
      [...others].map(async (channel) => {
        if (open.has(channel)) return
        const may = deps.mayRead(team, user, channel).catch(() => false)
        if (await withTimeout(CHECK_MS, may)) open.add(channel)
      }),
    )
    const isOpen = (quote: Quote): boolean => quote.by === user || open.has(from(quote))
    const sent = (one: Prompt): string => composePrompt({ ...one, quotes: one.quotes.filter(isOpen) })
    return {
      prompt,
      sent: prompt && sent(prompt),
      followUps: followUps.map((one) => (one.prompt ? { ...one, text: sent(one.prompt) } : one)),
      hidden: all.filter((quote) => !isOpen(quote)).length,
      forForm(which) {
        const some = which === 'all' ? all : quotesOf(prompt)
        const quotes = some.filter(isOpen)
        const hidden = some.length - quotes.length
        return { quotes, ...(hidden > 0 && { hidden }), ...(prompt?.source && { source: prompt.source }) }
      },
    }
  }
}
