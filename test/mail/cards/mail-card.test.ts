import { withReading } from '../../../src/mail/records/mail/mail-reading.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailTextIn } from '../../../src/mail/text/mail-text.ts'
import {
  describeColleagueReply,
  describeNewerMail,
  describeNewRecipients,
} from '../../../src/mail/text/outbound/form-notice-sentences.ts'
import { buildMailCard } from '../../../src/mail/cards/mail-card.ts'
import { judgeReplies } from '../../../src/mail/cards/replies/reply-standing.ts'
import { buildReplyCard } from '../../../src/mail/cards/replies/reply-card.ts'
import { badgeNames, type Mail } from '../../../src/mail/records/mail/mail.ts'
import { buildFilesModal } from '../../../src/mail/desk/viewer/files-modal.ts'
import { buildHeadersModal, paginateHeaders } from '../../../src/mail/desk/viewer/headers-modal.ts'
import { buildMailModal } from '../../../src/mail/desk/viewer/viewer-modals.ts'
import { buildReply } from '../../../src/mail/records/replies/reply.ts'
import { previewMail, paginateMail } from '../../../src/mail/records/mail/mail-preview.ts'
import { fitToLimits } from '../../../src/slack/blocks/block-builders.ts'
import { listErrors, validateMessageBlocks, validateView } from '../../../sandbox/slack/blocks/validate-blocks.ts'
import { arbitraryText } from '../../support/arbitrary-text.ts'
import { buildThread, type MailThread } from '../../../src/mail/records/mail/mail-thread.ts'
import {
  type DeliveryReport,
  emptyDeliveryReport,
  deriveDeliveryStatus,
} from '../../../src/mail/records/replies/delivery-status.ts'
import { buildQuarantineCard } from '../../../src/mail/cards/quarantine-card.ts'
import { fitInField } from '../../../src/mail/outbound/compose/form/form-recipients.ts'
import { buildReplyModal } from '../../../src/mail/outbound/compose/form/reply-modal.ts'

const text = mailTextIn('en')

const nasty = [
  '<!channel> <@U1> <https://evil.test|https://bank.test>',
  '&amp; & < >',
  'x'.repeat(5000),
  '\u202Etxt.exe \u0000 \uD800',
  '> quoted\n\nOn Mon, Jan 5, 2026 A <a@b.test> wrote:\n> old',
  'https://a.test/'.repeat(400),
]
const words = fc.oneof(arbitraryText({ maxLength: 300 }), fc.constantFrom(...nasty))
const address = fc
  .tuple(fc.emailAddress(), fc.option(words, { nil: undefined }))
  .map(([mail, name]) => ({ address: mail, ...(name !== undefined && { name }) }))
const addresses = fc.array(address, { maxLength: 40 })
const mails: fc.Arbitrary<Mail> = fc
  .record({
    from: address,
    to: addresses,
    cc: addresses,
    replyTo: addresses,
    subject: words,
    text: fc.option(words, { nil: undefined }),
    html: fc.option(
      words.map((inner) => `<div>${inner}<ul><li>${inner}</li></ul><a href="https://x.test/${inner}">go</a></div>`),
      { nil: undefined },
    ),
    attachments: fc.array(fc.record({ name: words, size: fc.nat(), isInline: fc.boolean() }), { maxLength: 60 }),
    headers: fc.dictionary(fc.string({ maxLength: 40 }), words, { maxKeys: 30 }),
    badges: fc.subarray([...badgeNames]),
    isFetched: fc.boolean(),
  })
  .map(({ text, html, ...mail }) => ({
    thread: 'a'.repeat(24),
    inboxId: 'support@acme.test',
    threadId: 't',
    messageId: '<m@x.test>',
    at: 1_795_246_090_000,
    ...mail,
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
  }))

const thread: MailThread = {
  ...buildThread({ inboxId: 'support@acme.test', threadId: 't' }),
  mails: ['b'.repeat(24)],
  count: 3,
}
const at = { thread: 'a'.repeat(24), mail: 'b'.repeat(24) }
const inert = (shown: unknown): boolean =>
  !/"type":"(user|usergroup|channel|broadcast|image)"|"type":"mrkdwn","text":"[^"]*<[!@#](?!date)/.test(
    JSON.stringify(shown),
  )

test('cards and views of any mail stay within limits, without mentions or loaded content', () => {
  fc.assert(
    fc.property(mails, (mail) => {
      const cards = [
        buildMailCard({
          text,
          mail,
          preview: previewMail(withReading(mail)),
          at,
          thread: {
            record: thread,
            earlier: 2,
            elsewhere: 1,
            isOnlyInbox: false,
            replies: judgeReplies([]),
            asides: [],
            names: new Map(),
          },
        }),
        buildMailCard({ text, mail, preview: previewMail(withReading(mail)), at }),
        buildQuarantineCard(text, { ...mail, restriction: 'spam' }, at),
      ].map(fitToLimits)
      for (const { blocks, text: summary } of cards) {
        expect(listErrors(validateMessageBlocks(blocks))).toEqual([])
        expect(summary).not.toMatch(/<[!@#]/)
      }
      const { pages } = paginateMail(mail)
      const views = [
        buildMailModal({ text, mail, at, pages, page: 0 }),
        buildHeadersModal({ text, mail, at, pages: paginateHeaders(text, mail), page: 0 }),
        buildFilesModal(text, mail.attachments, [{ url: 'https://files.test/1' }, { failed: mail.subject }]),
        ...([[true], [false], [true, 'forward'], [true, 'new']] as const).map(([isEditing, kind]) =>
          buildReplyModal({
            text,
            state: { ...(kind && { kind }), thread: at.thread, mail: at.mail, seen: [at.mail.slice(0, 10)] },
            context: {
              inboxId: mail.inboxId,
              ...(kind !== 'new' && { answered: { thread, newest: at.mail, key: at.mail, mail: withReading(mail) } }),
            },
            inboxes: [mail.inboxId, 'other@sandbox.test'].map((inbox) => ({ text: inbox, value: inbox.slice(0, 20) })),
            isCompleted: isEditing,
            subject: mail.subject,
            recipients: {
              to: fitInField(mail.to),
              cc: fitInField(mail.cc),
              bcc: fitInField(mail.replyTo),
              isEditing: isEditing || mail.to.length === 0,
              leftOut: 1,
              isPartOfEarlier: true,
            },
            newRecipients: mail.to.map((one) => one.address),
            sending: {
              zones: {
                own: { clock: 'h12', zone: 'America/Argentina/Buenos_Aires', isOwn: false },
                theirs: { offset: '+05:30', address: mail.from.address, at: mail.at },
              },
              now: mail.at,
              chosen: { choice: 'pick', day: '2026-11-24', time: '09:00' },
              canBeNow: true,
            },
            outgoing: [],
            saved: { mine: [], here: [] },
            kept: {
              there: [{ id: 'F1', name: mail.subject, size: 1 }],
              ticked: ['F1'],
              gone: [{ id: 'F2', name: mail.subject }],
              without: [],
            },
            notices: [{ id: 'tick', sentence: mail.subject.repeat(99), needsTick: { label: mail.subject.repeat(9) } }],
            ticked: ['tick'],
            writing: { signatures: { own: 'Maria', inbox: '' }, quotesOriginal: true, writerName: 'off' },
            isQuoted: true,
            closes: true,
            holdMs: 10_000,
            needsApproval: false,
            owner: mail.subject.slice(0, 60),
            newest: 'key',
            instruction: text.compose.tickAllFirst({ button: text.forms.send }),
            alerts: [
              describeNewerMail(text, { from: mail.subject, excerpt: mail.subject, older: 'forward' }),
              describeColleagueReply(text, {
                userName: mail.subject,
                fate: 'perhaps_left',
                excerpt: mail.subject,
              }),
              describeNewRecipients(
                text,
                mail.to.map((one) => one.address),
                text.forms.send,
              ),
            ],
          }),
        ),
      ]
      for (const view of views) expect(listErrors(validateView(view))).toEqual([])
      expect([...cards, ...views].every(inert)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

const letter = {
  ...buildReply(
    'r1',
    {
      thread: at.thread,
      mail: at.mail,
      inboxId: 'support@acme.test',
      messageId: '<m@x.test>',
      user: 'U1',
      userName: 'maria',
      to: [{ address: 'One@customer.test' }],
      cc: [{ address: 'two@customer.test' }],
      bcc: [],
      written: null,
      text: 'hello',
      html: '<p>hello</p>',
      files: [],
    },
    0,
    10_000,
  ),
  state: 'sent' as const,
}

test('a card explains why a mail has no text, and names its pictures', () => {
  const [plain] = fc.sample(mails, 1)
  const picture = { name: 'chart.png', size: 2000, type: 'image/png', isInline: true }
  const show = (html: string, attachments: Mail['attachments'] = []) => {
    // Mail in a stranger's name has another first button.
    const mail = { ...plain, badges: [], isFetched: true, html, text: undefined, attachments } as Mail
    return JSON.stringify(buildMailCard({ text, mail, preview: previewMail(withReading(mail)), at: { thread: 'a' } }))
  }
  expect(show('<div>'.repeat(40_000))).toContain('too large for Bellhop to find its text')
  expect(show('<p> </p>')).toContain('This email has no text.')
  expect(show('<p> </p>')).not.toContain('Show full message')
  expect(show('<p>Hi</p>')).not.toContain('Show full message')
  expect(show('<p>Hi</p><p>-- <br>Ann</p>')).toContain('Show full message')
  const shown = show('<img src="cid:1">', [picture, { ...picture, name: 'plan.pdf', type: 'application/pdf' }])
  expect(shown).toContain('This email has no text, only 1 picture.')
  expect(shown).toMatch(/1 picture in the text: \W*chart\.png\W* 2/)
  expect(shown).toMatch(/📎 \W*plan\.pdf/)
  expect(show(`<p>New</p>${'<p>'.repeat(50_000)}`)).toContain('too large for Bellhop to read to its end')
})

test('the card of a copy of our own mail says so, without badges about its sender', () => {
  const [plain] = fc.sample(mails, 1)
  const mail = { ...plain, isFetched: true, isOwn: true, text: 'Hello', badges: ['first_contact', 'external'] } as Mail
  const shown = JSON.stringify(
    buildMailCard({ text, mail, preview: previewMail(withReading(mail)), at: { thread: 'a' } }),
  )
  expect(shown).toContain('Our own email from')
  expect(shown).not.toMatch(/First contact|External/)
})

test('the delivery status of a reply does not depend on the order of its events', () => {
  const bounce = (address: string, type: string, moment: number) => ({ address, at: moment, type, subType: 'General' })
  const steps: ((known: DeliveryReport) => DeliveryReport)[] = [
    (known) => ({ ...known, sentAt: 1 }),
    (known) => ({ ...known, delivered: [...known.delivered, { address: 'one@customer.test', at: 2 }] }),
    (known) => ({ ...known, bounced: [...known.bounced, bounce('two@customer.test', 'Transient', 3)] }),
    (known) => ({ ...known, delivered: [...known.delivered, { address: 'two@customer.test', at: 4 }] }),
    (known) => ({ ...known, bounced: [...known.bounced, bounce('one@customer.test', 'Permanent', 5)] }),
    (known) => ({ ...known, complained: [...known.complained, { address: 'two@customer.test', at: 6 }] }),
  ]
  fc.assert(
    fc.property(fc.shuffledSubarray(steps, { minLength: steps.length }), (order) => {
      const known = order.reduce((facts, step) => step(facts), emptyDeliveryReport)
      const { state: standing, bounced, delayed, complained } = deriveDeliveryStatus(letter, known)
      expect(standing).toEqual({ is: 'delivered', count: 1, of: 2, at: 4 })
      expect(bounced.map((one) => one.address)).toEqual(['one@customer.test'])
      expect(delayed).toEqual([])
      expect(complained).toHaveLength(1)
    }),
  )
})

test('every state of a reply has a text and fits', () => {
  const states = ['held', 'sending', 'sent', 'failed', 'unknown', 'cancelled', 'dropped'] as const
  const why = { code: 'x', reason: 'x', facts: { code: 'x' }, text: 'No.', who: 'writer' as const }
  const trouble = { ...why, fix: '<!channel> do this', docs: 'https://d.test' }
  const shown = states.map((state) => {
    const message = buildReplyCard(text, { ...letter, state, trouble }, 'r1', emptyDeliveryReport, {
      canLookUp: state === 'unknown',
    })
    expect(listErrors(validateMessageBlocks(fitToLimits(message).blocks))).toEqual([])
    expect(inert(message)).toBe(true)
    return JSON.stringify(message.blocks)
  })
  for (const [index, says] of [
    'Sending in 10 seconds',
    'Bellhop keeps trying',
    'Sent <',
    'Not sent: No.',
    'Couldn’t confirm',
    'Not sent: stopped in time',
    'Dismissed',
  ].entries())
    expect(shown[index]).toContain(says)
  expect(shown[2]).toMatch(/Sent <!date\^\d+\^\u200b\{date_short_pretty\} \{time\}\|/)
})
