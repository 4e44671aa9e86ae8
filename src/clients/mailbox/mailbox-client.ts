import { z } from 'zod'
import type { Log } from '../../core/log.ts'
import type { LongWaitListener } from '../../core/retry-after.ts'
import { lenientList, lenientText } from '../lenient-schema.ts'
import { createMailFiles, type MailFiles } from './mailbox-files.ts'
import { findSendPermission } from './key-permissions.ts'
import {
  askTime,
  fetchAllPages,
  type MailboxCall,
  createMailboxCaller,
  undefinedIfNotFound,
} from './mailbox-request.ts'
import { createMessageReader, type FetchedMessage } from './message-reader.ts'
import { createMailWebhooks, type MailWebhooks } from './mailbox-webhooks.ts'
import { createMailLists, type MailLists } from './mailbox-lists.ts'
import { createSendBlockList, type SendBlockList } from './send-block-list.ts'
import { fetchMetrics, type MailMetrics, type MetricsQuery } from './mailbox-metrics.ts'
import {
  type ClearedBody,
  type Inbox,
  inboxSchema,
  type MailMessage,
  messageSchema,
  type MailboxThread,
  type SendResult,
  sendResultSchema,
  threadSchema,
} from './mailbox-schemas.ts'

/** A reply contains whole files, and the service fetches others while we wait. */
const SEND_DEADLINE_MS = 90_000
const LIST_PAGE = 100

/** A new mail from an inbox. */
export interface SendRequest {
  inboxId: string
  body: ClearedBody
  /** Only while the key is valid: a reply with it can be sent again if there was no answer. */
  idempotencyKey?: string
  /** This repeats its own stored request, with the same key and bytes, so a 409 `conflict` means that the first one is still running. */
  identical?: boolean
}

/** A reply to one message, or its forward. */
export interface ReplyRequest extends SendRequest {
  messageId: string
}

/** Some mails of an inbox; `next` names the page after it. */
export interface MessagePage {
  messages: MailMessage[]
  next: string | undefined
}

/** The part of the mailbox's API that Bellhop uses. Every call but those for its time throws `UpstreamError`. */
export interface MailboxClient extends MailFiles {
  /** The service's time now, in epoch milliseconds, by the `Date` of its last answer; undefined before the first one. Asks nothing. */
  estimateTime(): number | undefined
  /** Asks the service for its time now, in epoch milliseconds; undefined if it does not answer. */
  askTime(): Promise<number | undefined>
  webhooks: MailWebhooks
  metrics(query: MetricsQuery): Promise<MailMetrics>
  reply(reply: ReplyRequest): Promise<SendResult>
  /** The service adds the original's text and all of its files below the body, and makes the subject unless the body has one. */
  forward(forward: ReplyRequest): Promise<SendResult>
  send(mail: SendRequest): Promise<SendResult>
  /** Each text is cut to a million characters and one more. Throws with a time to wait if many others are being read. */
  message(at: { inboxId: string; messageId: string }): Promise<FetchedMessage>
  messages: {
    /** A page of an inbox's mails since `after`, newest first, without their bodies. */
    list(query: { inboxId: string; after: string; pageToken?: string }): Promise<MessagePage>
  }
  /** Whether the key may send; undefined if it may not look that up. */
  findSendPermission(): Promise<boolean | undefined>
  /** Takes a label from a mail. */
  removeLabel(at: { inboxId: string; messageId: string }, label: string): Promise<void>
  lists: MailLists
  sendBlocks: SendBlockList
  inboxes: {
    create(inbox?: { client_id?: string; username?: string; domain?: string; display_name?: string }): Promise<Inbox>
    /** All pages; undefined if the service does not offer the list. */
    all(): Promise<Inbox[] | undefined>
    get(inboxId: string): Promise<Inbox | undefined>
  }
  /** Undefined if the thread or the route does not exist. */
  thread(at: { inboxId: string; threadId: string }): Promise<MailboxThread | undefined>
}

/** The API of one mailbox account. Every call throws `UpstreamError`, with the codes of error-codes.ts. */
export function createMailboxClient(options: {
  baseUrl: string
  apiKey: string
  log: Log
  /** For tests and the sandbox: people's addresses of files may also lead there. */
  linkOrigin?: string | undefined
  deadlineMs?: number
  onLongWait?: LongWaitListener
}): MailboxClient {
  const caller = createMailboxCaller(options)
  const { call } = caller
  const get = <T extends z.ZodType>(
    route: string,
    ids: Record<string, string>,
    schema: T,
    query?: MailboxCall['query'],
  ) => call({ method: 'GET', route, ids, ...(query && { query }) }, schema)

  const messagePage = z.looseObject({ messages: lenientList(messageSchema), next_page_token: lenientText })
  const inboxPage = z.looseObject({ inboxes: lenientList(inboxSchema), next_page_token: lenientText })
  const inboxPages = () =>
    fetchAllPages(async (token) => {
      const page = await get('/v0/inboxes', {}, inboxPage, { page_token: token })
      return { entries: page.inboxes, next: page.next_page_token }
    })

  const reader = createMessageReader(caller)

  const post = (route: string, ids: Record<string, string>, { body, idempotencyKey, identical }: SendRequest) =>
    call(
      {
        method: 'POST',
        route: `/v0/inboxes/{inbox_id}/messages/${route}`,
        ids,
        json: body,
        idempotencyKey,
        identical,
        deadlineMs: options.deadlineMs ?? SEND_DEADLINE_MS,
      },
      sendResultSchema,
    )
  const idsOf = ({ inboxId, messageId }: ReplyRequest) => ({ inbox_id: inboxId, message_id: messageId })

  return {
    estimateTime: caller.estimateTime,
    askTime: () => askTime(caller),
    webhooks: createMailWebhooks(caller),
    metrics: (query) => fetchMetrics(caller, query),
    reply: (reply) => post('{message_id}/reply', idsOf(reply), reply),
    forward: (forward) => post('{message_id}/forward', idsOf(forward), forward),
    send: (mail) => post('send', { inbox_id: mail.inboxId }, mail),
    findSendPermission: () => findSendPermission(caller),
    message: (at) => reader.read(at),
    messages: {
      async list({ inboxId, after, pageToken }) {
        const query = { after, limit: String(LIST_PAGE), page_token: pageToken }
        const page = await get('/v0/inboxes/{inbox_id}/messages', { inbox_id: inboxId }, messagePage, query)
        return { messages: page.messages, next: page.next_page_token }
      },
    },
    removeLabel: ({ inboxId, messageId }, label) =>
      caller.callWithoutAnswer({
        method: 'PATCH',
        route: '/v0/inboxes/{inbox_id}/messages/{message_id}',
        ids: { inbox_id: inboxId, message_id: messageId },
        json: { remove_labels: [label] },
      }),
    lists: createMailLists(caller),
    sendBlocks: createSendBlockList(caller),
    inboxes: {
      create: (inbox = {}) =>
        call({ method: 'POST', route: '/v0/inboxes', json: inbox, clientId: inbox.client_id }, inboxSchema),
      all: () => undefinedIfNotFound(inboxPages()),
      get: (inboxId) => undefinedIfNotFound(get('/v0/inboxes/{inbox_id}', { inbox_id: inboxId }, inboxSchema)),
    },
    thread: ({ inboxId, threadId }) =>
      undefinedIfNotFound(
        get('/v0/inboxes/{inbox_id}/threads/{thread_id}', { inbox_id: inboxId, thread_id: threadId }, threadSchema),
      ),
    ...createMailFiles(caller, options),
  }
}
