import { expect, test } from 'vitest'
import { type DeliveryReport, emptyDeliveryReport } from '../../../src/mail/records/replies/delivery-status.ts'
import { buildReply, type Reply } from '../../../src/mail/records/replies/reply.ts'
import { mailTextIn } from '../../../src/mail/text/mail-text.ts'
import { buildReplyCard } from '../../../src/mail/cards/replies/reply-card.ts'

const content = {
  thread: 'thread',
  mail: 'mail',
  inboxId: 'help@acme.test',
  messageId: 'm1',
  user: 'U1',
  userName: 'Maria',
  to: [{ address: 'one@customer.test' }],
  cc: [],
  bcc: [],
  written: null,
  text: 'Hello',
  html: '',
  files: [],
}
const problem = {
  reason: 'busy',
  facts: { code: 'busy' },
  code: 'service_unavailable',
  text: 'The mailbox is busy.',
  who: 'service' as const,
}
const bounce = { address: 'one@customer.test', at: 1, type: 'Permanent', subType: 'General' }
const bounced: DeliveryReport = { ...emptyDeliveryReport, bounced: [bounce] }
const rejected: DeliveryReport = { ...emptyDeliveryReport, rejected: { reason: 'spam', at: 1 } }

/** The buttons of the card, as `action id|label|value|style|title of the confirmation`. */
function buttonsOf(change: Partial<Reply>, report = emptyDeliveryReport, canLookUp = false): string[] {
  const reply: Reply = { ...buildReply('r1', content, 1, 5000), ...change }
  return buildReplyCard(mailTextIn('en'), reply, 'r1', report, { canLookUp }).blocks.flatMap((block) =>
    block.type === 'actions'
      ? block.elements.map((element) => {
          if (element.type !== 'button') throw new Error('not a button')
          return [element.action_id, element.text.text, element.value, element.style, element.confirm?.title?.text]
            .map((part) => part ?? '')
            .join('|')
        })
      : [],
  )
}

const EDIT = 'mail.edit|Edit and send again|r1|primary|'
const AGAIN = 'mail.ask_again|Send again|r1||'
const DROP = 'mail.ask_drop|Dismiss|r1|danger|'

test.each<[string, Partial<Reply>, DeliveryReport, boolean, string[]]>([
  ['is held', { state: 'held' }, emptyDeliveryReport, false, ['mail.cancel|Undo|r1||', 'mail.undo_edit|Edit|r1||']],
  ['is being sent', { state: 'sending' }, emptyDeliveryReport, false, []],
  ['is retried', { state: 'sending', trouble: problem }, emptyDeliveryReport, false, ['mail.stop|Stop trying|r1||']],
  [
    'is retried and may have been sent',
    { state: 'sending', trouble: problem, tries: 1 },
    emptyDeliveryReport,
    false,
    ['mail.stop|Stop trying|r1||'],
  ],
  ['was sent', { state: 'sent' }, emptyDeliveryReport, false, []],
  ['was delivered', { state: 'sent' }, { ...emptyDeliveryReport, delivered: [bounce] }, false, []],
  ['bounced', { state: 'sent' }, bounced, false, [EDIT]],
  ['bounced and was sent again', { state: 'sent', again: 'r2' }, bounced, false, []],
  ['failed', { state: 'failed', trouble: problem }, emptyDeliveryReport, false, [EDIT]],
  ['failed and was sent again', { state: 'failed', again: 'r2' }, emptyDeliveryReport, false, []],
  ['was rejected', { state: 'sent' }, rejected, false, [EDIT]],
  ['was rejected and sent again', { state: 'sent', again: 'r2' }, rejected, false, []],
  ['was rejected and bounced', { state: 'sent' }, { ...rejected, bounced: [bounce] }, false, [EDIT, EDIT]],
  ['was rejected while its outcome was unknown', { state: 'unknown' }, rejected, true, [EDIT]],
  ['was cancelled', { state: 'cancelled' }, emptyDeliveryReport, false, ['mail.edit|Edit and send again|r1||']],
  ['was cancelled and sent again', { state: 'cancelled', again: 'r2' }, emptyDeliveryReport, false, []],
  ['was dropped', { state: 'dropped' }, emptyDeliveryReport, false, []],
  [
    'has an unknown outcome that can be looked up',
    { state: 'unknown' },
    emptyDeliveryReport,
    true,
    ['mail.look|Check again|r1|primary|', AGAIN, DROP],
  ],
  ['has an unknown outcome for good', { state: 'unknown' }, emptyDeliveryReport, false, [AGAIN, DROP]],
])('a reply that %s offers its buttons and no others', (_state, change, report, canLookUp, buttons) => {
  expect(buttonsOf(change, report, canLookUp)).toEqual(buttons)
})

test.each([
  ['forward', 'held', 'Maria prepared a forward to one@customer.test'],
  ['forward', 'cancelled', 'Maria prepared a forward to one@customer.test'],
  ['forward', 'sent', 'Maria forwarded this to one@customer.test'],
] as const)('the card of a %s that is %s says so', (kind, state, line) => {
  const reply: Reply = { ...buildReply('r1', content, 1, 5000), kind, state }
  expect(buildReplyCard(mailTextIn('en'), reply, 'r1', emptyDeliveryReport, { canLookUp: false }).text).toBe(line)
})

test('the card of a reply that was taken back names its new version instead of its saved text', () => {
  const say = (change: Partial<Reply>): string => {
    const reply: Reply = { ...buildReply('r1', content, 1, 5000), state: 'cancelled', ...change }
    const { blocks } = buildReplyCard(mailTextIn('en'), reply, 'r1', emptyDeliveryReport, { canLookUp: false })
    return JSON.stringify(blocks)
  }
  expect(say({})).toContain('"Not sent: stopped in time. The text is saved."')
  expect(say({ again: 'r2' })).toContain('"Not sent. A new version is below."')
  expect(say({ again: 'r2' })).not.toContain('cancelled')
  const approval = { askedAt: 1, expiresAt: 9, hash: 'h', authors: [], decided: { verdict: 'off' as const, at: 2 } }
  expect(say({ again: 'r2', approval })).toContain('Approval was turned off')
  expect(say({ again: 'r2', approval })).not.toContain('Edit and send again')
})

test('the card of a reply that was sent again names the person, links to the new version, and allows edits only for later bounces', () => {
  const old: Reply = { ...buildReply('r1', content, 1, 5000), state: 'sent', again: 'r2' }
  const newer: Reply = { ...buildReply('r2', content, 2, 5000), state: 'held' }
  const say = (change: Partial<Reply>): string => {
    const options = {
      canLookUp: false,
      newer: { reply: { ...newer, ...change }, by: '@Tom', link: 'https://a.test/p2' },
    }
    return JSON.stringify(buildReplyCard(mailTextIn('en'), old, 'r1', bounced, options).blocks)
  }
  expect(say({})).toContain('A new version by @Tom replaces it. <https://a.test/p2|Go to the new version>')
  expect(say({ state: 'sent' })).toContain('Sent again by @Tom. <https://a.test/p2|Go to the new version>')
  // The bounce was at 1, and its address was corrected.
  expect(say({ to: [{ address: 'two@customer.test' }] })).not.toContain('"button"')
  expect(say({ at: 0, to: [{ address: 'One@Customer.test' }] })).not.toContain('"button"')
  expect(say({ at: 0, to: [{ address: 'two@customer.test' }] })).toContain('"mail.edit"')
})
