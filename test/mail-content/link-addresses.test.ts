import { expect, test } from 'vitest'
import { readOwnText } from '../../src/mail/records/mail/mail-preview.ts'
import { sampleMail } from '../mail/sample-mail.ts'

const readHtml = (html: string) => {
  const { text: _, ...mail } = sampleMail
  return readOwnText({ ...mail, html })
}

test('a mail that goes to the agent says where its links lead, whatever their labels say', () => {
  const html =
    '<p>The <a href="https://docs.acme.test/limits?x=1">page about limits</a> is wrong, see <a href="https://a.test">https://a.test</a>.</p>'
  expect(readHtml(html)).toBe('The page about limits (https://docs.acme.test/limits?x=1) is wrong, see https://a.test.')
  expect(readHtml('<ul><li><a href="https://b.test/y">two</a></li></ul>')).toBe('• two (https://b.test/y)')
  expect(
    readHtml('<a href="https://evil.test/x">https://bank.test</a> and <a href="javascript:alert(1)">more</a>'),
  ).toBe('https://bank.test (https://evil.test/x) and more')
  expect(readHtml('<a href="mailto:ann@a.test">ann@a.test</a>, www.a.test')).toBe('ann@a.test, www.a.test')
})
