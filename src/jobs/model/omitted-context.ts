import type { Job } from './job.ts'
import { words } from '../text/en.ts'

/** What of a conversation does not go along, each kind by name. */
export function leftOut(used: Partial<NonNullable<Job['used']>> & { hidden?: number | undefined }): string[] {
  const { older = 0, newer = 0, files = 0, images = 0, hidden = 0, unread = false } = used
  return [
    unread && words.unread,
    older > 0 && words.older(older),
    newer > 0 && words.newer(newer),
    files > 0 && words.files(files),
    images > 0 && words.images(images),
    hidden > 0 && words.hidden(hidden),
  ].filter((part) => typeof part === 'string')
}
