import type { Job } from '../model/job.ts'
import { jobText } from '../text/en.ts'

/** The parts of a conversation that were left out, each kind by name. */
export function describeOmitted(used: Partial<NonNullable<Job['used']>> & { hidden?: number | undefined }): string[] {
  const { older = 0, newer = 0, files = 0, images = 0, hidden = 0, unread = false } = used
  return [
    unread && jobText.unread,
    older > 0 && jobText.older(older),
    newer > 0 && jobText.newer(newer),
    files > 0 && jobText.files(files),
    images > 0 && jobText.images(images),
    hidden > 0 && jobText.hidden(hidden),
  ].filter((part) => typeof part === 'string')
}
