import { formatMailTarget, type MailTarget } from '../../action-ids.ts'

/**
 * What the pages of a modal show: a mail with what is quoted folded, or all of it; the same with the links that are off at first; or its headers. Frozen:
 * buttons carry it.
 */
export const pagedContents = ['text', 'links', 'headers', 'whole', 'whole_links'] as const
export type PagedContent = (typeof pagedContents)[number]

export const showsLinks = (content: PagedContent): boolean => content === 'links' || content === 'whole_links'
export const showsWhole = (content: PagedContent): boolean => content === 'whole' || content === 'whole_links'

const namePages = (isWhole: boolean, hasLinks: boolean): PagedContent =>
  isWhole ? (hasLinks ? 'whole_links' : 'whole') : hasLinks ? 'links' : 'text'

/** The same pages with their links. */
export const withLinks = (content: PagedContent): PagedContent => namePages(showsWhole(content), true)

/** The same mail with what is quoted shown or hidden. */
export const toggleWhole = (content: PagedContent): PagedContent => namePages(!showsWhole(content), showsLinks(content))

/** Where a page button leads, as the button's value; frozen. */
export const formatPage = (at: MailTarget, page: number, content: PagedContent): string =>
  `${formatMailTarget(at)}.${page}${content === 'text' ? '' : `.${content}`}`
