import { expect, test } from 'vitest'
import type { MailRule } from '../../../src/mail/records/routing/mail-rule.ts'
import { listInboxChannels } from '../../../src/mail/records/routing/decide-route.ts'

const inbox = 'Support@acme.test'
const rule = (channel: string | undefined, when: MailRule['when'], more: Partial<MailRule> = {}): MailRule => ({
  id: JSON.stringify(when),
  when,
  ...(channel !== undefined && { channel }),
  by: 'U1',
  at: 1,
  revision: 1,
  ...more,
})
const list = (mailRules: MailRule[], { own, byDefault }: { own?: string; byDefault?: string } = {}) =>
  listInboxChannels(
    {
      rules: own === undefined ? [] : [{ inboxId: 'support@acme.test', channel: own, by: 'U1', at: 1 }],
      mailRules,
      holds: [],
      seen: [],
    },
    byDefault,
    inbox,
  )

test('the channels of an inbox follow what decides about its mail', () => {
  expect(list([])).toEqual([])
  expect(list([], { byDefault: 'CALL' })).toEqual(['CALL'])
  expect(list([], { own: 'COWN', byDefault: 'CALL' })).toEqual(['COWN'])
  // A rule that takes all mail of the inbox comes before its route.
  const whole = [{}, { inboxes: ['support@acme.test'] }, { recipients: ['support@acme.test'] }]
  for (const when of [...whole, { recipients: ['acme.test'] }, { recipients: ['sales@acme.test', 'support@'] }])
    expect(list([rule('CRULE', when)], { own: 'COWN' })).toEqual(['CRULE'])
  // A rule for some of the mail does not, because the rest still goes to the route.
  const some = rule('CSOME', { senders: ['partner.test'] })
  expect(list([some], { own: 'COWN' })).toEqual(['COWN'])
  expect(list([rule('CSOME', { recipients: ['other.test'] })], { own: 'COWN' })).toEqual(['COWN'])
  expect(list([some, rule('CRULE', {})])).toEqual(['CRULE'])
  // Without a route, the channels of rules that take some mail count.
  expect(list([some, rule('COTHER', { words: ['invoice'] }), some])).toEqual(['CSOME', 'COTHER'])
  // Rules of other inboxes, without a channel or after one that takes everything decide nothing.
  expect(list([rule('CRULE', { inboxes: ['sales@acme.test'] })])).toEqual([])
  expect(list([rule(undefined, {}), some])).toEqual([])
  expect(list([rule(undefined, {}), some], { byDefault: 'CALL' })).toEqual(['CALL'])
  // Quarantined mail is not shown openly.
  expect(list([rule('CRULE', {}, { isQuarantined: true })])).toEqual([])
})

test('a condition of a later version decides nothing', () => {
  const later = { inboxes: [inbox], weekdays: ['monday'] } as MailRule['when']
  expect(list([rule('CRULE', later)], { own: 'COWN' })).toEqual(['COWN'])
})
