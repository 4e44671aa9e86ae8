import { formatMailTarget, type MailTarget } from '../../action-ids.ts'

/**
 * The content of a modal's pages: a mail with quoted text folded (`text`) or shown (`whole`), either one with the links that are off at first, or the
 * headers. Frozen: buttons carry it.
 */
export const pagedContents = ['text', 'links', 'headers', 'whole', 'whole_links'] as const
export type PagedContent = (typeof pagedContents)[number]

export const showsLinks = (content: PagedContent): boolean => content === 'links' || content === 'whole_links'
export const showsWhole = (content: PagedContent): boolean => content === 'whole' || content === 'whole_links'

const namePages = (isWhole: boolean, hasLinks: boolean): PagedContent =>
  isWhole ? (hasLinks ? 'whole_links' : 'whole') : hasLinks ? 'links' : 'text'

/** The same pages with links. */
export const withLinks = (content: PagedContent): PagedContent => namePages(showsWhole(content), true)

/** The same pages with quoted text shown or hidden. */
export const toggleWhole = (content: PagedContent): PagedContent => namePages(!showsWhole(content), showsLinks(content))

/** The target of a page button, as its value; frozen. */
export const formatPage = (at: MailTarget, page: number, content: PagedContent): string =>
  `${formatMailTarget(at)}.${page}${content === 'text' ? '' : `.${content}`}`
