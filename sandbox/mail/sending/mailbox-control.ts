import {
  controlRoute,
  ControlError,
  isJsonObject,
  requiredText,
  optionalNumber,
  optionalChoice,
  optionalText,
  type JsonObject,
} from '../../server/control-routes.ts'
import type { SentMail } from '../../control-types.ts'
import type { Route } from '../../server/http-types.ts'
import type { SandboxServer } from '../../server/sandbox-server.ts'
import type { MailboxEvents } from '../webhooks/mailbox-events.ts'
import { INBOUND_KINDS, receiveMail } from './inbound-mail.ts'
import { applyOutcome, DELIVERY_OUTCOMES } from './delivery-outcomes.ts'
import type { MailSender } from './mail-sender.ts'
import { type ApiKey, type MailAccount, type Attachment, type Mail, type MailboxState } from '../api/mailbox-types.ts'
import { createApiKey } from '../api/mailbox-state.ts'

const SHOWN_CONTENT_LIMIT = 256 * 1024
const MOST_REPEATS = 100

const attachment = ({ content, ...rest }: Attachment) => ({
  ...rest,
  ...(content.length <= SHOWN_CONTENT_LIMIT && { content: content.toString('base64') }),
})

const toSentMail = (mail: Mail): SentMail => ({
  message_id: mail.message_id,
  thread_id: mail.thread_id,
  inbox_id: mail.inbox_id,
  from: typeof mail.from === 'string' ? mail.from : '',
  reply_to: mail.reply_to,
  to: mail.to,
  cc: mail.cc,
  bcc: mail.bcc,
  subject: mail.subject ?? '',
  text: mail.text ?? null,
  html: mail.html ?? null,
  attachments: mail.attachments.map(attachment),
  labels: mail.labels,
  headers: mail.headers,
  in_reply_to: mail.in_reply_to ?? null,
  idempotency_key: mail.sent?.idempotencyKey ?? null,
  at: mail.sent?.at ?? 0,
  events: mail.sent?.events ?? [],
})

const LISTS = ['send_block', 'send_allow', 'receive_block'] as const

function setLists(state: MailboxState, fields: JsonObject): void {
  for (const name of LISTS) {
    const entries = fields[name]
    if (entries === undefined) continue
    if (!Array.isArray(entries) || !entries.every((one) => typeof one === 'string'))
      throw new ControlError(`${name} is an array of addresses and domains`)
    const [direction = '', list_type = ''] = name.split('_')
    state.lists = state.lists.filter((one) => one.direction !== direction || one.list_type !== list_type)
    for (const entry of entries)
      state.lists.push({
        entry: entry.toLowerCase(),
        entry_type: entry.includes('@') ? 'email' : 'domain',
        direction,
        list_type,
        created_at: new Date().toISOString(),
      })
  }
}

const typeName = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

/** Changes settings of the account. A value must have the type of the present one, or be null if the setting is nullable. */
function setAccount(account: MailAccount, fields: JsonObject): void {
  const nullable: Record<string, string> = {
    suspended_reason: 'string',
    verifying_human: 'string',
    requests_per_minute: 'number',
    sends_per_day: 'number',
  }
  const known: JsonObject = { ...account }
  const changes = Object.entries(fields).filter(([name]) => !LISTS.some((list) => list === name))
  for (const [name, value] of changes) {
    if (!(name in known))
      throw new ControlError(`the account has ${Object.keys(known).join(', ')} and ${LISTS.join(', ')}, not ${name}`)
    const wanted = nullable[name] ?? typeName(known[name])
    if (typeName(value) !== wanted && !(value === null && name in nullable))
      throw new ControlError(`${name} must be of type ${wanted}`)
  }
  const { hosts, ...rest } = Object.fromEntries(changes)
  for (const [name, base] of Object.entries(isJsonObject(hosts) ? hosts : {}))
    if (typeof base !== 'string' || !/^https?:\/\//.test(base) || !URL.canParse(base))
      throw new ControlError(`hosts must map ${name} to an http or https address`)
  Object.assign(account, rest)
  if (isJsonObject(hosts)) Object.assign(account.hosts, hosts)
}

interface Parts {
  server: SandboxServer
  state: MailboxState
  events: MailboxEvents
  sender: MailSender
}

function requireMail(state: MailboxState, fields: JsonObject): Mail {
  const wanted = requiredText(fields, 'message_id')
  const mail = state.mails.find((one) => one.message_id === wanted)
  if (!mail) throw new ControlError(`there is no mail ${wanted}; GET /control/mail/sent lists sent mail`, 404)
  return mail
}

/** Incoming mail, sent mail and its outcomes. */
function trafficRoutes({ server, state, events, sender }: Parts): Route[] {
  return [
    controlRoute('POST', '/mail/inbound', (fields) =>
      receiveMail(state, events, fields, optionalChoice(fields, 'kind', INBOUND_KINDS)),
    ),
    controlRoute('GET', '/mail/sent', () => state.mails.filter((mail) => mail.sent).map(toSentMail)),
    controlRoute('GET', '/mail/script', () => sender.script),
    controlRoute('POST', '/mail/script', (fields) => {
      const outcome = optionalChoice(fields, 'outcome', ['delivered', 'bounced', 'manual'] as const)
      if (!outcome) throw new ControlError('outcome is one of delivered, bounced, manual')
      Object.assign(sender.script, { outcome, afterMs: optionalNumber(fields, 'afterMs') ?? 0 })
      server.emit({ type: 'mail.script' })
      return sender.script
    }),
    controlRoute('POST', '/mail/outcome', (fields) => {
      const { message_id: _id, event, ...rest } = fields
      const name = typeof event === 'string' ? event.replace(/^message\./, '') : event
      const outcome = optionalChoice({ event: name }, 'event', DELIVERY_OUTCOMES)
      if (!outcome) throw new ControlError(`event is one of ${DELIVERY_OUTCOMES.join(', ')}`)
      const eventId = applyOutcome(events, requireMail(state, fields), outcome, rest)
      return eventId === undefined ? {} : { event_id: eventId }
    }),
    controlRoute('POST', '/mail/event', (fields) => {
      const event_type = requiredText(fields, 'event_type')
      const event_id = optionalText(fields, 'event_id')
      return { event_id: events.broadcast({ ...fields, event_type, ...(event_id !== undefined && { event_id }) }) }
    }),
  ]
}

function deliveryRoutes({ state, events }: Parts): Route[] {
  return [
    controlRoute('GET', '/mail/inboxes', () => [...state.inboxes.values()]),
    controlRoute('GET', '/mail/webhooks', () =>
      [...state.webhooks.values()].map(({ secret: _secret, headers, ...rest }) => ({
        ...rest,
        header_names: Object.keys(headers),
      })),
    ),
    controlRoute('GET', '/mail/deliveries', () => events.deliveries.list()),
    controlRoute('POST', '/mail/redeliver', async (fields) => {
      const eventId = requiredText(fields, 'event_id')
      const times = Math.min(optionalNumber(fields, 'times') ?? 1, MOST_REPEATS)
      const found = await events.deliveries.again(eventId, times)
      if (found.length === 0)
        throw new ControlError(`no delivery of ${eventId}; GET /control/mail/deliveries lists them`, 404)
      return { deliveries: found }
    }),
  ]
}

/** A key as `/mail/keys` asks for it. */
function readKey(state: MailboxState, fields: JsonObject): ApiKey {
  const { permissions } = fields
  if (permissions !== undefined && !isJsonObject(permissions))
    throw new ControlError('permissions is an object of permission: true or false')
  const [inbox, pod] = [optionalText(fields, 'inbox_id'), optionalText(fields, 'pod_id')]
  if (inbox !== undefined && !state.inboxes.has(inbox)) throw new ControlError(`there is no inbox ${inbox}`, 404)
  if (pod !== undefined && !state.pods.has(pod)) throw new ControlError(`there is no pod ${pod}`, 404)
  const granted = permissions && Object.fromEntries(Object.entries(permissions).map(([k, v]) => [k, v === true]))
  const expires = optionalText(fields, 'expires_at')
  return createApiKey({
    name: optionalText(fields, 'name') ?? 'made by hand',
    ...(inbox !== undefined && { inbox_id: inbox }),
    ...(pod !== undefined && { pod_id: pod }),
    ...(granted && { permissions: granted }),
    ...(expires !== undefined && { expires_at: expires }),
  })
}

function accountRoutes({ state }: Parts): Route[] {
  return [
    controlRoute('GET', '/mail/account', () => ({ ...state.account, lists: state.lists })),
    controlRoute('POST', '/mail/account', (fields) => {
      setAccount(state.account, fields)
      setLists(state, fields)
      return { ...state.account, lists: state.lists }
    }),
    controlRoute('POST', '/mail/keys', (fields) => {
      const key = readKey(state, fields)
      state.keys.push(key)
      return { ...key, api_key: key.key }
    }),
    controlRoute('DELETE', '/mail/keys/:api_key_id', (_fields, { api_key_id }) => {
      const index = state.keys.findIndex((key) => key.api_key_id === api_key_id || key.key === api_key_id)
      if (index < 0) throw new ControlError(`there is no key ${api_key_id}`, 404)
      state.keys.splice(index, 1)
    }),
  ]
}

/** The control routes of the mailbox: incoming mail, outcomes, deliveries and the settings of the account. */
export const mailboxControlRoutes = (parts: Parts): Route[] => [
  ...deliveryRoutes(parts),
  ...trafficRoutes(parts),
  ...accountRoutes(parts),
]
