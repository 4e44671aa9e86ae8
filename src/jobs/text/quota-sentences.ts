import { dateToken, escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import type { JobText } from './jobs-text.ts'

/** How many jobs the agent still takes this hour for a project, and if none, when a new one would start. */
export function describeProjectQuota(
  text: JobText,
  name: string,
  {
    left,
    limit,
    nextSlotAt,
    waiting,
  }: { left: number; limit: number; nextSlotAt?: number | undefined; waiting: number },
): string {
  const project = escapeMrkdwn(name)
  if (left > 0) return text.quotaLeft({ project, left, limit })
  return nextSlotAt
    ? text.quotaUsedUpUntil({ project, time: dateToken(nextSlotAt) })
    : text.quotaUsedUp({ project, waiting })
}
