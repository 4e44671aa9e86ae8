import { z } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import { lenientList, lenientText } from '../lenient-schema.ts'
import { type MailboxCaller, undefinedIfNotFound } from './mailbox-request.ts'

const INBOX_LIST = '/v0/inboxes/{inbox_id}/lists/receive/{type}'

const entrySchema = z.looseObject({ entry: lenientText })
const pageSchema = z.looseObject({ entries: lenientList(entrySchema) })

type ListType = 'allow' | 'block'

/** The lists that decide about mail to one inbox; an entry is an address or a domain. */
export interface MailLists {
  /** An entry that is there already stays. */
  add(inboxId: string, type: ListType, entry: string): Promise<void>
  /** False if it was not there. */
  remove(inboxId: string, type: ListType, entry: string): Promise<boolean>
  /** While a list of allowed senders has an entry, mail of everyone else is blocked. */
  hasAllowed(inboxId: string): Promise<boolean>
  /** Whether the whole account blocks it; undefined if the key may not look there. */
  isBlockedForAll(entry: string): Promise<boolean | undefined>
}

/** The receive lists of the account's inboxes. */
export function createMailLists({ call, callWithoutAnswer }: MailboxCaller): MailLists {
  return {
    async add(inboxId, type, entry) {
      try {
        const ids = { inbox_id: inboxId, type }
        await call({ method: 'POST', route: INBOX_LIST, ids, json: { entry }, isRepeatable: true }, entrySchema)
      } catch (error) {
        if (!(error instanceof UpstreamError) || error.details.code !== 'already_exists') throw error
      }
    },
    async remove(inboxId, type, entry) {
      const ids = { inbox_id: inboxId, type, entry }
      const removed = callWithoutAnswer({ method: 'DELETE', route: `${INBOX_LIST}/{entry}`, ids }).then(() => true)
      return (await undefinedIfNotFound(removed)) ?? false
    },
    async hasAllowed(inboxId) {
      const ids = { inbox_id: inboxId, type: 'allow' }
      const page = await undefinedIfNotFound(
        call({ method: 'GET', route: INBOX_LIST, ids, query: { limit: '1' } }, pageSchema),
      )
      return page !== undefined && page.entries.length > 0
    },
    async isBlockedForAll(entry) {
      try {
        const found = call({ method: 'GET', route: '/v0/lists/receive/block/{entry}', ids: { entry } }, entrySchema)
        return (await undefinedIfNotFound(found)) !== undefined
      } catch (error) {
        if (error instanceof UpstreamError && error.details.outcome === 'refused') return undefined
        throw error
      }
    },
  }
}
