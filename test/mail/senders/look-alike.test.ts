import { expect, test } from 'vitest'
import { findClaimedDomain } from '../../../src/mail/senders/claimed-name.ts'
import { findLookAlike } from '../../../src/mail/senders/look-alike.ts'

test.each([
  ['acrne.test', 'acme.test', 'letters'],
  ['аcme.test', 'acme.test', 'letters'],
  ['xn--cme-5cd.test', 'acme.test', 'letters'],
  ['αcmé.test', 'acme.test', 'letters'],
  ['mail.paypa1.com', 'paypal.com', 'letters'],
  ['acme-inc.test', 'acmeinc.test', 'letters'],
  ['gmai1.com', 'gmail.com', 'letters'],
  ['customcr.test', 'customer.test', 'slip'],
  ['custmoer.test', 'customer.test', 'slip'],
  ['northwindd.co.uk', 'northwind.co.uk', 'slip'],
  ['acme.co', 'acme.com', 'suffix'],
  ['acme.com.evil.test', 'acme.com', 'prefix'],
  ['gmail-com.test', 'gmail.com', 'prefix'],
])('%s imitates %s', (domain, known, likeness) => {
  expect(findLookAlike(domain, [known], 'near')).toEqual({ looksLike: known, likeness })
})

/** Pairs of real domains that both exist. */
const realPairs = [
  ['gmail.com', 'mail.com'], ['mail.com', 'gmail.com'], ['ymail.com', 'gmail.com'], ['email.com', 'gmail.com'], ['gmx.de', 'gmx.net'], ['gmx.com', 'gmx.co'],
  ['hotmail.co.uk', 'hotmail.com'], ['hotmail.fr', 'hotmail.com'], ['live.de', 'live.fr'], ['yahoo.co.jp', 'yahoo.com'], ['me.com', 'mac.com'], ['web.de', 'wob.de'],
  ['googlemail.com', 'gmail.com'], ['protonmail.com', 'proton.me'], ['outlook.com', 'outlook.de'], ['icloud.com', 'cloud.com'], ['aol.com', 'aon.com'], ['qq.com', 'gq.com'],
  ['126.com', '163.com'], ['mail.ru', 'list.ru'], ['yandex.ru', 'yandex.com'], ['tuta.com', 'tutanota.com'],
  ['acme.de', 'acme.com'], ['acme.org', 'acme.com'], ['acme.io', 'acme.com'], ['mail.acme.com', 'acme.com'], ['acme.com', 'mail.acme.com'],
  ['ibm.com', 'ibn.com'], ['dhl.com', 'dhv.com'], ['lidl.de', 'aldi.de'], ['bmw.de', 'bmv.de'], ['ups.com', 'usps.com'], ['cnn.com', 'cbn.com'], ['sap.com', 'rsap.com'],
  ['studio54.com', 'studio55.com'], ['partner1.example.com', 'partner2.example.com'], ['team3.io', 'team4.io'], ['alice.github.io', 'alicia.github.io'],
  ['acme.zendesk.com', 'acne.zendesk.com'], ['other.test', 'customer.test'],
] // prettier-ignore

test.each(realPairs)('%s does not imitate %s', (domain = '', known = '') => {
  expect(findLookAlike(domain, [known], 'near')).toBeUndefined()
})

/** Names that differ by a letter usually are two real ones among many correspondents. */
test.each([
  ['andersen.dk', 'anderson.dk'],
  ['hoffmann.de', 'hofmann.de'],
  ['schmidt.de', 'schmitt.de'],
  ['petersen.com', 'peterson.com'],
  ['mueller.de', 'moeller.de'],
  ['jansen.nl', 'janssen.nl'],
  ['bookings.com', 'booking.com'],
  ['acme.co', 'acme.com'],
])('among correspondents, %s does not imitate %s', (domain, known) => {
  expect(findLookAlike(domain, [known], 'past')).toBeUndefined()
})

test.each([
  ['micros0ft.com', 'microsoft.com'],
  ['linkdein.com', 'linkedin.com'],
  ['northwindtaders.com', 'northwindtraders.com'],
])('among correspondents, %s imitates %s', (domain, known) => {
  expect(findLookAlike(domain, [known], 'past')).toMatchObject({ looksLike: known })
})

test('a known domain is no look-alike of another', () => {
  expect(findLookAlike('customers.test', ['customer.test', 'customers.test'], 'near')).toBeUndefined()
})

test.each([
  [{ name: 'Acme Billing', address: 'x@other.test' }],
  [{ name: 'ACME', address: 'acme.billing@gmail.com' }],
  [{ name: 'Αcme Support', address: 'x@other.test' }],
  [{ name: 'billing@acme.test', address: 'x@other.test' }],
  [{ name: '"Ann" <ann@acme.test>', address: 'x@gmail.com' }],
])('%j claims to be from Acme', (sender) => {
  expect(findClaimedDomain(sender, ['acme.test'], 'near')).toBe('acme.test')
})

test.each([
  [{ name: 'Acme Billing', address: 'x@acme.test' }],
  [{ name: 'Acme Support', address: 'support@acme.zendesk.com' }],
  [{ name: 'Acme Events', address: 'x@acme-events.test' }],
  [{ name: 'Ann (Acme)', address: 'ann@gmail.com' }],
  [{ name: 'Ann from Acme', address: 'ann@gmail.com' }],
  [{ name: 'Acme Miller', address: 'acme.miller@gmail.com' }],
  [{ name: 'Acmeology', address: 'x@other.test' }],
  [{ address: 'x@other.test' }],
])('%j does not claim to be from Acme', (sender) => {
  expect(findClaimedDomain(sender, ['acme.test'], 'near')).toBeUndefined()
})

test.each([
  ['Support Team', 'support.test'],
  ['Mail Delivery', 'mail.com'],
  ['Gmail Team', 'gmail.com'],
])('%s claims nothing of %s', (name, known) => {
  expect(findClaimedDomain({ name, address: 'x@other.test' }, [known], 'past')).toBeUndefined()
})
