import type { MailEvent } from '../../clients/mailbox/event-schemas.ts'
import type { MailboxClient } from '../../clients/mailbox/mailbox-client.ts'
import type { MailMessage } from '../../clients/mailbox/mailbox-schemas.ts'
import type { Clock } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import type { Log } from '../../core/log.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import { domainOf, readAddresses } from '../model/address.ts'
import { type Mail, mailKey, type Restriction, type MailRef } from '../model/mail.ts'
import type { Contacts } from '../model/contacts.ts'
import { assessBadges } from './badges.ts'
import type { MailStore } from '../model/mail-store.ts'
import { threadKey } from '../model/mail-thread.ts'

const FETCH_ATTEMPTS = 4
const MAX_FILES = 100
const MAX_HEADERS = 200
/** Every look at a mail reads its body: more of it would hold up everyone else. */
const MAX_BODY_CHARS = 1_000_000

const restrictions: Record<string, Restriction> = {
  'message.received.spam': 'spam',
  'message.received.blocked': 'blocked',
  'message.received.unauthenticated': 'unauthenticated',
}

export interface ReceiveDeps {
  bag: MailStore
  clock: Clock
  log: Log
  fingerprint: KeyedHash
  message: MailboxClient['message']
  known: Contacts
  /** The mail address of an inbox whose id is none; undefined where the mailbox does not say. */
  addressOf: (inboxId: string) => Promise<string | undefined>
  /** Shows a mail in its thread. */
  place: (team: string, key: string, mail: Mail) => Promise<void>
  /** Shows a restricted mail apart from all threads. */
  hold: (team: string, key: string, mail: Mail) => Promise<void>
  /** Asks for a body that could not be had at once. */
  fetchLater: (team: string, key: string) => Promise<void>
  /** Remembers that mail comes for this inbox. */
  seeInbox: (team: string, inboxId: string) => Promise<void>
}

/** Takes in a received mail: stores it whole, says what to think of it, and has it shown. Run again it changes nothing. */
export function receiver(deps: ReceiveDeps) {
  const { bag, clock, log, fingerprint } = deps

  /** Bodies over 64 KB are left out of events. */
  async function whole(message: MailMessage, at: MailRef, attempt: number): Promise<MailMessage | undefined> {
    if (message.text !== undefined || message.html !== undefined) return message
    try {
      return { ...message, ...defined(await deps.message(at)) }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const { outcome, retryAfterMs } = error.details
      // A wait that the service names is no attempt: the thread's other mails would stand behind it without end.
      if (outcome === 'not_sent' && retryAfterMs === undefined && attempt < FETCH_ATTEMPTS) throw error
      log.warn({ err: error, attempt }, 'a large mail is shown without its text until it can be fetched')
      return undefined
    }
  }

  async function acquaintance(team: string, key: string, mail: Mail) {
    const isTrusted = mail.restriction === undefined
    const first = await deps.known.wrote(team, mail.inboxId, mail.from, key, isTrusted)
    if (isTrusted) await deps.known.meet(team, mail.inboxId, [...mail.replyTo, ...mail.to, ...mail.cc], key)
    const thread = (await bag.threads(team).get(mail.thread))?.value
    const before = thread?.mails.find((other) => other !== key)
    const earlier = before ? (await bag.mails(team).get(before))?.value : undefined
    const others = earlier ? [earlier.from, ...earlier.to, ...earlier.cc] : []
    return {
      isFirstContact: first === undefined || first === key,
      domains: others.map(({ address }) => domainOf(address)),
    }
  }

  async function store(team: string, event: MailEvent, at: MailRef, key: string, attempt: number): Promise<Mail> {
    const message = event.message
    if (!message) throw new Error('a received mail without its message')
    const full = await whole(message, at, attempt)
    const mail = record(full ?? message, at, {
      thread: threadKey(fingerprint, at.inboxId, at.threadId),
      now: clock.now(),
      isFetched: full !== undefined,
      restriction: restrictions[event.event_type],
      count: event.thread?.message_count,
      own: at.inboxId.includes('@') ? at.inboxId : await deps.addressOf(at.inboxId),
    })
    const judged: Mail = { ...mail, ...assessBadges(mail, await acquaintance(team, key, mail)) }
    await bag.mails(team).put(key, judged, 0)
    return judged
  }

  return {
    take: async (team: string, event: MailEvent, at: MailRef, attempt: number): Promise<void> => {
      const key = mailKey(fingerprint, at.inboxId, at.messageId)
      const mail = (await bag.mails(team).get(key))?.value ?? (await store(team, event, at, key, attempt))
      await deps.seeInbox(team, at.inboxId)
      if (mail.restriction !== undefined && mail.held?.state !== 'released') await deps.hold(team, key, mail)
      else await deps.place(team, key, mail)
      if (!mail.isFetched) await deps.fetchLater(team, key)
    },

    /** A person let a restricted mail in: from now on its sender is known like any other. */
    welcome: async (team: string, key: string, mail: Mail): Promise<void> => {
      await acquaintance(team, key, { ...mail, restriction: undefined })
      await deps.place(team, key, mail)
    },

    /** Asks for the body of a large mail; answers the mail as it is to be shown now, also when an earlier try has stored it. */
    complete: async (team: string, key: string): Promise<Mail | undefined> => {
      const mail = (await bag.mails(team).get(key))?.value
      if (!mail || isDeleted(mail)) return undefined
      if (mail.isFetched) return mail
      const { inboxId, messageId } = mail
      const full = bodyOf(await deps.message({ inboxId, messageId }))
      return bag
        .mails(team)
        .update(key, (now) => (now && !isDeleted(now) ? { ...now, ...full, isFetched: true } : undefined))
    },

    /** The mailbox refused the body for good: from now on the mail says so. */
    forgo: (team: string, key: string): Promise<Mail | undefined> =>
      bag.mails(team).update(key, (now) => (now && !isDeleted(now) ? { ...now, isRefused: true } : undefined)),
  }
}

const isDeleted = ({ held }: Mail): boolean => held?.state === 'deleted'

/** Asks once per inbox and process; a mailbox that does not tell is asked again with the next mail. */
export function addressBook({ inboxes }: Pick<MailboxClient, 'inboxes'>): ReceiveDeps['addressOf'] {
  const known = new Map<string, string>()
  return async (inboxId) => {
    const found = known.get(inboxId) ?? (await inboxes.get(inboxId).catch(() => undefined))?.email
    if (found !== undefined) known.set(inboxId, found)
    return found
  }
}

/** What the service leaves out of its second answer is kept from the first. */
function defined<T extends object>(value: T): Partial<T> {
  const entries = Object.entries(value).filter(
    ([, one]) => one !== undefined && !(Array.isArray(one) && one.length === 0),
  )
  return Object.fromEntries(entries) as Partial<T>
}

function bodyOf({ text, html, extracted_text: newText, extracted_html: newHtml, preview }: MailMessage) {
  const given = Object.entries({ text, html, newText, newHtml, preview }).filter((entry) => entry[1] !== undefined)
  const kept = given.map(([name, value = '']) => [name, value.slice(0, MAX_BODY_CHARS).toWellFormed()])
  const isCut = given.some(([, value = '']) => value.length > MAX_BODY_CHARS)
  return { ...(Object.fromEntries(kept) as Body), ...(isCut && { isCut }) }
}

type Body = Pick<Mail, 'text' | 'html' | 'newText' | 'newHtml' | 'preview'>

function record(
  message: MailMessage,
  at: MailRef,
  more: {
    thread: string
    now: number
    isFetched: boolean
    restriction: Restriction | undefined
    count: number | undefined
    own: string | undefined
  },
): Mail {
  const sent = Date.parse(message.timestamp ?? '')
  const [from] = [...readAddresses(message.from), ...readAddresses(message.from_)]
  return {
    ...at,
    ...bodyOf(message),
    thread: more.thread,
    at: Number.isFinite(sent) ? sent : more.now,
    from: from ?? { address: '' },
    replyTo: readAddresses(message.reply_to),
    to: readAddresses(message.to),
    cc: readAddresses(message.cc),
    subject: sanitizeLine(message.subject ?? ''),
    isFetched: more.isFetched,
    attachments: message.attachments.slice(0, MAX_FILES).map((one) => ({
      ...(one.attachment_id && { id: one.attachment_id }),
      name: sanitizeLine(one.filename ?? '') || 'file',
      ...(one.size !== undefined && { size: one.size }),
      ...(one.content_type && { type: one.content_type }),
      isInline: (one.inline ?? one.content_disposition === 'inline') && Boolean(one.content_id),
    })),
    headers: Object.fromEntries(Object.entries(message.headers).slice(0, MAX_HEADERS)),
    badges: [],
    ...(more.restriction && { restriction: more.restriction, held: { state: 'held', at: more.now } }),
    ...(more.count !== undefined && { count: more.count }),
    ...(more.own !== undefined && { own: more.own }),
  }
}
