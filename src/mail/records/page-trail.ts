/** Where a page of a list begins, undefined for the first one, and where those between it and the first one begin. */
export interface PageTrail {
  after?: string
  before: string[]
}

/** So many pages one can go back one by one; from further on only to the first. A button's value has room for them. */
const MAX_BACK = 20

/** Frozen: values of buttons and the metadata of open lists carry it. */
export const formatTrail = ({ after = '', before }: PageTrail): string =>
  before.length === 0 ? after : `${after}:${before.join(',')}`

/** Reads what `formatTrail` wrote. */
export function parseTrail(written: string): PageTrail {
  const [after = '', before = ''] = written.split(':')
  return { ...(after !== '' && { after }), before: before.split(',').filter(Boolean) }
}

/** The page after this one, which begins at `next`. */
export const turnOn = ({ after, before }: PageTrail, next: string): PageTrail => ({
  after: next,
  before: after === undefined ? [] : [...before, after].slice(-MAX_BACK),
})

/** The page before this one; undefined if that is the first, or not known. */
export function turnBack({ before }: PageTrail): PageTrail | undefined {
  const after = before.at(-1)
  return after === undefined ? undefined : { after, before: before.slice(0, -1) }
}
