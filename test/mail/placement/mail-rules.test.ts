import { expect, test } from 'vitest'
import { applyRuleChange, type RuleChange, RULES_MAX } from '../../../src/mail/placement/rules/change-rules.ts'
import { decideRoute } from '../../../src/mail/records/routing/decide-route.ts'
import { type MailRule, matchesConditions, type RoutedMail } from '../../../src/mail/records/routing/mail-rule.ts'
import type { RuleConditions } from '../../../src/mail/records/rule-conditions.ts'

const mail: RoutedMail = {
  inboxId: 'support@acme.com',
  from: { name: 'Tom', address: 'Tom@Mail.Example.test' },
  to: [{ address: 'Support+Billing@acme.com' }],
  cc: [{ address: 'boss@partner.test' }],
  subject: 'Re: Invoices für 2026, 請求書の件',
  labels: ['received', 'VIP'],
  kinds: ['list'],
}

const rule = (id: string, more: Partial<MailRule> = {}): MailRule => ({
  id,
  when: {},
  by: 'U1',
  at: 1,
  revision: 1,
  ...more,
})

test.each<[RuleConditions, boolean]>([
  [{}, true],
  [{ inboxes: ['SUPPORT@acme.com'] }, true],
  [{ inboxes: ['sales@acme.com'] }, false],
  [{ senders: ['tom@mail.example.test'] }, true],
  [{ senders: ['other@mail.example.test'] }, false],
  [{ senders: ['mail.example.test'] }, true],
  [{ senders: ['example.test'] }, true],
  [{ senders: ['ample.test'] }, false],
  [{ senders: ['nobody.test', 'example.test'] }, true],
  [{ recipients: ['support+billing@acme.com'] }, true],
  [{ recipients: ['support+billing@'] }, true],
  [{ recipients: ['support@acme.com'] }, false],
  [{ recipients: ['support@'] }, false],
  [{ recipients: ['partner.test'] }, true],
  [{ words: ['invoice'] }, true],
  [{ words: ['voice'] }, false],
  [{ words: ['INVOICES FÜR'] }, true],
  [{ words: ['ür'] }, false],
  [{ words: ['求書'] }, true],
  [{ words: ['2026'] }, true],
  [{ words: [''] }, false],
  [{ labels: ['vip'] }, true],
  [{ labels: ['vi'] }, false],
  [{ kinds: ['bounce', 'list'] }, true],
  [{ kinds: ['calendar'] }, false],
  [{ senders: ['example.test'], words: ['invoice'] }, true],
  [{ senders: ['example.test'], words: ['refund'] }, false],
])('%j fits: %s', (when, fits) => {
  expect(matchesConditions(when, mail)).toBe(fits)
})

test('a mail without labels and kinds fits no rule that requires them', () => {
  const { labels: _, kinds: __, ...plain } = mail
  expect(matchesConditions({ labels: ['vip'] }, plain)).toBe(false)
  expect(matchesConditions({ kinds: ['list'] }, plain)).toBe(false)
})

test('the first matching rule decides, then the route of the inbox, then the default channel', () => {
  const routes = { rules: [{ inboxId: 'support@acme.com', channel: 'CINBOX', by: 'U1', at: 1 }], holds: [], seen: [] }
  const other = rule('r0', { when: { words: ['refund'] }, channel: 'CREFUND' })
  const first = rule('r1', { when: { words: ['invoice'] }, channel: 'CBILLING', assign: 'person:U2' })
  const second = rule('r2', { name: 'All', channel: 'CALL' })
  const decide = (mailRules: MailRule[], defaultChannel?: string, given = routes) =>
    decideRoute({ ...given, mailRules }, defaultChannel, mail)
  expect(decide([other, first, second])).toEqual({
    channel: 'CBILLING',
    assign: 'person:U2',
    why: { rule: 'rule', by: 'U1', at: 1, mark: { id: 'r1', when: { words: ['invoice'] } } },
  })
  expect(decide([second, first])).toMatchObject({ channel: 'CALL', why: { mark: { id: 'r2', name: 'All' } } })
  expect(decide([other])).toMatchObject({ channel: 'CINBOX', why: { rule: 'inbox' } })
  expect(decide([other], 'CDEFAULT', { ...routes, rules: [] })).toEqual({
    channel: 'CDEFAULT',
    why: { rule: 'default' },
  })
  expect(decide([], undefined, { ...routes, rules: [] })).toBeUndefined()
  // A rule without a channel leaves the mail in its usual channel, and still decides.
  const muting = rule('r3', { when: { kinds: ['list'] }, isMuted: true })
  expect(decide([muting, second])).toMatchObject({ channel: 'CINBOX', isMuted: true, why: { isElsewhere: true } })
})

const three = [rule('a'), rule('b'), rule('c')]
const order = (rules: MailRule[] | undefined) => rules?.map(({ id }) => id).join('')

test.each<[string, RuleChange, string]>([
  ['adds at the end', { do: 'add', rule: rule('d') }, 'abcd'],
  ['adds in front', { do: 'add', rule: rule('d'), before: 'a' }, 'dabc'],
  ['adds at the end if the neighbour is gone', { do: 'add', rule: rule('d'), before: 'x' }, 'abcd'],
  ['moves up', { do: 'move', id: 'b', over: 'a', to: 'above' }, 'bac'],
  ['moves down', { do: 'move', id: 'b', over: 'c', to: 'below' }, 'acb'],
  ['deletes', { do: 'delete', id: 'b', seen: 1 }, 'ac'],
  ['edits in place', { do: 'edit', rule: rule('b', { revision: 2 }), seen: 1 }, 'abc'],
  ['edits and moves', { do: 'edit', rule: rule('c', { revision: 2 }), seen: 1, position: { before: 'a' } }, 'cab'],
])('a change %s, and has no effect when it is repeated', (_, change, expected) => {
  const { rules } = applyRuleChange(three, change)
  expect(order(rules)).toBe(expected)
  expect(applyRuleChange(rules ?? [], change)).toEqual({ rules: undefined })
})

test('the second change of the same rule has no effect and gets the reason', () => {
  const theirs = rule('b', { revision: 2, changed: { by: 'U2', at: 5 } })
  const now = [rule('a'), theirs, rule('c')]
  const mine = rule('b', { revision: 2, changed: { by: 'U1', at: 6 } })
  const changed = { conflict: { is: 'changed', now: theirs } }
  expect(applyRuleChange(now, { do: 'edit', rule: mine, seen: 1 })).toEqual(changed)
  expect(applyRuleChange(now, { do: 'delete', id: 'b', seen: 1 })).toEqual(changed)
  expect(applyRuleChange(now, { do: 'edit', rule: rule('x'), seen: 1 })).toEqual({ conflict: { is: 'gone' } })
  const moved = { do: 'move', id: 'c', over: 'a', to: 'above' } as const
  expect(applyRuleChange(now, moved)).toEqual({ conflict: { is: 'moved' } })
  const full = Array.from({ length: RULES_MAX }, (_, n) => rule(`r${n}`))
  expect(applyRuleChange(full, { do: 'add', rule: rule('d') })).toEqual({ conflict: { is: 'full' } })
})
