import { z } from 'zod'
import { parseWebUrl } from '../../slack/blocks/mrkdwn.ts'
import { openEnum } from '../../store/open-enum.ts'

export const jobMailSchema = z.object({
  thread: z.string(),
  mail: z.string(),
  subject: z.string(),
  /** The conversation and the message that show the mail. */
  channel: z.string().exactOptional(),
  ts: z.string().exactOptional(),
  /** The mail cards that link to the job. */
  cards: z.array(z.object({ kind: z.string(), id: z.string() })),
})

/** The outcome of the mail that sends a job’s pull request. */
export const pullRequestReplySchema = z.object({
  id: z.string(),
  /** The time of writing: a newer reply replaces an older one. */
  at: z.number(),
  state: openEnum(['underway', 'sent', 'delivered', 'bounced', 'failed', 'unknown', 'withdrawn']),
  lost: z.array(z.string()),
  /** The pull request that it names; absent if its text names none of the job's. */
  link: z.string().exactOptional(),
})

export type PullRequestReply = z.infer<typeof pullRequestReplySchema>

/** The pull request that the reply sends, if the job has made another one since. */
export const findEarlierPullRequest = (
  reply: PullRequestReply | undefined,
  prLink: string | undefined,
): string | undefined => (reply?.link === prLink ? undefined : parseWebUrl(reply?.link))

/** Frozen: the list of the jobs of a mail. */
export const mailScope = (mail: string): string => `mail-${mail}`
