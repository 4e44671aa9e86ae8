import type { ReplyContent } from './reply.ts'

/** The route of the mailbox that sends a mail, and the mail that it refers to. */
export type SendRoute = { by: 'reply' | 'forward'; messageId: string } | { by: 'send' }

type Routed = Pick<ReplyContent, 'kind' | 'messageId' | 'quoted'>

/**
 * The mailbox's own route for forwards adds the original's text and all its files. A forward without some of the files, or with our own quotation, is
 * sent as a new mail. Throws for a kind of a later version.
 */
export function findSendRoute({ kind, quoted, messageId }: Routed): SendRoute {
  if (kind === undefined) return { by: 'reply', messageId }
  if (kind === 'forward' && quoted === undefined) return { by: 'forward', messageId }
  if (kind === 'forward' || kind === 'new') return { by: 'send' }
  throw new Error('a later version wrote this reply')
}
