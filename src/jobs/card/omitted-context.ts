import type { Job } from '../model/job.ts'
import type { JobText } from '../text/jobs-text.ts'

/** The parts of a conversation that were left out, each kind by name. */
export function describeOmitted(
  text: JobText,
  used: Partial<NonNullable<Job['used']>> & { hidden?: number | undefined },
): string[] {
  const { older = 0, newer = 0, files = 0, images = 0, hidden = 0, unread = false } = used
  return [
    unread && text.unread,
    older > 0 && text.older(older),
    newer > 0 && text.newer(newer),
    files > 0 && text.files(files),
    images > 0 && text.images(images),
    hidden > 0 && text.hidden(hidden),
  ].filter((part) => typeof part === 'string')
}
