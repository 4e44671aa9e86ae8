/** The reason why the mailbox could not fetch the file at an address. Stored; frozen. */
export type LinkProblem =
  | 'link_not_public'
  | 'link_redirects'
  | 'link_needs_login'
  | 'link_gone'
  | 'link_is_page'
  | 'link_slow'
  | 'link_unreachable'
  | 'file_too_large'

/** The result of checking an address; `size` in bytes. */
export type LinkAnswer = { problem: LinkProblem } | { size: number | undefined }
