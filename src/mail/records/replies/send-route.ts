import type { ReplyContent } from './reply.ts'

/** Which route of the mailbox sends a mail, and which mail it is about. */
export type SendRoute = { by: 'reply' | 'forward'; messageId: string } | { by: 'send' }

type Routed = Pick<ReplyContent, 'kind' | 'messageId' | 'quoted'>

/**
 * The mailbox's own route for forwards adds the original's text and all of its files. Without some of them, or with a quotation of ours, the mail is one
 * of its own. Throws for a kind of a later version.
 */
export function findSendRoute({ kind, quoted, messageId }: Routed): SendRoute {
  if (kind === undefined) return { by: 'reply', messageId }
  if (kind === 'forward' && quoted === undefined) return { by: 'forward', messageId }
  if (kind === 'forward' || kind === 'new') return { by: 'send' }
  throw new Error('a later version wrote this reply')
}
