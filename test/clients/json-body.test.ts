import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { sendRequest } from '../../src/clients/http-client.ts'
import { Base64Bytes, buildJsonBody, hashJsonBody } from '../../src/clients/json-body.ts'
import { readExactly } from '../../src/core/read-exactly.ts'

test('a body with files has the bytes and the hash of its JSON with base64 texts, as JSON.stringify makes it', async () => {
  const files = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 150_000 })), {
    maxLength: 4,
  })
  const sample = fc.asyncProperty(fc.string({ unit: 'binary' }), files, async (text, described) => {
    const read = described.map(([filename, size]) => ({ filename, bytes: Buffer.alloc(size, filename || '-') }))
    const mail = (encode: (bytes: Buffer) => unknown) => ({
      text,
      html: undefined,
      attachments: read.map(({ filename, bytes }) => ({ filename, content: encode(bytes) })),
      headers: { a: text },
    })
    const expected = JSON.stringify(mail((bytes) => bytes.toString('base64')))
    const body = buildJsonBody(mail((bytes) => new Base64Bytes(bytes)))
    for (const _ of ['hashed', 'sent']) expect(Buffer.concat([...body.readPieces()]).toString()).toBe(expected)
    expect(body.size).toBe(Buffer.byteLength(expected))
    expect(await hashJsonBody(body)).toBe(createHash('sha256').update(expected).digest('hex'))
  })
  await fc.assert(sample, { numRuns: 60 })
})

test('a body with files is announced with its length, and one that breaks off is never a whole request', async () => {
  const received: { length: string | undefined; bytes: number; isWhole: boolean }[] = []
  const server = createServer((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => (bytes += chunk.length))
    request.on('close', () => {
      received.push({ length: request.headers['content-length'], bytes, isWhole: request.complete })
    })
    request.on('end', () => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = (content: Base64Bytes) =>
    sendRequest({
      service: 'mailbox',
      method: 'POST',
      route: '/send',
      url,
      json: { content },
      deadlineMs: 20_000,
      idempotent: false,
    })
  expect(await send(new Base64Bytes(Buffer.alloc(3_000_000)))).toMatchObject({ status: 200 })
  expect(received).toEqual([{ length: '4000014', bytes: 4_000_014, isWhole: true }])

  class Broken extends Base64Bytes {
    override *encode(): Generator<Buffer> {
      yield Buffer.alloc(64 * 1024, 'A')
      throw new Error('broken')
    }
  }
  await expect(send(new Broken(Buffer.alloc(3_000_000)))).rejects.toMatchObject({
    details: { code: 'broken', outcome: 'unknown' },
  })
  await expect.poll(() => received.map(({ isWhole }) => isWhole)).toEqual([true, false])
})

test('content that is shorter or longer than announced is not taken', async () => {
  const read = (length: number) => readExactly([Buffer.from('ab'), Buffer.from('c')], length)
  expect((await read(3))?.toString()).toBe('abc')
  expect(await read(2)).toBeUndefined()
  expect(await read(4)).toBeUndefined()
})
