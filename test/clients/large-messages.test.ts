import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createMailboxClient } from '../../src/clients/mailbox/mailbox-client.ts'
import { createLogger } from '../../src/core/log.ts'
import { until } from '../support/simulators.ts'

const MEGABYTE = 1024 * 1024

/** A mailbox whose answers the test writes itself. */
async function startMailbox(respond: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' })
    respond(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Waiting for room also counts, and takes long on a busy machine.
  return createMailboxClient({ baseUrl, apiKey: 'k', log: createLogger({ level: 'silent' }), deadlineMs: 120_000 })
}

/** Writes the JSON of a mail with this much text, and counts the megabytes that were asked for. */
function* writeMail(megabytes: number, count: (written: number) => void) {
  yield '{"message_id":"m","subject":"Long","text":"'
  const piece = 'x'.repeat(MEGABYTE)
  for (let written = 1; written <= megabytes; written += 1) {
    count(written)
    yield piece
  }
  yield '","html":"<p>end</p>"}'
}

const at = { inboxId: 'i', messageId: 'm' }

test('of a mail of 60 MB the beginning is read, and the connection is closed', async () => {
  let most = 0
  const mailbox = await startMailbox((response) => {
    pipeline(Readable.from(writeMail(60, (written) => (most = written))), response, () => {})
  })
  const mail = await mailbox.message(at)
  expect(mail).toMatchObject({ message_id: 'm', subject: 'Long' })
  expect(mail.text).toMatch(/^x{1000001}$/)
  expect(most).toBeLessThan(60)
})

test('a mail whose text comes after more than is read says that it was read in part', async () => {
  const before = 'x'.repeat(MEGABYTE)
  const mailbox = await startMailbox((response) => {
    const fields = Array.from({ length: 9 }, (_, index) => `"field${index}":"${before}"`)
    response.end(`{"message_id":"m",${fields.join(',')},"text":"too late"}`)
  })
  const mail = await mailbox.message(at)
  expect(mail).toMatchObject({ message_id: 'm', isPartial: true })
  expect(mail.text).toBeUndefined()
})

test('a mail whose texts are complete within the limits is read whole', async () => {
  const text = 'ä'.repeat(900_000)
  const mailbox = await startMailbox((response) => response.end(JSON.stringify({ text, html: `<p>${text}</p>` })))
  expect(await mailbox.message(at)).toMatchObject({ text, html: `<p>${text}</p>`, isPartial: false })
})

test('a header with 160 references is read whole, and one that is too long ends after a reference', async () => {
  const references = Array.from(
    { length: 1000 },
    (_, n) => `<${n}.0123456789abcdefghijklmnopqrstuvwxyz@mail.acme.test>`,
  )
  const few = references.slice(0, 160).join(' ')
  const headers = { References: few, 'X-References': references.join(' ') }
  const mailbox = await startMailbox((response) => response.end(JSON.stringify({ message_id: 'm', headers })))
  const mail = await mailbox.message(at)
  expect(mail.headers['References']).toBe(few)
  expect(mail.headers['X-References']).toMatch(/acme\.test> …$/)
})

test('a few mails are read at a time, a few more wait, and the others come back later', async () => {
  const open: ServerResponse[] = []
  const mailbox = await startMailbox((response) => void open.push(response))
  const reading = Array.from({ length: 20 }, () => mailbox.message(at).catch((error: unknown) => error))
  const refused = await Promise.race(reading)
  expect(refused).toMatchObject({ details: { code: 'busy', outcome: 'not_sent', retryAfterMs: 2000 } })
  await until(() => open.length === 4)
  for (let answered = 0; answered < 12; answered += 1) {
    await until(() => open.length > answered)
    expect(open.length - answered).toBeLessThanOrEqual(4)
    open[answered]?.end('{"message_id":"m"}')
  }
  const read = await Promise.all(reading)
  expect(read.filter((one) => !(one instanceof Error))).toHaveLength(12)
  expect(read.filter((one) => one instanceof Error)).toHaveLength(8)
})

test('many large answers of one service wait for room and all arrive', async () => {
  const text = 'x'.repeat(3 * MEGABYTE)
  const mailbox = await startMailbox((response) => response.end(JSON.stringify({ inboxes: [{ inbox_id: 'i', text }] })))
  const lists = await Promise.all(Array.from({ length: 24 }, () => mailbox.inboxes.all()))
  expect(lists.map((list) => list?.length)).toEqual(Array.from({ length: 24 }, () => 1))
})
