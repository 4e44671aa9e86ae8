import { withReading } from '../../src/mail/records/mail/mail-reading.ts'
import { WebAPIPlatformError } from '@slack/web-api'
import { describe, expect, test } from 'vitest'
import { toMailboxError } from '../../src/clients/mailbox/error-codes.ts'
import { explainError } from '../../src/clients/mailbox/explain-error.ts'
import { messageSchema } from '../../src/clients/mailbox/mailbox-schemas.ts'
import { checkSignatureHeaders } from '../../src/clients/mailbox/webhook-signature.ts'
import { fillPath, joinUrl } from '../../src/clients/url-path.ts'
import { UpstreamError } from '../../src/core/errors.ts'
import { createLogger } from '../../src/core/log.ts'
import { redactCredentials } from '../../src/core/log-redaction.ts'
import { sanitizeLine, sanitizeText } from '../../src/core/sanitize-text.ts'
import { parseDocsCommand } from '../../src/jobs/entrypoints/command-grammar.ts'
import { extractTitle } from '../../src/jobs/model/job.ts'
import { createTaskComparison } from '../../src/jobs/language/similar-tasks.ts'
import { classifyText } from '../../src/jobs/language/small-talk.ts'
import { composePrompt } from '../../src/jobs/model/job-prompt.ts'
import { splitProjectPrefix } from '../../src/jobs/model/projects.ts'
import { trimSentence } from '../../src/jobs/text/sentence-parts.ts'
import { excerptMail, paginateMail, previewMail } from '../../src/mail/records/mail/mail-preview.ts'
import { makeInertPage } from '../../src/mail-content/reading/html/inert-page.ts'
import { splitNewText } from '../../src/mail-content/reading/quotations/quoted-text.ts'
import { parseSafeLink } from '../../src/mail-content/reading/safe-links.ts'
import { buildQuotation } from '../../src/mail/outbound/send/quotation.ts'
import { readRichText, slackToMail } from '../../src/mail-content/writing/slack-to-mail.ts'
import { readDeliveryFacts } from '../../src/mail/outbound/delivery/delivery-facts.ts'
import { parseMailCommand } from '../../src/mail/entrypoints/command-grammar.ts'
import { parseTypedAddresses, readAddresses } from '../../src/mail/records/address.ts'
import { emptyDeliveryReport } from '../../src/mail/records/replies/delivery-status.ts'
import type { Mail } from '../../src/mail/records/mail/mail.ts'
import { parseHeaderLines } from '../../src/mail/outbound/compose/fields/mail-headers.ts'
import { buildReply } from '../../src/mail/records/replies/reply.ts'
import { sampleMail } from '../mail/sample-mail.ts'
import { buildMailRecord } from '../../src/mail/inbound/receive/mail-record.ts'
import { buildReplyCard } from '../../src/mail/cards/replies/reply-card.ts'
import { mailTextIn } from '../../src/mail/text/mail-text.ts'
import { buildMailCard } from '../../src/mail/cards/mail-card.ts'
import { buildHeadersModal, paginateHeaders } from '../../src/mail/desk/viewer/headers-modal.ts'
import { readMailEvent } from '../../src/mail/inbound/webhook/webhook-event.ts'
import { argumentProblems, toSlackError } from '../../src/slack/api/slack-errors.ts'
import { fitToLimits } from '../../src/slack/blocks/block-builders.ts'
import { decodeText, findMentions } from '../../src/slack/blocks/decode-text.ts'
import { mrkdwnLink } from '../../src/slack/blocks/mrkdwn.ts'
import { plainTextMessage } from '../../src/slack/blocks/text-message.ts'
import { parseTypedMessage } from '../../src/slack/inbound/event-payloads.ts'
import { parseAction, parseSubmission } from '../../src/slack/inbound/interaction-payloads.ts'
import { type Entrance, measureGrowth, measureRatio } from '../support/measure-growth.ts'

/** Linear work is at 4, quadratic work at 16. */
const LIMIT = 9

const log = createLogger({ destination: { write: () => {} } })
const at = { thread: 'a'.repeat(24), mail: 'b'.repeat(24) }
const ref = { inboxId: 'help@acme.test', threadId: 't', messageId: 'm' }
const facts = { thread: 'a', now: 1, isFetched: true, restriction: undefined, count: undefined, own: undefined }
const readMail = (message: object): Mail => buildMailRecord(messageSchema.parse(message), ref, facts)
const showMail = (message: object) => {
  const mail = readMail(message)
  return [
    fitToLimits(buildMailCard({ text: mailTextIn('en'), mail, preview: previewMail(withReading(mail)), at })),
    excerptMail(withReading(mail), 200),
    paginateMail(mail),
  ]
}
const showHeaders = (mail: Mail) =>
  buildHeadersModal({ text: mailTextIn('en'), mail, at, pages: paginateHeaders(mailTextIn('en'), mail), page: 0 })
const refuse = (json: object) => {
  const answer = { status: 400, headers: {}, body: Buffer.alloc(0), json }
  const error = toMailboxError(answer, { method: 'POST', route: '/x', repeatable: false })
  log.warn({ err: error, fix: error.details.fix }, 'refused')
  return explainError(error)
}
const richText = (text: string, type = 'rich_text_section') => ({
  type: 'rich_text',
  elements: [{ type, elements: [{ type: 'text', text }] }],
})
const view = (values: object) => ({ id: 'V1', type: 'modal', state: { values } })
const message = { user: 'U1', channel: 'C1', ts: '1.1' }
const reply = buildReply(
  'r1',
  { ...at, ...ref, user: 'U1', userName: 'Ana', to: [], cc: [], bcc: [], written: null, text: '', html: '', files: [] },
  1,
)
const slackError = (fields: object) => new WebAPIPlatformError({ ok: false, error: 'invalid_blocks', ...fields })

/** All functions that take a text from outside. */
const textEntrances: Record<string, (text: string) => unknown> = {
  sanitizeText,
  sanitizeLine,
  redactCredentials,
  'a log field': (text) => log.info({ deep: { list: [text, { text, other: text }] } }, text),
  'a logged error': (text) => log.error({ err: new Error(text, { cause: new SyntaxError(text) }) }),
  'a logged upstream error': (text) =>
    log.error({ err: new UpstreamError(text, { service: 'agent', code: text, outcome: 'refused' }) }),
  'a sender': readAddresses,
  'a sender with a name': (text) => readAddresses(`"${text}" <ana@a.test>`),
  'a sender as an object': (text) => readAddresses([{ name: text, email: text }]),
  'typed recipients': parseTypedAddresses,
  'typed headers': (text) => [parseHeaderLines(text), parseHeaderLines(`X-Ticket: ${text}`)],
  'a mail': (text) =>
    showMail({ from: text, to: [text], cc: text, subject: text, preview: text, text, extracted_text: text }),
  'a quoted mail': (text) =>
    buildQuotation({ ...sampleMail, text, html: text }, { introduction: 'x wrote:', leftOut: '…' }),
  'a mail in HTML': (text) => showMail({ html: text }),
  'a table in HTML': (text) =>
    showMail({ html: `<table><tr><td>${text}</td><td>b</td></tr><tr><td>a</td><td>b</td></tr></table>` }),
  'a link in HTML': (text) => showMail({ html: `<a href="http://a.test/${text}">${text}</a>` }),
  'preformatted HTML': (text) => showMail({ html: `<pre>${text}` }),
  'attributes in HTML': (text) => showMail({ html: `<div style="${text}" class="${text}" id="${text}">x</div>` }),
  'the page of a mail': (text) =>
    makeInertPage(`${text}<style>${text}</style><p style="${text}" title="${text}">${text}`),
  'the end of a mail': (text) => showMail({ text: `Hello\n${text}:\n> x`, extracted_text: `Hello${text}` }),
  'the headers of a mail': (text) =>
    showHeaders(readMail({ headers: { [text]: text }, attachments: [{ filename: text }] })),
  splitNewText,
  parseSafeLink,
  'a webhook': (text) => readMailEvent({ event_type: text, event_id: text, message: { inbox_id: text, from: text } }),
  'a signature': (text) =>
    checkSignatureHeaders({ 'svix-id': text, 'svix-timestamp': '1', 'svix-signature': text }, 1000),
  'an address': (text) => [joinUrl(text, '/x'), mrkdwnLink(`https://a.test/${text}`, text)],
  'an id in a path': (text) => fillPath('agent', '/x/{id}', { id: `x${text.toWellFormed()}` }),
  'a refusal of the mailbox': (text) =>
    refuse({
      code: text,
      message: text,
      fix: text,
      docs: text,
      errors: [{ path: [text], message: text }],
      suggestions: [text],
    }),
  'an HTML answer of Slack': (text) => toSlackError('auth.test', slackError({ error: text })),
  'a refusal of Slack': (text) => argumentProblems(slackError({ response_metadata: { messages: [text, `"${text}`] } })),
  'a Slack message': (text) => {
    const typed = parseTypedMessage({ ...message, text, blocks: [richText(text)] }, 'T1', 'U0')
    return decodeText(typed?.text ?? '', new Map([['U1', 'Ana']]))
  },
  'mentions in a Slack message': (text) => findMentions(text, [richText(text)]),
  'a form': (text) =>
    parseSubmission({ user: { id: 'U1' }, view: view({ a: { b: { type: 'x', value: text } } }) }, 'T1'),
  'a click': (text) =>
    parseAction({ user: { id: 'U1' }, actions: [{ type: 'button', action_id: 'jobs.undo', value: text }] }, 'T1'),
  'a written reply': (text) => [readRichText(richText(text)), slackToMail(richText(`x${text}y`), new Map())],
  'a quoted reply': (text) => slackToMail(richText(text, 'rich_text_quote'), new Map()),
  'an emoji': (text) =>
    slackToMail(
      { type: 'rich_text', elements: [{ type: 'a', elements: [{ type: 'emoji', unicode: text }] }] },
      new Map(),
    ),
  '/docs': parseDocsCommand,
  '/mail': parseMailCommand,
  'a project in front of a text': (text) => splitProjectPrefix(text, ['acme docs']),
  'a title': (text) => trimSentence(extractTitle(text)),
  'a stored title': (text) => trimSentence(`x${text}y`),
  'a prompt': (text) => composePrompt({ instruction: text, quotes: [{ name: text, atMs: 1, text }] }),
  'two prompts': (text) => createTaskComparison(text)(`${text} more`),
  'small talk': (text) => classifyText(text),
  'a message in plain text': (text) => fitToLimits(plainTextMessage(text)),
}

/** The repeated part of the input; each is tried alone and in front of something that does not fit. */
const units = [
  'a|a | |\t|\n|\r\n|a\n| \n|0|-|_|.|a.|,|a,|:|a:|;|/|://|://a:|@|a@|a@b.test,|<|>|<>|> |> a\n',
  '"|\'|`|\\|(|)|[|{|&|&amp;|=|=?|*|#|%|~|?|é|\u0301|\u200b|\u200d|\ud800|😀|年|<br>|<b>|<p>a|<a |</|<!--|&#',
  '<@U1>|<mailto:|http://|http://a.test |xox|xoxb-|Bearer |wrote:\n|On 2026, a@b.test wrote:\n|From: a@b.test\n|1f600-',
].flatMap((list) => list.split('|'))

/** All functions that take a list from outside; the input has `n` entries. */
const listEntrances: Record<string, Entrance> = {
  'recipients of a mail': (n) => {
    const people = Array.from({ length: n }, (_, at) => ({ name: `Person ${at}`, email: `p${at}@a.test` }))
    return () => showMail({ from: people, to: people, cc: people.map(({ email }) => email) })
  },
  'recipients as one text': (n) => {
    const people = Array.from({ length: n }, (_, at) => `Person ${at} <p${at}@a.test>`).join(', ')
    return () => showMail({ to: people, cc: people })
  },
  'headers in a form': (n) => {
    const typed = Array.from({ length: n }, (_, at) => `x-${at}: a`).join('\n')
    return () => parseHeaderLines(typed)
  },
  'recipients in a form': (n) => {
    const typed = Array.from({ length: n }, (_, at) => `p${at}@a.test`).join(', ')
    return () => parseTypedAddresses(typed)
  },
  'a bounce': (n) => {
    const recipients = Array.from({ length: n }, (_, at) => ({ address: `p${at}@a.test`, status: '5.1.1' }))
    const event = {
      event_type: 'message.bounced',
      event_id: 'e',
      bounce: { inbox_id: 'i', message_id: 'm', recipients },
    }
    return () => {
      const read = readMailEvent(event)
      const change = read && readDeliveryFacts(read.event, 1)
      return buildReplyCard(
        mailTextIn('en'),
        reply,
        'r1',
        change?.(change(emptyDeliveryReport)) ?? emptyDeliveryReport,
        {
          canLookUp: false,
        },
      )
    }
  },
  'headers and attachments': (n) => {
    const headers = Object.fromEntries(Array.from({ length: n }, (_, at) => [`x-${at}`, 'x']))
    const attachments = Array.from({ length: n }, () => ({ filename: 'a' }))
    return () =>
      showHeaders(readMail({ headers, attachments, labels: Object.keys(headers), references: Object.keys(headers) }))
  },
  'problems in a refusal': (n) => {
    const errors = Array.from({ length: n }, () => ({ path: ['a'], message: 'b' }))
    return () => refuse({ code: 'validation_error', errors, suggestions: errors.map(() => 'x') })
  },
  'fields of a log line': (n) => {
    const fields = Object.fromEntries(Array.from({ length: n }, (_, at) => [`x${at}`, [at]]))
    return () => log.info({ fields, list: Object.values(fields) })
  },
  'fields of a form': (n) => {
    const values = Object.fromEntries(
      Array.from({ length: n }, (_, at) => [`b${at}`, { a: { type: 'x', value: 'y' } }]),
    )
    return () => parseSubmission({ user: { id: 'U1' }, view: view(values) }, 'T1')
  },
  'choices in a form': (n) => {
    const choices = Array.from({ length: n }, () => 5)
    const values = { a: { b: { type: 'x', selected_users: choices.map(String), selected_options: [] } } }
    return () => parseSubmission({ user: { id: 'U1' }, view: view(values) }, 'T1')
  },
  'paragraphs of a reply': (n) => {
    const text = richText('a\n\n'.repeat(n))
    return () => slackToMail(text, new Map())
  },
  'parts of a reply': (n) => {
    const [one] = richText('a').elements
    const parts = { type: 'rich_text', elements: Array.from({ length: n }, () => one) }
    return () => slackToMail(parts, new Map())
  },
}

const SAMPLED = 12

/** A few shapes, other ones for each reader, and the rest. */
function splitUnits(reader: number): [sample: string[], others: string[]] {
  const isSampled = (_: string, index: number): boolean => index % SAMPLED === reader % SAMPLED
  return [units.filter(isSampled), units.filter((unit, index) => !isSampled(unit, index))]
}

function findSlowUnits(read: (text: string) => unknown, tried: string[]): string[] {
  const slow: string[] = []
  for (const unit of tried) {
    for (const end of ['', '\u0001!']) {
      const growth = measureGrowth((n) => {
        const text = unit.repeat(Math.ceil(n / unit.length)) + end
        return () => read(text)
      }, LIMIT)
      if (growth >= LIMIT) slow.push(`${JSON.stringify(unit + end)}: ${growth.toFixed(1)}`)
    }
  }
  return slow
}

describe('takes time in proportion to its length:', () => {
  for (const [index, [name, read]] of Object.entries(textEntrances).entries()) {
    const [sample, others] = splitUnits(index)
    test(name, () => expect(findSlowUnits(read, sample)).toEqual([]))
    test(`${name}, with every other shape`, { tags: 'rest' }, () => expect(findSlowUnits(read, others)).toEqual([]))
  }

  test.each(Object.entries(listEntrances))('%s', (_, entrance) => {
    expect(measureGrowth(entrance, LIMIT)).toBeLessThan(LIMIT)
  })
})

/** Odd work is allowed to take this many times as long as ordinary work on an input of the same length. */
const ODD_LIMIT = 30
const ODD_CHARS = 100_000
const fill = (unit: string, chars = ODD_CHARS): string => unit.repeat(Math.ceil(chars / unit.length))
const prose = 'The total looks wrong, we ordered three seats.\n'

test.each([
  ['an address of at signs', `<${'@'.repeat(130)}:\n`],
  ['quoted lines by turns', '> a\nb\n'],
  ['introductions without a name', '2026 a@b.test wrote:\n'],
  ['addresses without end', `${'(a@'.repeat(40)}:\n`],
])('a mail of %s takes about as long as one in prose', (_, unit) => {
  const show = (text: string) => () => showMail({ text, html: text, extracted_text: text, extracted_html: text })
  expect(measureRatio(show(fill(prose)), show(fill(unit)), ODD_LIMIT)).toBeLessThan(ODD_LIMIT)
})

test('a mail whose text marks every other line, and whose page has thousands of words, takes about as long as one in prose', () => {
  const words = Array.from({ length: 4_000 }, (_, at) => `w${at}`).join(' ')
  const show = (text: string, html: string) => () => showMail({ text, html })
  const ordinary = show(fill(prose, 20_000), `<p>${fill(prose, 20_000)}</p>`)
  const odd = show(fill('> a\nb c\n', 20_000), `<p>b ${words} c</p>`)
  expect(measureRatio(ordinary, odd, ODD_LIMIT)).toBeLessThan(ODD_LIMIT)
})

test.each([
  ['small talk', (text: string) => classifyText(text), 600],
  ['a comparison of two prompts', (text: string) => createTaskComparison(`x ${text}`)(`y ${text}`), 2000],
  ['a look for a job', (text: string) => parseDocsCommand(`status ${text.replaceAll(/\s/g, '')}`), 40_000],
])('%s takes about as long for characters that stand for whole phrases as for prose', (_, read, chars) => {
  const ratios = ['\ufdfa', '年', 'a ', 'x'].map((unit) =>
    measureRatio(
      () => read(fill(prose, chars).slice(0, chars)),
      () => read(fill(unit, chars)),
      ODD_LIMIT,
    ),
  )
  expect(Math.max(...ratios)).toBeLessThan(ODD_LIMIT)
})

test.each([':', ',', 'a:', '<'])('a bounce of many “%s” takes about as long as one of addresses', (unit) => {
  const read = (address: string) => () => {
    const recipients = Array.from({ length: 500 }, () => ({ address, status: '5.1.1' }))
    const bounce = { inbox_id: 'i', message_id: 'm', recipients }
    const found = readMailEvent({ event_type: 'message.bounced', event_id: 'e', bounce })
    return found && readDeliveryFacts(found.event, 1)
  }
  expect(measureRatio(read('Ana Torres <ana@a.test>'), read(fill(unit, 990)), ODD_LIMIT)).toBeLessThan(ODD_LIMIT)
})

test('a link over many lines leaves as one line', () => {
  const url = `https://a.test/${fill('x', 20_000)}`
  const link = { type: 'link', url, text: fill('a\n', 20_000) }
  const { html } = slackToMail(
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [link] }] },
    new Map(),
  )
  expect(html.split('<a ')).toHaveLength(2)
})

test('the measurement tells quadratic work from linear work', { tags: 'rest' }, () => {
  const trailing = (n: number) => `${'/'.repeat(n)}x`
  const quadratic: Entrance = (n) => {
    const text = trailing(n)
    return () => text.replace(/\/+$/, '')
  }
  const linear: Entrance = (n) => {
    const text = trailing(n * 20)
    return () => text.replace(/\/x$/, '')
  }
  expect(measureGrowth(quadratic, LIMIT)).toBeGreaterThan(LIMIT)
  expect(measureGrowth(linear, LIMIT)).toBeLessThan(LIMIT)
})
