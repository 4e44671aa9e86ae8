import { validationError } from '../api/error-codes.ts'
import { answerPage } from '../api/list-pages.ts'
import { createFieldReader } from '../api/field-reader.ts'
import { toMessageItem, toMessage, toThread, canReadMail, formatSenders } from '../api/message-objects.ts'
import { listMails, changeLabels } from './message-routes.ts'
import { visibleInboxes, requireInbox, type MailRequest, type MailRoute } from '../api/route-guard.ts'
import type { Mail, MailboxState } from '../api/mailbox-types.ts'
import { groupThreads } from './thread-routes.ts'

const SHORTEST = 2
const LONGEST = 256

function words(asked: MailRequest): string[] {
  const wanted = asked.call.query.get('q') ?? ''
  if (wanted.length < SHORTEST || wanted.length > LONGEST)
    throw validationError('q', `Must be ${SHORTEST} to ${LONGEST} characters`)
  return wanted.toLowerCase().split(/\s+/).filter(Boolean)
}

const holds = (wanted: string[], text: string): boolean => {
  const found = text.toLowerCase()
  return wanted.every((word) => found.includes(word))
}

const said = (mail: Mail): string =>
  [...formatSenders(mail.from), ...mail.to, ...mail.cc, mail.subject ?? '', mail.text ?? ''].join('\n')

function several(state: MailboxState, asked: MailRequest): Mail[] {
  const inbox = requireInbox(state, asked)
  const read = createFieldReader(asked.fields())
  const ids = read.texts('message_ids')
  if (!ids?.length) read.wrong('message_ids', 'At least one message id is required')
  read.check()
  return state.mails.filter(
    (mail) => mail.inbox_id === inbox.inbox_id && ids?.includes(mail.message_id) && canReadMail(asked.key, mail),
  )
}

/** Search, and operations on several messages together. Mount them before the routes that take an id. */
export function searchRoutes(state: MailboxState): MailRoute[] {
  const inbox = '/v0/inboxes/:inbox_id'
  const found = (asked: MailRequest): Mail[] => {
    const wanted = words(asked)
    return listMails(state, asked).filter((mail) => holds(wanted, said(mail)))
  }
  return [
    ...['/v0/inboxes/search', '/v0/pods/:pod_id/inboxes/search'].map((pattern): MailRoute => ({
      method: 'GET',
      pattern,
      permission: 'inbox_read',
      run: (asked) => {
        const wanted = words(asked)
        const fits = visibleInboxes(state, asked).filter((one) =>
          holds(wanted, `${one.email} ${one.display_name ?? ''}`),
        )
        return answerPage(asked.call.query, 'inboxes', fits, (one) => one)
      },
    })),
    ...['/v0', inbox, '/v0/pods/:pod_id'].map((base): MailRoute => ({
      method: 'GET',
      pattern: `${base}/threads/search`,
      permission: 'message_read',
      run: (asked) => answerPage(asked.call.query, 'threads', groupThreads(found(asked)), toThread),
    })),
    {
      method: 'GET',
      pattern: `${inbox}/messages/search`,
      permission: 'message_read',
      run: (asked) => answerPage(asked.call.query, 'messages', found(asked), toMessageItem),
    },
    {
      method: 'POST',
      pattern: `${inbox}/messages/batch-get`,
      permission: 'message_read',
      run: (asked) => {
        const mails = several(state, asked)
        return { status: 200, body: { count: mails.length, limit: mails.length, messages: mails.map(toMessage) } }
      },
    },
    {
      method: 'POST',
      pattern: `${inbox}/messages/batch-update`,
      permission: 'message_update',
      run: (asked) => {
        const mails = several(state, asked)
        changeLabels(mails, asked)
        const updates = mails.map(({ message_id, labels }) => ({ message_id, labels }))
        return { status: 200, body: { count: mails.length, limit: mails.length, updates } }
      },
    },
  ]
}
