import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../../tools/processes.ts'

const MEGABYTE = 1024 * 1024

/** Lets a small file pass, so that everything is loaded, then a large one, and writes by how many bytes the process grew meanwhile at most. */
const script = `
  import { openDownload } from './src/clients/download-file.ts'
  import { createPassage } from './src/mail/files/pass-through.ts'
  import { uploadFile } from './src/slack/api/upload-file.ts'
  const server = process.argv.at(-1)
  const api = { call: async () => ({ upload_url: server + '/upload', file_id: 'F1' }) }
  async function pass(megabytes) {
    const download = await openDownload({ service: 'mailbox', url: server + '/' + megabytes, apiUrl: server, maxBytes: 25 * ${MEGABYTE} })
    const { content } = createPassage(download, 'file.bin')
    await uploadFile(api, server, { team: 'T1', name: 'file.bin', length: download.length, content })
  }
  await pass(1)
  globalThis.gc()
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 1)
  await pass(25)
  clearInterval(timer)
  console.log(peak - before)`

test('a file of 25 MB passes through less than 10 MB of memory', async () => {
  let received = 0
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      request.on('data', ({ length }: Buffer) => (received += length))
      request.on('end', () => response.end())
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
  expect(received).toBe(26 * MEGABYTE)
  const grown = Number(said.join(''))
  expect(grown).toBeLessThan(10 * MEGABYTE)
})
