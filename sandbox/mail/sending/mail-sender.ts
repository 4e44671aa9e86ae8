import type { SandboxServer } from '../../server/sandbox-server.ts'
import { readAttachments, type MailContent } from './mail-content.ts'
import { BrokenRequest, MailboxError } from '../api/error-codes.ts'
import type { MailboxEvents } from '../webhooks/mailbox-events.ts'
import { createIdempotencyKeys } from '../api/idempotency-keys.ts'
import { bareAddress, newMessageId } from '../api/message-objects.ts'
import { scheduleOutcome, type OutcomeScript } from './delivery-outcomes.ts'
import type { MailRequest } from '../api/route-guard.ts'
import {
  MAIL_DOMAIN,
  newMailId,
  newTimestamps,
  type Attachment,
  type Inbox,
  type AddressListEntry,
  type Mail,
  type MailboxState,
} from '../model/mailbox-state.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** No send is done at once: whoever repeats it meanwhile meets one in flight. Real time. */
const LEAST_MS = 25

interface Sent {
  message_id: string
  thread_id: string
}

/** A mail before it leaves: what was asked for, and what it answers or passes on. */
export interface OutgoingMail {
  inbox: Inbox
  content: MailContent
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string | undefined
  answers?: Mail
  /** Attachments it passes on. */
  carries?: Attachment[]
}

export interface MailSender {
  /** The whole way of one send: idempotency, checks, then out. */
  send(asked: MailRequest, inbox: Inbox, build: () => OutgoingMail): Promise<Sent>
  script: OutcomeScript
  reset(): void
}

const rejected = (message: string, fix: string): MailboxError => new MailboxError('message_rejected', { message, fix })

export function createMailSender(server: SandboxServer, state: MailboxState, events: MailboxEvents): MailSender {
  const keys = createIdempotencyKeys<Sent>(server)
  const script: OutcomeScript = { outcome: 'delivered', afterMs: 2000 }
  let recent: number[] = []
  const waiting = new Set<() => void>()
  let era = 0

  const concerns = (entry: AddressListEntry, inbox: Inbox): boolean =>
    entry.direction === 'send' &&
    (!entry.inbox_id || entry.inbox_id === inbox.inbox_id) &&
    (!entry.pod_id || entry.pod_id === inbox.pod_id)

  const covers = ({ entry }: AddressListEntry, address: string): boolean =>
    entry === address || address.endsWith(`@${entry}`)

  function checkLists(inbox: Inbox, recipients: string[]): void {
    const entries = state.lists.filter((entry) => concerns(entry, inbox))
    const allowed = entries.filter((entry) => entry.list_type === 'allow')
    for (const address of recipients) {
      const block = entries.find((entry) => entry.list_type === 'block' && covers(entry, address))
      const below = block?.inbox_id
        ? `/v0/inboxes/${block.inbox_id}`
        : block?.pod_id
          ? `/v0/pods/${block.pod_id}`
          : '/v0'
      if (block)
        throw rejected(
          `Recipient ${address} is blocked`,
          `The send block list has the ${block.entry_type} ${block.entry}. Remove it with DELETE ${below}/lists/send/block/${block.entry}`,
        )
      if (allowed.length > 0 && !allowed.some((entry) => covers(entry, address)))
        throw rejected(
          `Recipient ${address} is not on the send allow list`,
          `Add ${address} with POST /v0/lists/send/allow, or empty the allow list.`,
        )
    }
  }

  function check({ inbox, to, cc, bcc }: OutgoingMail): void {
    const { suspended_reason: reason, verifying_human: human, unverified_domains: unverified } = state.account
    const recipients = [...to, ...cc, ...bcc].map(bareAddress)
    if (recipients.length === 0)
      throw new MailboxError('unprocessable', {
        message: 'The message has no recipient in to, cc or bcc',
        fix: 'Name at least one recipient.',
      })
    if (reason !== null)
      throw new MailboxError('account_suspended', {
        name: 'MessageRejectedError',
        message: 'Message rejected',
        suspended_reason: reason,
      })
    const domain = inbox.email.split('@')[1] ?? ''
    const registered = [...state.domains.values()].find((one) => one.domain === domain)
    if (unverified.includes(domain) || registered?.status === 'PENDING')
      throw new MailboxError('domain_not_verified', { message: `Domain ${domain} is not verified` })
    const stranger = human === null ? undefined : recipients.find((address) => address !== human.toLowerCase())
    if (stranger !== undefined)
      throw rejected(
        `The organization is not verified and cannot send to ${stranger}`,
        `Until verification ends, send to ${human} only.`,
      )
    checkLists(inbox, recipients)
  }

  function checkQuota(): void {
    const { sends_per_day: limit } = state.account
    if (limit === null) return
    const now = server.clock.elapsed()
    recent = recent.filter((at) => at > now - DAY_MS)
    const [oldest = now] = recent
    if (recent.length >= limit) {
      const seconds = server.clock.realSeconds(oldest + DAY_MS - now)
      throw new MailboxError('rate_limit_exceeded', {
        message: 'Daily send quota exceeded',
        resource: 'daily_sends',
        limit,
        upgrade_url: `https://console.${MAIL_DOMAIN}/upgrade`,
        headers: { 'retry-after': `${seconds}` },
      })
    }
    recent.push(now)
  }

  /** `takesMs` on the simulated clock, which a reset ends early. */
  async function flight(takesMs: number): Promise<void> {
    const started = era
    await new Promise((wake) => setTimeout(wake, LEAST_MS))
    if (takesMs === 0 || started !== era) return
    await new Promise<void>((wake) => {
      const land = (): void => {
        waiting.delete(land)
        wake()
      }
      waiting.add(land)
      server.clock.after(takesMs, land)
    })
  }

  async function leave(asked: MailRequest, outgoing: OutgoingMail): Promise<Sent> {
    const { inbox, content, to, cc, bcc, subject, answers, carries = [] } = outgoing
    check(outgoing)
    const attachments = [...carries, ...(await readAttachments(content.attachments))]
    checkQuota()
    const started = era
    await flight(state.account.send_ms)
    if (started !== era) throw new BrokenRequest()
    if (state.account.sends_dying > 0) {
      state.account.sends_dying -= 1
      throw new BrokenRequest()
    }
    const key = asked.call.headers['idempotency-key']
    const mail: Mail = {
      inbox_id: inbox.inbox_id,
      thread_id: answers?.thread_id ?? newMailId('thd'),
      message_id: newMessageId(inbox.email.split('@')[1] ?? MAIL_DOMAIN),
      labels: [...new Set(['sent', ...content.labels])],
      timestamp: new Date().toISOString(),
      from: inbox.display_name ? `${inbox.display_name} <${inbox.email}>` : inbox.email,
      reply_to: content.reply_to ?? [],
      to,
      cc,
      bcc,
      attachments,
      references: answers ? [...answers.references, answers.message_id] : [],
      headers: content.headers,
      sent: { at: Date.now(), events: [], ...(key !== undefined && { idempotencyKey: key }) },
      ...(subject !== undefined && { subject }),
      ...(content.text !== undefined && { text: content.text }),
      ...(content.html !== undefined && { html: content.html }),
      ...(answers && { in_reply_to: answers.message_id }),
      ...newTimestamps(),
    }
    state.mails.push(mail)
    server.emit({ type: 'mail.sent', inbox_id: mail.inbox_id, message_id: mail.message_id, thread_id: mail.thread_id })
    scheduleOutcome(server, events, mail, script)
    return { message_id: mail.message_id, thread_id: mail.thread_id }
  }

  return {
    script,
    send(asked, inbox, build) {
      const { call } = asked
      const request = [inbox.inbox_id, call.path, asked.fields()]
      return keys.once(call.headers['idempotency-key'], request, () => leave(asked, build()))
    },
    reset() {
      keys.reset()
      recent = []
      era += 1
      for (const wake of waiting) wake()
      waiting.clear()
      Object.assign(script, { outcome: 'manual', afterMs: 0 })
    },
  }
}
