import { invalid } from '../api/error-codes.ts'
import { page, reader } from '../api/field-reader.ts'
import { asItem, asMessage, asThread, readable, senders } from '../api/message-objects.ts'
import { listed, relabel } from './message-routes.ts'
import { inboxesIn, inboxOf, type Asked, type MailRoute } from '../api/route-guard.ts'
import type { Mail, State } from '../model/mailbox-state.ts'
import { threads } from './thread-routes.ts'

const SHORTEST = 2
const LONGEST = 256

function words(asked: Asked): string[] {
  const wanted = asked.call.query.get('q') ?? ''
  if (wanted.length < SHORTEST || wanted.length > LONGEST)
    throw invalid('q', `Must be ${SHORTEST} to ${LONGEST} characters`)
  return wanted.toLowerCase().split(/\s+/).filter(Boolean)
}

const holds = (wanted: string[], text: string): boolean => {
  const found = text.toLowerCase()
  return wanted.every((word) => found.includes(word))
}

const said = (mail: Mail): string =>
  [...senders(mail.from), ...mail.to, ...mail.cc, mail.subject ?? '', mail.text ?? ''].join('\n')

function several(state: State, asked: Asked): Mail[] {
  const inbox = inboxOf(state, asked)
  const read = reader(asked.fields())
  const ids = read.texts('message_ids')
  if (!ids?.length) read.wrong('message_ids', 'At least one message id is required')
  read.check()
  return state.mails.filter(
    (mail) => mail.inbox_id === inbox.inbox_id && ids?.includes(mail.message_id) && readable(asked.key, mail),
  )
}

/** Finding by words, and several messages at once; their paths stand before those that take an id. */
export function searchRoutes(state: State): MailRoute[] {
  const inbox = '/v0/inboxes/:inbox_id'
  const found = (asked: Asked): Mail[] => {
    const wanted = words(asked)
    return listed(state, asked).filter((mail) => holds(wanted, said(mail)))
  }
  return [
    ...['/v0/inboxes/search', '/v0/pods/:pod_id/inboxes/search'].map((pattern): MailRoute => ({
      method: 'GET',
      pattern,
      permission: 'inbox_read',
      run: (asked) => {
        const wanted = words(asked)
        const fits = inboxesIn(state, asked).filter((one) => holds(wanted, `${one.email} ${one.display_name ?? ''}`))
        return page(asked.call.query, 'inboxes', fits, (one) => one)
      },
    })),
    ...['/v0', inbox, '/v0/pods/:pod_id'].map((base): MailRoute => ({
      method: 'GET',
      pattern: `${base}/threads/search`,
      permission: 'message_read',
      run: (asked) => page(asked.call.query, 'threads', threads(found(asked)), asThread),
    })),
    {
      method: 'GET',
      pattern: `${inbox}/messages/search`,
      permission: 'message_read',
      run: (asked) => page(asked.call.query, 'messages', found(asked), asItem),
    },
    {
      method: 'POST',
      pattern: `${inbox}/messages/batch-get`,
      permission: 'message_read',
      run: (asked) => {
        const mails = several(state, asked)
        return { status: 200, body: { count: mails.length, limit: mails.length, messages: mails.map(asMessage) } }
      },
    },
    {
      method: 'POST',
      pattern: `${inbox}/messages/batch-update`,
      permission: 'message_update',
      run: (asked) => {
        const mails = several(state, asked)
        relabel(mails, asked)
        const updates = mails.map(({ message_id, labels }) => ({ message_id, labels }))
        return { status: 200, body: { count: mails.length, limit: mails.length, updates } }
      },
    },
  ]
}
