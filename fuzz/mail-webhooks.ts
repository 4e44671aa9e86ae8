import type { Prng } from '../tools/prng.ts'
import { marksOf, type EntranceRun } from './entrance.ts'
import { freshenMailEvent, type CaseMarks } from './freshen-samples.ts'
import { encodeCase } from './encode-case.ts'
import type { RequestDraft } from './http-request.ts'
import { writeJson } from './json-text.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { mutateJson } from './mutate-json.ts'
import { pickLongText } from './odd-values.ts'
import { createWireEntrance, type WireCase } from './send-cases.ts'
import { forgeSignature, signMailDelivery, type SignatureHeaders } from './sign-requests.ts'
import { FUZZ_INBOXES } from './sentinels.ts'

/** Addresses as strangers write them. */
const SENDERS: [string, ...string[]] = [
  'Customer <customer@customer.test>',
  '"a" <b@c.test>, "d" <e@f.test>',
  '<<<<<<@>>>>>',
  '=?utf-8?B?4pyT?= <x@y.test>',
  'a@b',
  `${'a'.repeat(300)}@${'b'.repeat(300)}.test`,
  '"Aiko Tanaka" <support@sandbox.test>',
]

const TEXT_FIELDS = ['subject', 'text', 'html', 'extracted_text', 'from']

function draftDelivery(prng: Prng, run: EntranceRun, marks: CaseMarks): { draft: RequestDraft; label: string } {
  const { mail } = run.samples
  const [received, others] = [mail.filter(({ name }) => name.includes('received')), mail]
  // Every mail that can be read becomes a message, and Slack takes one a second and channel.
  const pool = prng.next() < 0.2 ? received : others
  const sample = prng.pick([mail[0], ...pool])
  const event = freshenMailEvent(sample.event, marks, prng.pick(FUZZ_INBOXES))
  const { message } = event
  if (typeof message === 'object' && message !== null && prng.next() < 0.2) {
    const field = prng.pick(['from', 'subject', 'text', 'html', 'extracted_text', 'cc', 'headers'])
    Reflect.set(
      message,
      field,
      TEXT_FIELDS.includes(field) && prng.next() < 0.7 ? pickLongText(prng) : prng.pick(SENDERS),
    )
  }
  const times = Number(prng.weighted({ 0: 1, 1: 4, 3: 3, 8: 1 }))
  const body = Buffer.from(writeJson(mutateJson(prng, event, times)))
  const bytes = prng.next() < 0.12 ? mutateBytes(prng, body, prng.integer(1, 4)) : body
  const headers: [string, string][] = [['content-type', 'application/json']]
  return {
    draft: { method: 'POST', path: '/webhooks/mail', headers, body: bytes },
    label: `a mail webhook (${sample.name})`,
  }
}

function createCase(run: EntranceRun, prng: Prng, index: number, isForged: boolean): WireCase {
  const marks = marksOf(run, index)
  const secret = run.sandbox.env['MAIL_WEBHOOK_SECRET']?.split(',')[0] ?? ''
  const { draft, label } = draftDelivery(prng, run, marks)
  const wrong = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const sign = (which: 'right' | 'wrong', body: Buffer, stamp?: string): SignatureHeaders =>
    signMailDelivery(which === 'right' ? secret : wrong, `msg_${marks.id}`, body, stamp)
  const forgery = isForged ? forgeSignature(prng, draft.body, sign) : undefined
  const prefix = prng.next() < 0.2 ? 'svix-' : 'webhook-'
  const given = forgery?.headers ?? sign('right', draft.body)
  draft.headers.push(...given.map(([name, value]): [string, string] => [name.replace('webhook-', prefix), value]))
  return encodeCase(prng, draft, { label, forgery })
}

/** Deliveries that the mailbox signed. */
export const mailSigned = createWireEntrance({ name: 'mail-signed', isForged: false }, (run, prng, index) =>
  createCase(run, prng, index, false),
)

/** Deliveries without a valid signature. */
export const mailForged = createWireEntrance({ name: 'mail-forged', isForged: true }, (run, prng, index) =>
  createCase(run, prng, index, true),
)
