import { validationError, notFoundError, MailboxError } from '../api/error-codes.ts'
import { answerPage } from '../api/list-pages.ts'
import { omitUndefined, createFieldReader } from '../api/field-reader.ts'
import {
  requireOrganizationKey,
  requireInbox,
  requirePod,
  type MailRequest,
  type MailRoute,
} from '../api/route-guard.ts'
import type { AddressListEntry, MailboxState } from '../api/mailbox-types.ts'

const ENTRY = /^([^\s@]+@)?[a-z0-9-]+(\.[a-z0-9-]+)+$/

interface ListPosition {
  direction: string
  list_type: string
  inbox_id?: string
  pod_id?: string
}

function placeOf(state: MailboxState, asked: MailRequest): ListPosition {
  const { direction = '', type = '' } = asked.params
  if (!['send', 'receive', 'reply'].includes(direction))
    throw validationError('direction', 'Expected send, receive or reply')
  if (!['allow', 'block'].includes(type)) throw validationError('type', 'Expected allow or block')
  const list = { direction, list_type: type }
  if (asked.params['inbox_id'] !== undefined) {
    const { inbox_id, pod_id } = requireInbox(state, asked)
    return { ...list, inbox_id, pod_id }
  }
  if (asked.params['pod_id'] !== undefined) return { ...list, pod_id: requirePod(state, asked).pod_id }
  requireOrganizationKey(asked.key)
  return list
}

const isInList = (place: ListPosition, one: AddressListEntry): boolean =>
  one.direction === place.direction &&
  one.list_type === place.list_type &&
  one.inbox_id === place.inbox_id &&
  one.pod_id === place.pod_id

function add(state: MailboxState, asked: MailRequest): AddressListEntry {
  const place = placeOf(state, asked)
  const read = createFieldReader(asked.fields())
  const entry = read.text('entry')?.toLowerCase()
  const reason = read.text('reason')
  if (entry === undefined || !ENTRY.test(entry)) read.wrong('entry', 'Expected an email address or a domain')
  read.check()
  if (state.lists.some((one) => isInList(place, one) && one.entry === entry)) throw new MailboxError('already_exists')
  const kept: AddressListEntry = {
    ...place,
    entry: entry ?? '',
    entry_type: entry?.includes('@') ? 'email' : 'domain',
    created_at: new Date().toISOString(),
    ...(reason !== undefined && { reason }),
  }
  state.lists.push(kept)
  return kept
}

function entryOf(state: MailboxState, asked: MailRequest): AddressListEntry {
  const place = placeOf(state, asked)
  const wanted = asked.params['entry']?.toLowerCase()
  const found = state.lists.find((one) => isInList(place, one) && one.entry === wanted)
  if (!found) throw notFoundError('List entry')
  return found
}

/** Allow and block lists for outgoing and incoming mail, of the organization, a pod or an inbox. */
export function listRoutes(state: MailboxState): MailRoute[] {
  const shown = (entry: AddressListEntry) => omitUndefined({ organization_id: state.organization_id, ...entry })
  return ['/v0', '/v0/inboxes/:inbox_id', '/v0/pods/:pod_id'].flatMap((scope): MailRoute[] => {
    const base = `${scope}/lists/:direction/:type`
    return [
      {
        method: 'GET',
        pattern: base,
        permission: 'list_entry_read',
        run: (asked) => {
          const place = placeOf(state, asked)
          const found = state.lists.filter((one) => isInList(place, one))
          return answerPage(asked.call.query, 'entries', found, shown)
        },
      },
      {
        method: 'POST',
        pattern: base,
        permission: 'list_entry_create',
        run: (asked) => ({ status: 200, body: shown(add(state, asked)) }),
      },
      {
        method: 'GET',
        pattern: `${base}/:entry`,
        permission: 'list_entry_read',
        run: (asked) => ({ status: 200, body: shown(entryOf(state, asked)) }),
      },
      {
        method: 'DELETE',
        pattern: `${base}/:entry`,
        permission: 'list_entry_delete',
        run: (asked) => {
          state.lists.splice(state.lists.indexOf(entryOf(state, asked)), 1)
          return { status: 204 }
        },
      },
    ]
  })
}
