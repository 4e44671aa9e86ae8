import { notFoundError } from '../api/error-codes.ts'
import { answerPage, listPage } from '../api/list-pages.ts'
import type { AttachmentDownloads } from './attachment-downloads.ts'
import { toMessage, toThread, canReadMail } from '../api/message-objects.ts'
import { matchesQuery, listMails, changeLabels } from './message-routes.ts'
import { visibleInboxes, type MailRequest, type MailRoute } from '../api/route-guard.ts'
import type { Mail, MailboxState } from '../api/mailbox-types.ts'

/** Groups mails by thread, the thread that changed last at the end. */
export function groupThreads(mails: Mail[]): Mail[][] {
  const found = new Map<string, Mail[]>()
  for (const mail of mails) {
    const key = `${mail.inbox_id} ${mail.thread_id}`
    const thread = found.get(key) ?? []
    // Reinserted: the thread that changed last is last.
    found.delete(key)
    found.set(key, [...thread, mail])
  }
  return [...found.values()]
}

function threadOf(state: MailboxState, asked: MailRequest): Mail[] {
  const inboxes = new Set(visibleInboxes(state, asked).map((inbox) => inbox.inbox_id))
  const mails = state.mails.filter(
    (mail) =>
      mail.thread_id === asked.params['thread_id'] && inboxes.has(mail.inbox_id) && canReadMail(asked.key, mail),
  )
  if (mails.length === 0) throw notFoundError('Thread')
  return mails
}

/** All messages of a thread, oldest first, or one page if the caller asks for it. */
function messagesOf({ call: { query } }: MailRequest, mails: Mail[]) {
  if (!query.has('limit') && !query.has('page_token')) return { count: mails.length, messages: mails.map(toMessage) }
  const ascending = new URLSearchParams(query)
  ascending.set('ascending', 'true')
  return listPage(ascending, 'messages', mails, toMessage)
}

/** Mail threads of one inbox, one pod or the whole organization. */
export function threadRoutes(state: MailboxState, files: AttachmentDownloads): MailRoute[] {
  const scopes = ['/v0/threads', '/v0/inboxes/:inbox_id/threads', '/v0/pods/:pod_id/threads']
  return scopes.flatMap((base): MailRoute[] => [
    {
      method: 'GET',
      pattern: base,
      permission: 'message_read',
      run: (asked) => {
        const { query } = asked.call
        const found = groupThreads(listMails(state, asked)).filter((mails) => {
          const { senders, recipients, subject = '' } = toThread(mails)
          return (
            matchesQuery(query, 'senders', senders) &&
            matchesQuery(query, 'recipients', recipients) &&
            matchesQuery(query, 'subject', [subject])
          )
        })
        return answerPage(query, 'threads', found, toThread)
      },
    },
    {
      method: 'GET',
      pattern: `${base}/:thread_id`,
      permission: 'message_read',
      run: (asked) => {
        const mails = threadOf(state, asked)
        return { status: 200, body: { ...toThread(mails), ...messagesOf(asked, mails) } }
      },
    },
    {
      method: 'PATCH',
      pattern: `${base}/:thread_id`,
      permission: 'message_update',
      run: (asked) => {
        const mails = threadOf(state, asked)
        changeLabels(mails, asked)
        return { status: 200, body: { thread_id: asked.params['thread_id'], labels: toThread(mails).labels } }
      },
    },
    {
      method: 'DELETE',
      pattern: `${base}/:thread_id`,
      permission: 'message_delete',
      run: (asked) => {
        for (const mail of threadOf(state, asked)) state.mails.splice(state.mails.indexOf(mail), 1)
        return { status: 204 }
      },
    },
    {
      method: 'GET',
      pattern: `${base}/:thread_id/attachments/:attachment_id`,
      permission: 'message_read',
      run: (asked) => {
        const found = threadOf(state, asked)
          .flatMap((mail) => mail.attachments)
          .find(({ attachment_id }) => attachment_id === asked.params['attachment_id'])
        if (!found) throw notFoundError('Attachment')
        return { status: 200, body: files.attachment(asked.call, found) }
      },
    },
  ])
}
