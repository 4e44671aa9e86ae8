import { expect, test } from 'vitest'
import { buildEarlierMailNotice } from '../../../../src/mail/outbound/compose/form/form-notices.ts'
import { mailTextIn } from '../../../../src/mail/text/mail-text.ts'
import { openMailSlice } from '../../../support/mail-services.ts'
import { sampleMail } from '../../sample-mail.ts'

test.each([
  [{ address: 'one@customer.test', name: 'One' }, 'One <one@customer.test>'],
  [{ address: 'one@evil.test', name: `Bank <help@bank.test>${' '.repeat(40)}.` }, 'one@evil.test'],
  [{ address: '' }, 'unknown sender'],
])('a warning about a mail from %j names its sender by the address', async (from, named) => {
  const { services } = await openMailSlice()
  await services.mailStore.mails.put('key', { ...sampleMail, from }, 0)
  expect(await buildEarlierMailNotice(mailTextIn('en'), services, 'key')).toEqual([
    `This replies to an earlier mail. The newest is from ${named}: “Hello”`,
  ])
})
