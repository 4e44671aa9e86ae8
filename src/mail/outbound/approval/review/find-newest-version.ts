import type { Reply } from '../../../records/replies/reply.ts'
import type { OutboundScope } from '../../outbound-scope.ts'

/** The most edits of a reply that are followed from an open window. */
const VERSIONS_MAX = 20

/** The newest version of a reply; `isOther` if it was edited. */
export interface FoundReply {
  id: string
  reply: Reply
  isOther: boolean
}

/** Finds the reply, or its newest version if it was edited or replaced. */
export async function findNewestVersion({ replyStore }: OutboundScope, id: string): Promise<FoundReply | undefined> {
  let found: FoundReply | undefined
  let next: string | undefined = id
  for (let turn = 0; next !== undefined && turn < VERSIONS_MAX; turn++) {
    const reply: Reply | undefined = await replyStore.findReply(next)
    if (!reply) break
    found = { id: next, reply, isOther: next !== id }
    next = reply.state === 'cancelled' ? reply.again : undefined
  }
  return found
}
