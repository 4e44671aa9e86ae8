import type { Host } from '../../server/sandbox-server.ts'
import { attached, type Content } from './mail-content.ts'
import { Death, Refusal } from '../api/error-codes.ts'
import type { Events } from '../webhooks/mailbox-events.ts'
import { idempotency } from '../api/idempotency-keys.ts'
import { bare, messageId } from '../api/message-objects.ts'
import { follow, type Script } from './delivery-outcomes.ts'
import type { Asked } from '../api/route-guard.ts'
import {
  DOMAIN,
  id,
  stamp,
  type Attachment,
  type Inbox,
  type ListEntry,
  type Mail,
  type State,
} from '../model/mailbox-state.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** No send is done at once: whoever repeats it meanwhile meets one in flight. Real time. */
const LEAST_MS = 25

interface Sent {
  message_id: string
  thread_id: string
}

/** A mail before it leaves: what was asked for, and what it answers or passes on. */
export interface Outgoing {
  inbox: Inbox
  content: Content
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string | undefined
  answers?: Mail
  /** Attachments it passes on. */
  carries?: Attachment[]
}

export interface Sender {
  /** The whole way of one send: idempotency, checks, then out. */
  send(asked: Asked, inbox: Inbox, build: () => Outgoing): Promise<Sent>
  script: Script
  reset(): void
}

const rejected = (message: string, fix: string): Refusal => new Refusal('message_rejected', { message, fix })

export function sender(host: Host, state: State, events: Events): Sender {
  const keys = idempotency<Sent>(host)
  const script: Script = { outcome: 'delivered', afterMs: 2000 }
  let recent: number[] = []
  const waiting = new Set<() => void>()
  let era = 0

  const concerns = (entry: ListEntry, inbox: Inbox): boolean =>
    entry.direction === 'send' &&
    (!entry.inbox_id || entry.inbox_id === inbox.inbox_id) &&
    (!entry.pod_id || entry.pod_id === inbox.pod_id)

  const covers = ({ entry }: ListEntry, address: string): boolean => entry === address || address.endsWith(`@${entry}`)

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

  function check({ inbox, to, cc, bcc }: Outgoing): void {
    const { suspended_reason: reason, verifying_human: human, unverified_domains: unverified } = state.account
    const recipients = [...to, ...cc, ...bcc].map(bare)
    if (recipients.length === 0)
      throw new Refusal('unprocessable', {
        message: 'The message has no recipient in to, cc or bcc',
        fix: 'Name at least one recipient.',
      })
    if (reason !== null)
      throw new Refusal('account_suspended', {
        name: 'MessageRejectedError',
        message: 'Message rejected',
        suspended_reason: reason,
      })
    const domain = inbox.email.split('@')[1] ?? ''
    const registered = [...state.domains.values()].find((one) => one.domain === domain)
    if (unverified.includes(domain) || registered?.status === 'PENDING')
      throw new Refusal('domain_not_verified', { message: `Domain ${domain} is not verified` })
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
    const now = host.clock.elapsed()
    recent = recent.filter((at) => at > now - DAY_MS)
    const [oldest = now] = recent
    if (recent.length >= limit) {
      const seconds = host.clock.seconds(oldest + DAY_MS - now)
      throw new Refusal('rate_limit_exceeded', {
        message: 'Daily send quota exceeded',
        resource: 'daily_sends',
        limit,
        upgrade_url: `https://console.${DOMAIN}/upgrade`,
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
      host.clock.after(takesMs, land)
    })
  }

  async function leave(asked: Asked, outgoing: Outgoing): Promise<Sent> {
    const { inbox, content, to, cc, bcc, subject, answers, carries = [] } = outgoing
    check(outgoing)
    const attachments = [...carries, ...(await attached(content.attachments))]
    checkQuota()
    const started = era
    await flight(state.account.send_ms)
    if (started !== era) throw new Death()
    if (state.account.sends_dying > 0) {
      state.account.sends_dying -= 1
      throw new Death()
    }
    const key = asked.call.headers['idempotency-key']
    const mail: Mail = {
      inbox_id: inbox.inbox_id,
      thread_id: answers?.thread_id ?? id('thd'),
      message_id: messageId(inbox.email.split('@')[1] ?? DOMAIN),
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
      ...stamp(),
    }
    state.mails.push(mail)
    host.tell({ type: 'mail.sent', inbox_id: mail.inbox_id, message_id: mail.message_id, thread_id: mail.thread_id })
    follow(host, events, mail, script)
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
