import type { WorkspaceScope } from '../../workspace-scope.ts'
import type { JobUpdates } from '../updates/job-updates.ts'
import { withinQuestionTime } from '../../core/question-time.ts'
import { type FollowUp, isTakenBack } from '../model/follow-up.ts'
import type { FormDraft } from '../model/form-draft.ts'
import { composePrompt, type Prompt, type Quote, sortQuotes } from '../model/job-prompt.ts'
import type { Job } from '../model/job.ts'
import type { JobReader } from './job-access.ts'

/** A form must open within three seconds of the click. */
const CHECK_MS = 700

/** The prompt and follow-ups of a job, as far as one person may read them. */
export interface VisiblePrompt {
  prompt: Prompt | undefined
  /** The composed prompt without the quotes that this person may not see. */
  sent: string | undefined
  /** Also without those quotes. */
  followUps: FollowUp[]
  /** The number of quotes that this person may not see. */
  hidden: number
  /** The quotes for a form of this person, who could otherwise make the agent write down text they may not read. */
  forForm(this: void, which: 'prompt' | 'all'): Pick<FormDraft, 'quotes' | 'unticked' | 'hidden' | 'source'>
}

const quotesOf = (...prompts: (Prompt | undefined)[]): Quote[] => prompts.flatMap((one) => one?.quotes ?? [])

/**
 * A quote is visible to the person who added it and to everyone who can read the conversation it came from, wherever the job is shown. The caller has
 * checked that the reader may read the job.
 */
export async function readVisiblePrompt(
  { team, jobs: { store }, access }: Pick<WorkspaceScope, 'team' | 'access'> & { jobs: JobUpdates },
  job: Job,
  { user }: JobReader,
): Promise<VisiblePrompt> {
  const [prompt, { rows }] = await Promise.all([store.prompt(job.id), store.followUps(job.id).list()])
  const followUps = rows
    .map((row) => row.value)
    .filter((one) => !isTakenBack(one))
    .toReversed()
  const all = quotesOf(prompt, ...followUps.map((one) => one.prompt))
  const unticked = prompt?.unticked ?? []

  const channelOf = (quote: Quote): string => quote.channel ?? job.channel
  // A reader who is not the requester may read the job only because they may read its conversation.
  const readable = new Set(user === job.requester ? [] : [job.channel])
  const otherChannels = new Set([...all, ...unticked].filter(({ by }) => by !== user).map(channelOf))
  await Promise.all(
    [...otherChannels].map(async (channel) => {
      if (readable.has(channel)) return
      const mayRead = access.mayRead(team, user, channel).catch(() => false)
      if (await withinQuestionTime(CHECK_MS, mayRead)) readable.add(channel)
    }),
  )
  const isVisible = (quote: Quote): boolean => quote.by === user || readable.has(channelOf(quote))
  const compose = (one: Prompt): string => composePrompt({ ...one, quotes: one.quotes.filter(isVisible) })
  return {
    prompt,
    sent: prompt && compose(prompt),
    followUps: followUps.map((one) =>
      one.prompt
        ? { ...one, text: compose(one.prompt), prompt: { ...one.prompt, quotes: one.prompt.quotes.filter(isVisible) } }
        : one,
    ),
    hidden: all.filter((quote) => !isVisible(quote)).length,
    forForm(which) {
      const some = which === 'all' ? all : quotesOf(prompt)
      const hidden = some.filter((quote) => !isVisible(quote)).length
      const shown = some.filter(isVisible)
      // Without unticked quotes, the order stays unchanged.
      const left = unticked.filter(isVisible)
      const quotes = left.length > 0 ? sortQuotes([...shown, ...left]) : shown
      const indexes = quotes.flatMap((quote, index) => (unticked.includes(quote) ? [index] : []))
      return {
        quotes,
        ...(indexes.length > 0 && { unticked: indexes }),
        ...(hidden > 0 && { hidden }),
        ...(prompt?.source && { source: prompt.source }),
      }
    },
  }
}
