import { words } from './words.ts'

/** What of a conversation does not go along, each kind by name. */
export function leftOut(counts: {
  older?: number
  files?: number
  images?: number
  hidden?: number | undefined
}): string[] {
  const { older = 0, files = 0, images = 0, hidden = 0 } = counts
  return [
    older > 0 && words.older(older),
    files > 0 && words.files(files),
    images > 0 && words.images(images),
    hidden > 0 && words.hidden(hidden),
  ].filter((part) => typeof part === 'string')
}
