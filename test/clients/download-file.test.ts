import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openDownload } from '../../src/clients/download-file.ts'
import { isPublicAddress } from '../../src/clients/public-address.ts'

async function startServer(respond: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ?? 'without credentials'}`)
    respond(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const options = { service: 'mailbox', maxBytes: 10 } as const

async function read(url: string, apiUrl = url): Promise<string> {
  const { content } = await openDownload({ ...options, url, apiUrl })
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

test('a file is read from the mailbox’s own host, without credentials', async () => {
  const { url, asked } = await startServer((_, response) => response.end('abc'))
  expect(await read(`${url}/file`, `${url}/v0`)).toBe('abc')
  expect(asked).toEqual(['/file without credentials'])
})

test('another host is asked only by https and only in public', async () => {
  const { url, asked } = await startServer((_, response) => response.end('abc'))
  const { port } = new URL(url)
  const elsewhere = [
    `http://files.example.com/x`,
    `https://127.0.0.1:${port}/x`,
    `https://[::1]:${port}/x`,
    `https://[::ffff:127.0.0.1]:${port}/x`,
    `https://2130706433:${port}/x`,
    `https://localhost:${port}/x`,
    `https://user:secret@8.8.8.8/x`,
    'file:///etc/passwd',
    'nonsense',
  ]
  for (const address of elsewhere)
    await expect(read(address, 'https://mail.test/')).rejects.toMatchObject({
      details: { code: 'foreign_address', outcome: 'refused' },
    })
  expect(asked).toEqual([])
  expect(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'].map(isPublicAddress)).toEqual([true, true, true])
  const inside = [
    '::ffff:0:10.0.0.1',
    'fec0::1',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '5f00::1',
    '3fff::1',
    '64:ff9b::a00:1',
  ]
  expect(inside.filter(isPublicAddress)).toEqual([])
})

test('no redirect is followed', async () => {
  const stranger = await startServer((_, response) => response.end('abc'))
  const { url } = await startServer((_, response) => response.writeHead(302, { location: stranger.url }).end())
  await expect(read(url)).rejects.toMatchObject({ details: { code: 'http_302', outcome: 'not_sent' } })
  expect(stranger.asked).toEqual([])
})

test.each([
  [404, 'gone', 'refused'],
  [410, 'gone', 'refused'],
  [503, 'http_503', 'not_sent'],
])('a file that is answered with %i is %s: %s', async (status, code, outcome) => {
  const { url } = await startServer((_, response) => response.writeHead(status).end())
  await expect(read(url)).rejects.toMatchObject({ details: { code, outcome } })
})

test.for([
  ['announced as too long', 'too_large', { 'content-length': '11' }, 'x'.repeat(11)],
  ['too long without a word', 'too_large', {}, 'x'.repeat(100)],
  ['cut off', 'broken', { 'content-length': '9' }, 'x'],
  ['encoded', 'encoded', { 'content-encoding': 'gzip' }, 'x'],
] as const)('an answer that is %s is given up', async ([, code, headers, body]) => {
  const { url } = await startServer((_, response) => {
    response.writeHead(200, headers).write(body)
    if (code === 'broken') setImmediate(() => response.destroy())
    else response.end()
  })
  await expect(read(url)).rejects.toMatchObject({ details: { code } })
})
