import { randomBytes } from 'node:crypto'
import { content } from '../sending/mail-content.ts'
import { invalid, missing } from '../api/error-codes.ts'
import { given, page, reader } from '../api/field-reader.ts'
import { asItem, asMessage, bare, GUARDED, mailOf, readable, senders } from '../api/message-objects.ts'
import { inboxesIn, inboxOf, type Asked, type MailRoute } from '../api/route-guard.ts'
import type { Outgoing, Sender } from '../sending/mail-sender.ts'
import type { Files } from './attachment-downloads.ts'
import type { Mail, State } from '../model/mailbox-state.ts'

/** Whether one of the texts holds each word asked for, whatever its case; nothing asked for fits all. */
export const fits = (query: URLSearchParams, name: string, texts: string[]): boolean =>
  given(query, name).every((word) => texts.some((text) => text.toLowerCase().includes(word.toLowerCase())))

/** Everything readable, but what a filter or a guarded label keeps out of lists. */
export function listed(state: State, asked: Asked): Mail[] {
  const { query } = asked.call
  const inboxes = new Set(inboxesIn(state, asked).map((inbox) => inbox.inbox_id))
  const labels = given(query, 'labels').flatMap((one) => one.split(','))
  const time = (name: string): number | undefined => {
    const given = query.get(name)
    if (given === null) return undefined
    const at = Date.parse(given)
    if (Number.isNaN(at)) throw invalid(name, 'Expected date-time')
    return at
  }
  const [before = Infinity, after = -Infinity] = [time('before'), time('after')]
  return state.mails.filter(
    (mail) =>
      inboxes.has(mail.inbox_id) &&
      readable(asked.key, mail) &&
      labels.every((label) => mail.labels.includes(label)) &&
      mail.labels.every(
        (label) => !(label in GUARDED) || labels.includes(label) || query.get(`include_${label}`) === 'true',
      ) &&
      Date.parse(mail.timestamp) < before &&
      Date.parse(mail.timestamp) > after,
  )
}

const prefixed = (prefix: string, subject = ''): string =>
  subject.toLowerCase().startsWith(`${prefix.toLowerCase()}:`) ? subject : `${prefix}: ${subject}`

/** To whom an answer goes by itself: reply-to before sender; an answer to our own mail goes to its recipients again. */
function target(mail: Mail): string[] {
  if (mail.sent) return mail.to
  return mail.reply_to.length > 0 ? mail.reply_to : senders(mail.from)
}

export function answering(state: State, asked: Asked, original: Mail, everyone: boolean): Outgoing {
  const inbox = inboxOf(state, asked)
  const said = content(asked.fields())
  const all = everyone || said.reply_all
  const seen = new Set([bare(inbox.email)])
  const fresh = (addresses: string[]): string[] =>
    addresses.filter((one) => !seen.has(bare(one)) && seen.add(bare(one)))
  const to = said.to ?? fresh(all ? [...target(original), ...original.to] : target(original))
  const cc = said.cc ?? (all ? fresh(original.cc) : [])
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

/** Another's mail under new words, with all that was attached to it. */
export function forwarding(state: State, asked: Asked, original: Mail): Outgoing {
  const said = content(asked.fields())
  const quoted = `---------- Forwarded message ----------\nFrom: ${senders(original.from).join(', ')}\nSubject: ${original.subject ?? ''}\n\n${original.text ?? ''}`
  return {
    inbox: inboxOf(state, asked),
    content: { ...said, text: said.text === undefined ? quoted : `${said.text}\n\n${quoted}` },
    to: said.to ?? [],
    cc: said.cc ?? [],
    bcc: said.bcc ?? [],
    subject: said.subject ?? prefixed('Fwd', original.subject),
    answers: original,
    carries: original.attachments,
  }
}

export function fresh(state: State, asked: Asked): Outgoing {
  const said = content(asked.fields())
  const { to = [], cc = [], bcc = [], subject } = said
  return { inbox: inboxOf(state, asked), content: said, to, cc, bcc, subject }
}

export function relabel(mails: Mail[], asked: Asked): void {
  const read = reader(asked.fields())
  const [added = [], removed = []] = [read.oneOrMany('add_labels'), read.oneOrMany('remove_labels')]
  read.check()
  for (const mail of mails) {
    mail.labels = [...new Set([...mail.labels, ...added])].filter((label) => !removed.includes(label))
    mail.updated_at = new Date().toISOString()
  }
}

const raw = (mail: Mail): Buffer =>
  Buffer.from(
    [
      `From: ${senders(mail.from).join(', ')}`,
      `To: ${mail.to.join(', ')}`,
      `Subject: ${mail.subject ?? ''}`,
      `Message-ID: ${mail.message_id}`,
      ...Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`),
      'MIME-Version: 1.0',
      `Content-Type: text/${mail.text === undefined && mail.html !== undefined ? 'html' : 'plain'}; charset=utf-8`,
      `X-Boundary: ${randomBytes(6).toString('hex')}`,
      '',
      mail.text ?? mail.html ?? '',
    ].join('\r\n'),
  )

export function messageRoutes(state: State, files: Files, sender: Sender): MailRoute[] {
  const inbox = '/v0/inboxes/:inbox_id/messages'
  const one = `${inbox}/:message_id`
  const sends = (pattern: string, build: (asked: Asked) => Outgoing): MailRoute => ({
    method: 'POST',
    pattern,
    permission: 'message_send',
    run: async (asked) => {
      const result = await sender.send(asked, inboxOf(state, asked), () => build(asked))
      return { status: 200, body: result }
    },
  })
  return [
    sends(`${inbox}/send`, (asked) => fresh(state, asked)),
    sends(`${one}/reply`, (asked) => answering(state, asked, mailOf(state, asked), false)),
    sends(`${one}/reply-all`, (asked) => answering(state, asked, mailOf(state, asked), true)),
    sends(`${one}/forward`, (asked) => forwarding(state, asked, mailOf(state, asked))),
    {
      method: 'GET',
      pattern: inbox,
      permission: 'message_read',
      run: (asked) => {
        const { query } = asked.call
        const found = listed(state, asked).filter(
          (mail) =>
            fits(query, 'from', senders(mail.from)) &&
            fits(query, 'to', mail.to) &&
            fits(query, 'subject', [mail.subject ?? '']),
        )
        return page(query, 'messages', found, asItem)
      },
    },
    {
      method: 'GET',
      pattern: one,
      permission: 'message_read',
      run: (asked) => ({ status: 200, body: asMessage(mailOf(state, asked)) }),
    },
    {
      method: 'PATCH',
      pattern: one,
      permission: 'message_update',
      run: (asked) => {
        const mail = mailOf(state, asked)
        relabel([mail], asked)
        return { status: 200, body: { message_id: mail.message_id, labels: mail.labels } }
      },
    },
    {
      method: 'DELETE',
      pattern: one,
      permission: 'message_delete',
      run: (asked) => {
        state.mails.splice(state.mails.indexOf(mailOf(state, asked)), 1)
        return { status: 204 }
      },
    },
    {
      method: 'GET',
      pattern: `${one}/raw`,
      permission: 'message_read',
      run: (asked) => {
        const mail = mailOf(state, asked)
        const bytes = raw(mail)
        const offered = files.offer(asked.call, bytes, 'message/rfc822')
        return { status: 200, body: { message_id: mail.message_id, size: bytes.length, ...offered } }
      },
    },
    {
      method: 'GET',
      pattern: `${one}/attachments/:attachment_id`,
      permission: 'message_read',
      run: (asked) => {
        const found = mailOf(state, asked).attachments.find(
          ({ attachment_id }) => attachment_id === asked.params['attachment_id'],
        )
        if (!found) throw missing('Attachment')
        return { status: 200, body: files.attachment(asked.call, found) }
      },
    },
  ]
}
