import type { ReplyContent } from './reply.ts'

/** Which route of the mailbox sends a mail, and which mail it is about. */
export type SendRoute = { by: 'reply' | 'forward'; messageId: string } | { by: 'send' }

type Routed = Pick<ReplyContent, 'kind' | 'messageId' | 'target' | 'quoted'>

/** The mailbox's id of the mail that is answered or forwarded; empty for a new one. */
export const findAnsweredId = ({ messageId, target }: Pick<ReplyContent, 'messageId' | 'target'>): string =>
  target ?? messageId

/**
 * The mailbox's own route for forwards adds the original's text and all of its files. Without some of them, or with a quotation of ours, the mail is one
 * of its own. Throws for a kind of a later version.
 */
export function findSendRoute({ kind, quoted, ...about }: Routed): SendRoute {
  if (kind === undefined) return { by: 'reply', messageId: findAnsweredId(about) }
  if (kind === 'forward' && quoted === undefined) return { by: 'forward', messageId: findAnsweredId(about) }
  if (kind === 'forward' || kind === 'new') return { by: 'send' }
  throw new Error('a later version wrote this reply')
}
