import type { Job } from '../model/job.ts'
import type { JobText } from '../text/jobs-text.ts'

/** Names the kinds of content that were left out of a conversation. */
export function describeOmitted(
  text: JobText,
  used: Partial<NonNullable<Job['used']>> & { hidden?: number | undefined },
): string[] {
  const { older = 0, newer = 0, files = 0, images = 0, hidden = 0, unread = false } = used
  return [
    unread && text.unread,
    older > 0 && text.older({ count: older }),
    newer > 0 && text.newer({ count: newer }),
    files > 0 && text.files({ count: files }),
    images > 0 && text.images({ count: images }),
    hidden > 0 && text.hidden({ count: hidden }),
  ].filter((part) => typeof part === 'string')
}
