import { createHmac, randomBytes } from 'node:crypto'

const SENTENCE = 'The total looks wrong. We ordered three seats, and the invoice says four. Could you look at it? '

/** Prepares signed deliveries, each with its own event, as complete HTTP requests. */
export function createDeliveries(options: {
  count: number
  secret: string
  /** Used in turn. */
  inboxIds: string[]
  host: string
  subject?: string
  /** Of this many deliveries one is a new mail, the others report a mail that arrived elsewhere; by default all are new mails. */
  mailEach?: number
}): Buffer[] {
  const { inboxIds, subject = 'Invoice', mailEach = 1 } = options
  const key = Buffer.from(options.secret.replace(/^whsec_/, ''), 'base64')
  const timestamp = Math.floor(Date.now() / 1000)
  return Array.from({ length: options.count }, (_entry, index) => {
    const id = randomBytes(12).toString('base64url')
    const inboxId = inboxIds[Math.floor(index / mailEach) % inboxIds.length] ?? ''
    const event = index % mailEach === 0 ? createMailEvent(id, inboxId, { subject, index }) : createNews(id, inboxId)
    const body = JSON.stringify({ type: 'event', event_id: `evt_${id}`, ...event })
    const deliveryId = `msg_${id}`
    const signature = createHmac('sha256', key).update(`${deliveryId}.${timestamp}.${body}`).digest('base64')
    return Buffer.from(
      `POST /webhooks/mail HTTP/1.1\r\nhost: ${options.host}\r\ncontent-type: application/json\r\nwebhook-id: ${deliveryId}\r\nwebhook-timestamp: ${timestamp}\r\nwebhook-signature: v1,${signature}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  })
}

function createMailEvent(id: string, inboxId: string, { subject, index }: { subject: string; index: number }) {
  // Real mails have one line or many.
  const words = SENTENCE.repeat(1 + (index % 12))
  const at = new Date().toISOString()
  const ids = { inbox_id: inboxId, thread_id: `thr_${id}` }
  return {
    event_type: 'message.received',
    message: {
      ...ids,
      message_id: `<${id}@customer.test>`,
      labels: ['received'],
      timestamp: at,
      from: 'Customer One <one@customer.test>',
      to: [inboxId],
      subject: `${subject} ${index}`,
      text: words,
      extracted_text: words,
      size: words.length,
      created_at: at,
      updated_at: at,
    },
    thread: {
      ...ids,
      labels: [],
      timestamp: at,
      senders: ['one@customer.test'],
      recipients: [inboxId],
      last_message_id: `<${id}@customer.test>`,
      message_count: 1,
      size: words.length,
      created_at: at,
      updated_at: at,
    },
  }
}

function createNews(id: string, inboxId: string) {
  const delivery = {
    inbox_id: inboxId,
    thread_id: `thr_${id}`,
    message_id: `<${id}@bench.test>`,
    timestamp: new Date().toISOString(),
    recipients: [{ address: 'one@customer.test', status: 'delivered' }],
  }
  return { event_type: 'message.delivered', delivery }
}
