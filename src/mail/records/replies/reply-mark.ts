/** Names the reply in the mail itself, which identifies it if the answer to its send is lost. Frozen: sent mail contains it. */
const HEADER = 'X-Bellhop-Reply'

/** The header that a marked reply is sent with. */
export const buildReplyMark = (id: string): Record<string, string> => ({ [HEADER]: id })

/** The id of the reply in a mail's headers, whose names are not case-sensitive. */
export const findReplyMark = ({ headers = {} }: { headers?: Record<string, string> | undefined }): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === HEADER.toLowerCase())?.[1]
