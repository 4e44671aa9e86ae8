import { domainOf } from '../../records/address.ts'
import type { Mail, MailKind } from '../../records/mail/mail.ts'

/** The fields of a mail that decide its kinds. */
export type KindFacts = Pick<Mail, 'attachments' | 'from' | 'headers' | 'own' | 'subject'>

const BULK = /^(?:bulk|junk|list)$/
const OUT_OF_OFFICE =
  /^(?:auto(?:matic)?[ -]?(?:reply|response)|out of (?:the )?office|automatische antwort|abwesenheit|réponse automatique|absence du bureau|respuesta automática|fuera de la oficina|risposta automatica|resposta automática|automatisch antwoord|autosvar|automatiskt svar)/

/** Looks up headers by name. `word` is the value before the first parameter, in lower case. */
function readHeaders(headers: Record<string, string>) {
  const known = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]))
  return {
    has: (...names: string[]) => names.some((name) => known.has(name)),
    whole: (name: string): string => (known.get(name) ?? '').toLowerCase(),
    word: (name: string): string => /^[^;,\s(]*/.exec((known.get(name) ?? '').toLowerCase())?.[0] ?? '',
  }
}
type Headers = ReturnType<typeof readHeaders>

function isBounce(headers: Headers, { from, attachments }: KindFacts): boolean {
  const type = headers.whole('content-type')
  if (type.startsWith('multipart/report') && type.includes('delivery-status')) return true
  if (headers.has('x-failed-recipients')) return true
  if (attachments.some(({ type: part }) => part?.toLowerCase().startsWith('message/delivery-status'))) return true
  if (/^mailer-daemon@/i.test(from.address)) return true
  return /^postmaster@/i.test(from.address) && (isFromNobody(headers) || isSubmittedByProgram(headers))
}

/** Reports and automatic answers are sent without an address for bounces, which prevents answers to them. */
const isFromNobody = (headers: Headers): boolean => headers.whole('return-path') === '<>'

const isSubmittedByProgram = (headers: Headers): boolean =>
  headers.has('auto-submitted') && headers.word('auto-submitted') !== 'no'

const asksForSilence = (headers: Headers): boolean =>
  headers.has('x-auto-response-suppress') && headers.word('x-auto-response-suppress') !== 'none'

/** A subject alone proves nothing: people also write “Out of office”. */
function isAutoReply(headers: Headers, { subject }: KindFacts): boolean {
  if (isSubmittedByProgram(headers) || asksForSilence(headers)) return true
  if (headers.has('x-autoreply', 'x-autorespond', 'x-autoresponder')) return true
  if (/^auto[_-]?reply$/.test(headers.word('precedence'))) return true
  if (headers.whole('content-type').includes('disposition-notification')) return true
  return OUT_OF_OFFICE.test(subject.toLowerCase()) && (isFromNobody(headers) || BULK.test(headers.word('precedence')))
}

/** Whether this is mail of a list other than our own: a team's address is often a group that forwards mail from customers. */
function isListMail(headers: Headers, { own }: KindFacts): boolean {
  const listId = /<([^<>]*)>\s*$/.exec(headers.whole('list-id'))?.[1] ?? headers.word('list-id')
  const domain = own === undefined ? '' : domainOf(own)
  if (domain !== '' && (listId === domain || listId.endsWith(`.${domain}`))) return false
  return headers.has('list-id', 'list-unsubscribe-post') || BULK.test(headers.word('precedence'))
}

const isCalendar = (headers: Headers, { attachments }: KindFacts): boolean =>
  headers.word('content-type') === 'text/calendar' ||
  attachments.some(({ type = '', name }) => /^(?:text\/calendar|application\/ics)/i.test(type) || /\.ics$/i.test(name))

const isOfKind: Record<MailKind, (headers: Headers, facts: KindFacts) => boolean> = {
  bounce: isBounce,
  list: isListMail,
  auto_reply: isAutoReply,
  calendar: isCalendar,
}

/** Finds the kinds of a mail written by a program, by its headers; empty for mail from a person. */
export function findMailKinds(facts: KindFacts): MailKind[] {
  const headers = readHeaders(facts.headers)
  const kinds: MailKind[] = ['bounce', 'list', 'auto_reply', 'calendar']
  return kinds.filter((kind) => isOfKind[kind](headers, facts))
}
