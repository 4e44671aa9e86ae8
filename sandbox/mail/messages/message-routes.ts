import { readContent } from '../sending/mail-content.ts'
import { validationError, notFoundError } from '../api/error-codes.ts'
import { answerPage } from '../api/list-pages.ts'
import { queryValues, createFieldReader } from '../api/field-reader.ts'
import {
  toMessageItem,
  toMessage,
  bareAddress,
  GUARDED_LABELS,
  requireMail,
  canReadMail,
  formatSenders,
} from '../api/message-objects.ts'
import { visibleInboxes, requireInbox, type MailRequest, type MailRoute } from '../api/route-guard.ts'
import type { OutgoingMail } from '../sending/send-checks.ts'
import type { MailSender } from '../sending/mail-sender.ts'
import { buildForwardedBodies } from './forwarded-content.ts'
import { formatRawMail } from './raw-mail.ts'
import type { AttachmentDownloads } from './attachment-downloads.ts'
import type { Mail, MailboxState } from '../api/mailbox-types.ts'

/** Whether each value of a parameter occurs in one of the texts, ignoring case. Without the parameter everything matches. */
export const matchesQuery = (query: URLSearchParams, name: string, texts: string[]): boolean =>
  queryValues(query, name).every((word) => texts.some((text) => text.toLowerCase().includes(word.toLowerCase())))

/** The mails that the caller may read and that match the filters of the query. */
export function listMails(state: MailboxState, asked: MailRequest): Mail[] {
  const { query } = asked.call
  const inboxes = new Set(visibleInboxes(state, asked).map((inbox) => inbox.inbox_id))
  const labels = queryValues(query, 'labels').flatMap((one) => one.split(','))
  const time = (name: string): number | undefined => {
    const given = query.get(name)
    if (given === null) return undefined
    const at = Date.parse(given)
    if (Number.isNaN(at)) throw validationError(name, 'Expected date-time')
    return at
  }
  const [before = Infinity, after = -Infinity] = [time('before'), time('after')]
  return state.mails.filter(
    (mail) =>
      inboxes.has(mail.inbox_id) &&
      canReadMail(asked.key, mail) &&
      labels.every((label) => mail.labels.includes(label)) &&
      mail.labels.every(
        (label) => !(label in GUARDED_LABELS) || labels.includes(label) || query.get(`include_${label}`) === 'true',
      ) &&
      Date.parse(mail.timestamp) < before &&
      Date.parse(mail.timestamp) > after,
  )
}

const prefixed = (prefix: string, subject = ''): string =>
  subject.toLowerCase().startsWith(`${prefix.toLowerCase()}:`) ? subject : `${prefix}: ${subject}`

/** The default recipients of a reply: reply-to, else the sender; for our own mail its recipients. */
function target(mail: Mail): string[] {
  if (mail.sent) return mail.to
  return mail.reply_to.length > 0 ? mail.reply_to : formatSenders(mail.from)
}

export function buildReply(state: MailboxState, asked: MailRequest, original: Mail, everyone: boolean): OutgoingMail {
  const inbox = requireInbox(state, asked)
  const said = readContent(asked.fields())
  const all = everyone || said.reply_all
  const seen = new Set([bareAddress(inbox.email)])
  const withoutSeen = (addresses: string[]): string[] =>
    addresses.filter((one) => !seen.has(bareAddress(one)) && seen.add(bareAddress(one)))
  const to = said.to ?? withoutSeen(all ? [...target(original), ...original.to] : target(original))
  const cc = said.cc ?? (all ? withoutSeen(original.cc) : [])
  return {
    inbox,
    content: said,
    to,
    cc,
    bcc: said.bcc ?? [],
    subject: said.subject ?? prefixed('Re', original.subject),
    answers: original,
  }
}

/** A forward: the new text, the quoted mail and its attachments. */
export function buildForward(state: MailboxState, asked: MailRequest, original: Mail): OutgoingMail {
  const said = readContent(asked.fields())
  return {
    inbox: requireInbox(state, asked),
    content: { ...said, ...buildForwardedBodies(said, original) },
    to: said.to ?? [],
    cc: said.cc ?? [],
    bcc: said.bcc ?? [],
    subject: said.subject ?? prefixed('Fwd', original.subject),
    answers: original,
    carries: original.attachments,
  }
}

export function buildNewMail(state: MailboxState, asked: MailRequest): OutgoingMail {
  const said = readContent(asked.fields())
  const { to = [], cc = [], bcc = [], subject } = said
  return { inbox: requireInbox(state, asked), content: said, to, cc, bcc, subject }
}

export function changeLabels(mails: Mail[], asked: MailRequest): void {
  const read = createFieldReader(asked.fields())
  const [added = [], removed = []] = [read.oneOrMany('add_labels'), read.oneOrMany('remove_labels')]
  read.check()
  for (const mail of mails) {
    mail.labels = [...new Set([...mail.labels, ...added])].filter((label) => !removed.includes(label))
    mail.updated_at = new Date().toISOString()
  }
}

const INBOX_MESSAGES = '/v0/inboxes/:inbox_id/messages'
const ONE_MESSAGE = `${INBOX_MESSAGES}/:message_id`

function sendRoutes(state: MailboxState, sender: MailSender): MailRoute[] {
  const route = (pattern: string, build: (request: MailRequest) => OutgoingMail): MailRoute => ({
    method: 'POST',
    pattern,
    permission: 'message_send',
    run: async (request) => {
      const result = await sender.send(request, requireInbox(state, request), () => build(request))
      return { status: 200, body: result }
    },
  })
  return [
    route(`${INBOX_MESSAGES}/send`, (request) => buildNewMail(state, request)),
    route(`${ONE_MESSAGE}/reply`, (request) => buildReply(state, request, requireMail(state, request), false)),
    route(`${ONE_MESSAGE}/reply-all`, (request) => buildReply(state, request, requireMail(state, request), true)),
    route(`${ONE_MESSAGE}/forward`, (request) => buildForward(state, request, requireMail(state, request))),
  ]
}

/** Sending, reading, labelling and deleting the messages of an inbox. */
export function messageRoutes(state: MailboxState, files: AttachmentDownloads, sender: MailSender): MailRoute[] {
  return [
    ...sendRoutes(state, sender),
    {
      method: 'GET',
      pattern: INBOX_MESSAGES,
      permission: 'message_read',
      run: (asked) => {
        const { query } = asked.call
        const found = listMails(state, asked).filter(
          (mail) =>
            matchesQuery(query, 'from', formatSenders(mail.from)) &&
            matchesQuery(query, 'to', mail.to) &&
            matchesQuery(query, 'subject', [mail.subject ?? '']),
        )
        return answerPage(query, 'messages', found, toMessageItem)
      },
    },
    {
      method: 'GET',
      pattern: ONE_MESSAGE,
      permission: 'message_read',
      run: (asked) => ({ status: 200, body: toMessage(requireMail(state, asked)) }),
    },
    {
      method: 'PATCH',
      pattern: ONE_MESSAGE,
      permission: 'message_update',
      run: (asked) => {
        const mail = requireMail(state, asked)
        changeLabels([mail], asked)
        return { status: 200, body: { message_id: mail.message_id, labels: mail.labels } }
      },
    },
    {
      method: 'DELETE',
      pattern: ONE_MESSAGE,
      permission: 'message_delete',
      run: (asked) => {
        state.mails.splice(state.mails.indexOf(requireMail(state, asked)), 1)
        return { status: 204 }
      },
    },
    {
      method: 'GET',
      pattern: `${ONE_MESSAGE}/raw`,
      permission: 'message_read',
      run: (asked) => {
        const mail = requireMail(state, asked)
        const bytes = formatRawMail(mail)
        const offered = files.offer(asked.call, bytes, 'message/rfc822')
        return { status: 200, body: { message_id: mail.message_id, size: bytes.length, ...offered } }
      },
    },
    {
      method: 'GET',
      pattern: `${ONE_MESSAGE}/attachments/:attachment_id`,
      permission: 'message_read',
      run: (asked) => {
        const found = requireMail(state, asked).attachments.find(
          ({ attachment_id }) => attachment_id === asked.params['attachment_id'],
        )
        if (!found) throw notFoundError('Attachment')
        return { status: 200, body: files.attachment(asked.call, found) }
      },
    },
  ]
}
