import { z } from 'zod'
import { lenientList, lenientText } from '../lenient-schema.ts'
import { type MailboxCaller, undefinedIfNotFound } from './mailbox-request.ts'

const PAGE = 100
/** A person waits for a form. */
const DEADLINE_MS = 5000

const entrySchema = z.looseObject({ entry: lenientText, reason: lenientText, created_at: lenientText })
const pageSchema = z.looseObject({ entries: lenientList(entrySchema), next_page_token: lenientText })

/** The scope of a send block list: the mail of the whole account, of a pod, or of one inbox. */
export type BlockScope = { is: 'account' } | { is: 'pod' | 'inbox'; id: string }

/** An address or a domain that the mailbox sends nothing to; `at`: since when. */
export interface BlockedEntry {
  entry: string
  at?: number
  reason?: string
}

/** The send block lists: sends to their addresses and domains are refused. */
export interface SendBlockList {
  /** The first hundred entries; `isWhole`: there are no more. */
  list(scope: BlockScope): Promise<{ entries: BlockedEntry[]; isWhole: boolean }>
  find(scope: BlockScope, entry: string): Promise<BlockedEntry | undefined>
  /** False if it was not there. */
  remove(scope: BlockScope, entry: string): Promise<boolean>
}

function toEntry({ entry = '', reason, created_at: createdAt }: z.output<typeof entrySchema>): BlockedEntry {
  const at = Date.parse(createdAt ?? '')
  return { entry: entry.toLowerCase(), ...(Number.isFinite(at) && { at }), ...(reason && { reason }) }
}

const routeOf = (scope: BlockScope): { route: string; ids: Record<string, string> } => {
  const list = 'lists/send/block'
  if (scope.is === 'inbox') return { route: `/v0/inboxes/{inbox_id}/${list}`, ids: { inbox_id: scope.id } }
  if (scope.is === 'pod') return { route: `/v0/pods/{pod_id}/${list}`, ids: { pod_id: scope.id } }
  return { route: `/v0/${list}`, ids: {} }
}

/** The send block lists of the account, its pods and its inboxes. */
export function createSendBlockList({ call, callWithoutAnswer }: MailboxCaller): SendBlockList {
  return {
    async list(scope) {
      const query = { limit: String(PAGE) }
      const page = await call({ method: 'GET', ...routeOf(scope), query, deadlineMs: DEADLINE_MS }, pageSchema)
      return { entries: page.entries.map(toEntry), isWhole: !page.next_page_token }
    },
    async find(scope, entry) {
      const { route, ids } = routeOf(scope)
      const at = { route: `${route}/{entry}`, ids: { ...ids, entry }, deadlineMs: DEADLINE_MS }
      const found = await undefinedIfNotFound(call({ method: 'GET', ...at }, entrySchema))
      return found && toEntry(found)
    },
    async remove(scope, entry) {
      const { route, ids } = routeOf(scope)
      const removed = callWithoutAnswer({ method: 'DELETE', route: `${route}/{entry}`, ids: { ...ids, entry } })
      return (await undefinedIfNotFound(removed.then(() => true))) ?? false
    },
  }
}
