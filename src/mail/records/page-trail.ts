/** The start of a page of a list (undefined for the first page), and the starts of the pages between the first and this one. */
export interface PageTrail {
  after?: string
  before: string[]
}

/** Limit of pages to go back one by one; from further on, only the first page can be reached. A button's value has room for them. */
const MAX_BACK = 20

/** Formats a trail. Frozen: values of buttons and the metadata of open lists contain it. */
export const formatTrail = ({ after = '', before }: PageTrail): string =>
  before.length === 0 ? after : `${after}:${before.join(',')}`

/** Reads what `formatTrail` wrote. */
export function parseTrail(written: string): PageTrail {
  const [after = '', before = ''] = written.split(':')
  return { ...(after !== '' && { after }), before: before.split(',').filter(Boolean) }
}

/** The page after this one, which begins at `next`. */
export const nextPage = ({ after, before }: PageTrail, next: string): PageTrail => ({
  after: next,
  before: after === undefined ? [] : [...before, after].slice(-MAX_BACK),
})

/** The page before this one; undefined if that is the first, or not known. */
export function previousPage({ before }: PageTrail): PageTrail | undefined {
  const after = before.at(-1)
  return after === undefined ? undefined : { after, before: before.slice(0, -1) }
}
