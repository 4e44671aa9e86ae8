import { expect, test } from 'vitest'
import { nameSentBy } from '../../../src/mail/cards/mail-people.ts'
import type { Mail } from '../../../src/mail/records/mail/mail.ts'
import { mailTextIn } from '../../../src/mail/text/mail-text.ts'

const text = mailTextIn('en')
const nameWith = (
  badges: Mail['badges'],
  from: Mail['from'] = { name: 'Anna Keller', address: 'anna@customer.test' },
) => nameSentBy(text, { from, badges })

test('a row of a list names its sender briefly', () => {
  expect(nameWith([])).toBe('Anna Keller')
  expect(nameWith(['first_contact'])).toBe('Anna Keller')
  expect(nameWith([], { address: 'anna@customer.test' })).toBe('anna@customer.test')
  expect(nameWith([], { address: '' })).toBe(text.noSender)
})

test('a row of a list shows the address of a sender who imitates somebody', () => {
  for (const badge of ['claimed_name', 'look_alike'] as const)
    expect(nameWith([badge])).toMatch(/^Anna Keller <.?anna@customer\.test.?>$/)
})
