import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSlackHarness, DOCS, type Fields, MARIA, readPath, type SlackHarness } from './slack-simulator-harness.ts'

let sandbox: SlackHarness
beforeEach(async () => {
  sandbox = await createSlackHarness()
})
afterEach(() => sandbox.close())

const MEGABYTE = 1024 * 1024
const sha = (bytes: Iterable<Uint8Array>): string => {
  const hash = createHash('sha256')
  for (const one of bytes) hash.update(one)
  return hash.digest('hex')
}

/** The first step: an address for a file of that size. */
const ask = (length: number, filename = 'audit.csv'): Promise<Fields> =>
  sandbox.call('files.getUploadURLExternal', { filename, length })
const send = (url: unknown, body: RequestInit['body']): Promise<Response> =>
  fetch(String(url), { method: 'POST', body, duplex: 'half' } as RequestInit)
const complete = (file: unknown, more: Fields): Promise<Fields> =>
  sandbox.call('files.completeUploadExternal', { files: [{ id: file, title: 'Audit' }], ...more })
const shown = async (query: string): Promise<Fields[]> => (await sandbox.get(`/slack/messages?${query}`)) as Fields[]
const read = async (id: unknown): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${sandbox.url}/control/slack/files/${String(id)}`)).arrayBuffer())

test('a file larger than any request is streamed in and out again', async () => {
  const chunks = Array.from({ length: 70 }, (_, n) => Buffer.alloc(MEGABYTE, `${n},`))
  const { upload_url, file_id } = await ask(70 * MEGABYTE)
  const body = ReadableStream.from(chunks) as unknown as RequestInit['body']
  const sent = await send(upload_url, body)
  expect([sent.status, await sent.text()]).toEqual([200, `OK - ${70 * MEGABYTE}`])
  expect(await complete(file_id, { channel_id: DOCS })).toMatchObject({ ok: true })
  expect(await shown(`channel=${DOCS}`)).toMatchObject([{ files: [{ id: file_id, size: 70 * MEGABYTE }] }])
  expect(sha([await read(file_id)])).toBe(sha(chunks))
})

test('an uploaded file is a message with a comment, in a thread or in the direct messages', async () => {
  const { body } = await sandbox.post('/slack/message', { channel: DOCS, user: MARIA, text: 'the log, please' })
  const opened = await sandbox.client.conversations.open({ users: MARIA })
  const places: [Fields, string][] = [
    [{ channel_id: DOCS, thread_ts: body['ts'] }, `channel=${DOCS}&thread_ts=${String(body['ts'])}`],
    [{ channel_id: opened.channel?.id }, `channel=${MARIA}`],
  ]
  for (const [place, query] of places) {
    const { upload_url, file_id } = await ask(8)
    const form = new FormData()
    form.set('file', new Blob(['a,b\n1,2\n']), 'audit.csv')
    await send(upload_url, form)
    await complete(file_id, { ...place, initial_comment: 'Here it is' })
    expect((await shown(query)).at(-1)).toMatchObject({
      text: 'Here it is',
      files: [{ id: file_id, name: 'audit.csv', title: 'Audit', mimetype: 'text/csv', size: 8 }],
    })
    expect((await read(file_id)).toString()).toBe('a,b\n1,2\n')
  }
})

test('a file whose answer is truncated begins to arrive and breaks off', async () => {
  const { upload_url, file_id } = await ask(8)
  await send(upload_url, 'a,b\n1,2\n')
  await complete(file_id, { channel_id: DOCS })
  sandbox.server.faults.add({ target: 'slack', match: 'audit.csv', mode: 'truncate' })
  const url = readPath(await shown(`channel=${DOCS}`), 0, 'files', 0, 'url_private')
  const answer = await fetch(String(url), { headers: { authorization: `Bearer ${sandbox.client.token}` } })
  expect(answer.status).toBe(200)
  await expect(answer.arrayBuffer()).rejects.toThrow()
})

test('an upload that Slack would refuse is refused', async () => {
  const first = await ask(8)
  expect((await send(first['upload_url'], 'too short')).status).toBe(400)
  expect(await complete(first['file_id'], { channel_id: DOCS })).toMatchObject({ error: 'file_update_failed' })
  await send(first['upload_url'], 'a,b\n1,2\n')
  const refused = await complete(first['file_id'], { channel_id: MARIA })
  expect(refused['error']).toBe('invalid_arguments')
  expect(readPath(refused, 'response_metadata', 'messages', 0)).toContain('[json-pointer:/channel_id]')
  expect(await complete('F0NOTHING', { channel_id: DOCS })).toMatchObject({ error: 'file_not_found' })
  expect(await ask(0)).toMatchObject({ error: 'invalid_arguments' })
  expect(await complete(first['file_id'], { channel_id: DOCS })).toMatchObject({ ok: true })
  expect(await complete(first['file_id'], { channel_id: DOCS })).toMatchObject({ error: 'file_not_found' })
  expect((await send(first['upload_url'], 'again')).status).toBe(404)
})
