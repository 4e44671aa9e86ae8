import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { type Clock, createClock } from '../../src/core/clock.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { createSlackApi } from '../../src/slack/api/web-api.ts'
import { createRateLimits } from '../../src/store/rate-limits.ts'
import { openAccess } from './access-services.ts'

/** Slack's answer to a call; 503 if undefined. */
export type AnswerCall = (method: string, args: URLSearchParams) => object | undefined | Promise<object | undefined>

/** A Slack that answers as the test says, and what the app builds over it; `open` opens one more process over the same store. */
export async function openFakeSlack(
  answer: AnswerCall,
  { clock = createClock(), adminUsers = [] }: { clock?: Clock; adminUsers?: string[] } = {},
) {
  const calls: { method: string; args: URLSearchParams }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const call = { method: request.url?.split('/').at(-1) ?? '', args: new URLSearchParams(body) }
      calls.push(call)
      void Promise.resolve(answer(call.method, call.args)).then((json) =>
        response.writeHead(json ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(json ?? {})),
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const database = openSqliteDatabase(':memory:')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    database.close()
  })
  const store = createSqliteStore(database, { sealer: createSealer([Buffer.alloc(32, 1)]), clock })
  const api = createSlackApi({
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
    token: async () => 'secret',
    rateLimits: createRateLimits(store, { clock }),
    clock,
    log: createLogger({ level: 'silent' }),
  })
  const open = () => openAccess({ api, store, clock, adminUsers })
  return { calls, countCalls: (method: string) => calls.filter((call) => call.method === method).length, store, open }
}
