import type { SandboxServer } from '../../server/sandbox-server.ts'
import { readAttachments } from './mail-content.ts'
import { BrokenRequest, MailboxError } from '../api/error-codes.ts'
import type { MailboxEvents } from '../webhooks/mailbox-events.ts'
import { createIdempotencyKeys } from '../api/idempotency-keys.ts'
import { newMessageId } from '../api/message-objects.ts'
import { deliverBetweenInboxes } from './deliver-between-inboxes.ts'
import { scheduleOutcome, type OutcomeScript } from './delivery-outcomes.ts'
import type { MailRequest } from '../api/route-guard.ts'
import { type Attachment, type Inbox, type Mail, type MailboxState } from '../api/mailbox-types.ts'
import { MAIL_DOMAIN, newMailId, newTimestamps } from '../api/mailbox-state.ts'

import { checkSend, type OutgoingMail } from './send-checks.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The shortest duration of a send in real time; a simultaneous repeat finds it in flight. */
const LEAST_MS = 25

interface Sent {
  message_id: string
  thread_id: string
}

export interface MailSender {
  /** Sends one mail: idempotency, checks, then delivery. */
  send(asked: MailRequest, inbox: Inbox, build: () => OutgoingMail): Promise<Sent>
  script: OutcomeScript
  /** Restores the first script: mail is delivered by itself. */
  restoreScript: () => void
  reset(): void
}

/** The mail as the mailbox keeps it once it has left. */
function newMail(outgoing: OutgoingMail, attachments: Attachment[], key: string | undefined): Mail {
  const { inbox, content, to, cc, bcc, subject, answers } = outgoing
  return {
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
}

/** The daily quota of sends, over a sliding day of the simulated clock. */
function createSendQuota(server: SandboxServer, state: MailboxState): { use(): void; reset(): void } {
  let recent: number[] = []
  return {
    use() {
      const { sends_per_day: limit } = state.account
      if (limit === null) return
      const now = server.clock.elapsed()
      recent = recent.filter((at) => at > now - DAY_MS)
      const [oldest = now] = recent
      if (recent.length >= limit)
        throw new MailboxError('rate_limit_exceeded', {
          message: 'Daily send quota exceeded',
          resource: 'daily_sends',
          limit,
          upgrade_url: `https://console.${MAIL_DOMAIN}/upgrade`,
          headers: { 'retry-after': `${server.clock.realSeconds(oldest + DAY_MS - now)}` },
        })
      recent.push(now)
    },
    reset() {
      recent = []
    },
  }
}

const USUAL_SCRIPT: OutcomeScript = { outcome: 'delivered', afterMs: 2000 }

/** Sends mails: checks, quota, the time that a send takes, then the outcome by script. */
export function createMailSender(server: SandboxServer, state: MailboxState, events: MailboxEvents): MailSender {
  const keys = createIdempotencyKeys<Sent>(server)
  const script: OutcomeScript = { ...USUAL_SCRIPT }
  const quota = createSendQuota(server, state)
  const waiting = new Set<() => void>()
  let era = 0

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
    const { content, carries = [] } = outgoing
    checkSend(state, outgoing)
    const attachments = [...carries, ...(await readAttachments(content.attachments))]
    quota.use()
    const started = era
    await flight(state.account.send_ms)
    if (started !== era) throw new BrokenRequest()
    if (state.account.sends_dying > 0) {
      state.account.sends_dying -= 1
      throw new BrokenRequest()
    }
    const mail = newMail(outgoing, attachments, asked.call.headers['idempotency-key'])
    state.mails.push(mail)
    server.emit({ type: 'mail.sent', inbox_id: mail.inbox_id, message_id: mail.message_id, thread_id: mail.thread_id })
    scheduleOutcome(server, events, mail, script)
    if (script.outcome !== 'bounced') server.clock.after(0, () => deliverBetweenInboxes(state, events, mail))
    return { message_id: mail.message_id, thread_id: mail.thread_id }
  }

  return {
    script,
    send(asked, inbox, build) {
      const { call } = asked
      const request = [inbox.inbox_id, call.path, asked.fields()]
      return keys.once(call.headers['idempotency-key'], request, () => leave(asked, build()))
    },
    restoreScript: () => void Object.assign(script, USUAL_SCRIPT),
    reset() {
      keys.reset()
      quota.reset()
      era += 1
      for (const wake of waiting) wake()
      waiting.clear()
      Object.assign(script, { outcome: 'manual', afterMs: 0 })
    },
  }
}
