import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../../../tools/processes.ts'

const MEGABYTE = 1024 * 1024

/** Handles a small file, which loads all modules, then a large one, and prints the largest growth of the process in bytes. */
const measure = (imports: string, handle: string) => `
  ${imports}
  const server = process.argv.at(-1)
  async function handle(megabytes) {
    ${handle}
  }
  await handle(1)
  globalThis.gc()
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 1)
  await handle(25)
  clearInterval(timer)
  console.log(peak - before)`

const passing = measure(
  `import { openDownload } from './src/clients/download-file.ts'
  import { createPassage } from './src/mail-content/attachments/pass-through.ts'
  import { uploadFile } from './src/slack/api/upload-file.ts'`,
  `const api = { call: async () => ({ upload_url: server + '/upload', file_id: 'F1' }) }
    const download = await openDownload({ service: 'mailbox', url: server + '/' + megabytes, apiUrl: server, maxBytes: 25 * ${MEGABYTE} })
    const { content } = createPassage(download, 'file.bin')
    await uploadFile(api, server, { team: 'T1', name: 'file.bin', length: download.length, content })`,
)

const sending = measure(
  `import { sendRequest } from './src/clients/http-client.ts'
  import { Base64Bytes, buildJsonBody, hashJsonBody } from './src/clients/json-body.ts'
  import { createFileReader } from './src/slack/api/slack-files.ts'`,
  `const file = { name: 'file.bin', size: megabytes * ${MEGABYTE}, url_private: server + '/' + megabytes }
    const api = { call: async () => ({ file: { mimetype: 'text/plain', ...file } }) }
    const { bytes } = await createFileReader({ api, token: async () => 'xoxb', apiUrl: server })('T1', 'F1')
    const json = { attachments: [{ filename: 'file.bin', content: new Base64Bytes(bytes) }] }
    await hashJsonBody(buildJsonBody(json))
    await sendRequest({ service: 'mailbox', method: 'POST', route: '/send', url: server + '/send', json, deadlineMs: 90_000, idempotent: true })`,
)

/** Runs a script beside a server of files with any number of megabytes. Returns the bytes received, and the growth of the process. */
async function run(script: string): Promise<{ received: number; grown: number }> {
  let received = 0
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      request.on('data', ({ length }: Buffer) => (received += length))
      request.on('end', () => response.end('{}'))
      return
    }
    const bytes = Number(request.url?.slice(1)) * MEGABYTE
    response.writeHead(200, { 'content-length': bytes })
    response.end(Buffer.alloc(bytes, 'x'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', script, url], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
    server.closeAllConnections()
    server.close()
  })
  const said: string[] = []
  child.stdout.on('data', (chunk: Buffer) => void said.push(chunk.toString('utf8')))
  expect(await once(child, 'close')).toEqual([0, null])
  return { received, grown: Number(said.join('')) }
}

test('a file of 25 MB passes through less than 10 MB of memory', async () => {
  const { received, grown } = await run(passing)
  expect(received).toBe(26 * MEGABYTE)
  expect(grown).toBeLessThan(10 * MEGABYTE)
})

test(
  'a mail with a file of 25 MB is read, hashed and sent in less than 40 MB of memory',
  { tags: 'rest' },
  async () => {
    const { received, grown } = await run(sending)
    expect(received).toBeGreaterThan((26 * MEGABYTE * 4) / 3)
    expect(grown).toBeLessThan(40 * MEGABYTE)
  },
)
