import { expect, test } from 'vitest'
import { outside } from '../src/clients/public-address.ts'
import { isPublic } from '../src/clients/ranges.ts'
import { UserError } from '../src/errors.ts'
import { upstream } from './upstream.ts'

test.each([
  ['1.1.1.1', true],
  ['93.184.215.14', true],
  ['2606:4700::1111', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:1.1.1.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['fc00::1', false],
  ['fd12::1', false],
  ['fe80::1%eth0', false],
  ['ff02::1', false],
  ['2001:db8::1', false],
  ['not an address', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublic(address)).toBe(expected)
})

test.each([
  'ftp://1.1.1.1/',
  'http://1.1.1.1/',
  'file:///etc/passwd',
  'https://user:pass@1.1.1.1/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://localhost/',
  'https://nowhere.invalid/',
  'nonsense',
])('%s is refused with a sentence', async (url) => {
  await expect(outside().check(url)).rejects.toThrow(UserError)
})

test('accepts a public https address', async () => {
  expect((await outside().check(' https://1.1.1.1/a ')).href).toBe('https://1.1.1.1/a')
})

test('what an operator trusts is fetched within size, without redirects', async () => {
  await using service = await upstream(({ path }) =>
    path === '/moved' ? { status: 302, headers: { location: '/file' } } : { json: { file: 'x'.repeat(100) } },
  )
  const trusting = outside({ trustedOrigins: [`${service.url}/mail`] })
  const { body, contentType } = await trusting.fetch(`${service.url}/file`)
  expect(body.toString()).toContain('xxx')
  expect(contentType).toBe('application/json')
  await expect(trusting.fetch(`${service.url}/file`, { maxBytes: 50 })).rejects.toMatchObject({
    details: { code: 'too_large', outcome: 'refused' },
  })
  await expect(trusting.fetch(`${service.url}/moved`)).rejects.toMatchObject({
    details: { code: 'redirected', outcome: 'refused' },
  })
  expect(service.asked.map(({ path }) => path)).toEqual(['/file', '/file', '/moved'])
  await expect(outside().fetch(`${service.url}/file`)).rejects.toThrow(UserError)
})
