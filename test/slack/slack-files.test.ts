import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { SlackApi } from '../../src/slack/api/web-api.ts'
import { createFileReader } from '../../src/slack/api/slack-files.ts'

/** Slack's description of some files besides their names and addresses. */
const described: Record<string, object> = {
  deleted: { mode: 'tombstone' },
  drive: { mode: 'external', url_private: 'https://drive.example.com/1' },
  huge: { size: 65 * 1024 * 1024 },
}

/** Serves a file under each name; `endless` goes on without ever declaring its length. */
async function openSlackFiles() {
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    if (request.url !== '/endless') return void response.end('hello')
    const chunk = Buffer.alloc(1024 * 1024)
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more).on('close', giveUp)
    more()
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  onTestFinished(() => void server.close())
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api: SlackApi = {
    reserve: async () => {},
    call: async (_team, _method, { file }, schema) =>
      schema.parse({
        file: { name: `${String(file)}.pdf`, url_private: `${apiUrl}/${String(file)}`, ...described[String(file)] },
      }),
  }
  return {
    file: createFileReader({ api, token: async () => 'xoxb-test', apiUrl }),
    /** Resolves once the reader has left the endless file. */
    givenUp,
  }
}

test('a file is read completely', async () => {
  const { file } = await openSlackFiles()
  expect((await file('T1', 'small')).bytes.toString()).toBe('hello')
})

test('a file that never ends is refused as too large, and its download is given up', async () => {
  const { file, givenUp } = await openSlackFiles()
  await expect(file('T1', 'endless')).rejects.toMatchObject({ reason: 'file_too_large', file: 'endless.pdf' })
  await givenUp
})

test.each([
  ['deleted', 'file_gone'],
  ['drive', 'file_elsewhere'],
  ['huge', 'file_too_large'],
])('of a file that is %s nothing is downloaded: %s', async (name, reason) => {
  const { file } = await openSlackFiles()
  await expect(file('T1', name)).rejects.toMatchObject({ reason, file: `${name}.pdf` })
})
