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

/** A page of a mail. */
export interface MailPage {
  target: Required<MailTarget>
  page: number
  content: PagedContent
}

/** Parses the target of a page button; undefined if it names no mail. */
export function parsePage(value: string | undefined): MailPage | undefined {
  const [thread = '', mail = '', page = '0', named] = (value ?? '').split('.')
  if (thread === '' || mail === '') return undefined
  const content = pagedContents.find((one) => one === named) ?? 'text'
  return { target: { thread, mail }, page: Math.trunc(Number(page)) || 0, content }
}

const WINDOW = 'mail:'

/** The metadata of a window with a mail: the page that it shows. Frozen: open windows carry it. */
export const formatWindow = (...page: Parameters<typeof formatPage>): string => `${WINDOW}${formatPage(...page)}`

/** Returns the page that a window shows, from its metadata; undefined for another modal. */
export const parseWindow = (metadata: string): string | undefined =>
  metadata.startsWith(WINDOW) ? metadata.slice(WINDOW.length) : undefined
