import { createSocket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDownload } from '../../src/clients/download-file.ts'
import { createPublicLookup } from '../../src/clients/look-up-public-host.ts'

const TYPES: Record<number, { family: 4 | 6; bytes: (address: string) => Buffer }> = {
  1: { family: 4, bytes: (address) => Buffer.from(address.split('.').map(Number)) },
  28: { family: 6, bytes: (address) => Buffer.from(address.replaceAll(':', ''), 'hex') },
}
/** In its long form, whose digits are its bytes. */
const PUBLIC_6 = '2606:4700:0000:0000:0000:0000:0000:1111'

/** A name server that answers each name with its addresses, a name without any with none, and `silent` never. */
async function startNameServer(names: Record<string, string[] | 'silent'>) {
  const asked: string[] = []
  const server = createSocket('udp4')
  server.on('message', (query, from) => {
    const labels: string[] = []
    let at = 12
    for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += length + 1
    }
    const type = query.readUInt16BE(at + 1)
    const name = labels.join('.')
    asked.push(`${name} ${type}`)
    const found = names[name] ?? []
    if (found === 'silent') return
    const { family, bytes } = TYPES[type] ?? {}
    const records = found
      .filter((address) => address.includes(':') === (family === 6))
      .map((address) => {
        const data = bytes?.(address) ?? Buffer.alloc(0)
        const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length])
        return Buffer.concat([head, data])
      })
    const head = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0])
    query.copy(head, 0, 0, 2)
    server.send(Buffer.concat([head, query.subarray(12, at + 5), ...records]), from.port, from.address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { nameServers: [`127.0.0.1:${server.address().port}`], asked }
}

type NameServer = Awaited<ReturnType<typeof startNameServer>>

const lookUp = (host: string, { nameServers }: NameServer, signal = new AbortController().signal) =>
  new Promise<LookupAddress[]>((done, fail) => {
    createPublicLookup({ signal, nameServers })(host, { all: true }, (error, found) =>
      error ? fail(error) : done(found as LookupAddress[]),
    )
  })

test('a host is found with all its addresses, of either family', async () => {
  const server = await startNameServer({
    'files.example.com': ['8.8.8.8', '9.9.9.9', PUBLIC_6],
    'six.example.com': [PUBLIC_6],
  })
  expect(await lookUp('files.example.com', server)).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '9.9.9.9', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
  expect(await lookUp('six.example.com.', server)).toEqual([{ address: '2606:4700::1111', family: 6 }])
})

test.each([
  ['one private address among public ones', ['8.8.8.8', '10.0.0.1']],
  ['its own address', ['127.0.0.1']],
  ['a private address of the other family', ['8.8.8.8', 'fd00:0000:0000:0000:0000:0000:0000:0001']],
  ['a private address inside IPv6', ['0000:0000:0000:0000:0000:ffff:0a00:0001']],
])('a host with %s is not asked for a file', async (_, addresses) => {
  const { nameServers } = await startNameServer({ 'files.example.com': addresses })
  const options = { service: 'mailbox', maxBytes: 10, nameServers } as const
  await expect(openDownload({ ...options, url: 'https://files.example.com/x' })).rejects.toMatchObject({
    details: { code: 'foreign_address', outcome: 'refused' },
  })
})

test('a name that only a network of its own knows is not asked for', async () => {
  const server = await startNameServer({ intranet: ['8.8.8.8'] })
  for (const host of ['intranet', 'localhost', 'LOCALHOST.'])
    await expect(lookUp(host, server)).rejects.toMatchObject({ code: 'ENOTPUBLIC' })
  expect(server.asked).toEqual([])
})

test('a name that does not exist is unreachable, which may change', async () => {
  const { nameServers } = await startNameServer({})
  const asked = openDownload({ service: 'mailbox', maxBytes: 10, nameServers, url: 'https://nobody.example.com/x' })
  await expect(asked).rejects.toMatchObject({ details: { code: 'unreachable', outcome: 'not_sent' } })
})

const listWaiting = (): string[] =>
  process.getActiveResourcesInfo().filter((name) => ['GetAddrInfoReqWrap', 'QueryReqWrap'].includes(name))

test('names that no server answers hold no thread, and end with the request', async () => {
  const hosts = Array.from({ length: 12 }, (_, at) => `h${at}.example.com`)
  const { nameServers, asked } = await startNameServer(Object.fromEntries(hosts.map((host) => [host, 'silent'])))
  const given = new AbortController()
  const options = { service: 'mailbox', maxBytes: 10, nameServers, signal: given.signal } as const
  const downloads = hosts.map((host) => openDownload({ ...options, url: `https://${host}/x` }))
  const ended = Promise.allSettled(downloads)
  await expect.poll(() => new Set(asked).size).toBe(2 * hosts.length)
  // A look-up that holds a thread would be among these; with four of them, no file could be read.
  expect(listWaiting()).not.toContain('GetAddrInfoReqWrap')
  expect(await readFile(import.meta.filename, 'utf8')).toContain('GetAddrInfoReqWrap')
  given.abort()
  const codes = (await ended).map(
    (one) => one.status === 'rejected' && (one.reason as { details: { code: string } }).details.code,
  )
  expect(new Set(codes)).toEqual(new Set(['unreachable']))
  expect(listWaiting()).toEqual([])
})

test('a look-up also ends without a signal', async () => {
  const server = await startNameServer({ 'silent.example.com': 'silent' })
  await expect(lookUp('silent.example.com', server)).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(listWaiting()).toEqual([])
})
