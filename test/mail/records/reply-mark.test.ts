import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMailboxClient } from '../../../src/clients/mailbox/mailbox-client.ts'
import type { ReplyBody } from '../../../src/clients/mailbox/mailbox-schemas.ts'
import { UpstreamError } from '../../../src/core/errors.ts'
import { buildReply, type Reply } from '../../../src/mail/records/replies/reply.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { log, openMailSlice } from '../../support/mail-services.ts'

const team = 'T1'
const content = {
  thread: 'thread',
  mail: 'mail',
  inboxId: 'help@acme.test',
  messageId: 'm1',
  user: 'U1',
  userName: 'Maria',
  to: [{ address: 'one@customer.test' }],
  cc: [],
  bcc: [],
  written: null,
  text: 'Hello',
  html: '<p>Hello</p>',
  files: [],
}

test('each attempt carries the mark or the lack of it that the first one had, also if an older version made that', async () => {
  const bodies: ReplyBody[] = []
  const { services, runTask } = await openMailSlice({
    access: allowEverything,
    mailbox: {
      ...createMailboxClient({ baseUrl: 'http://127.0.0.1:9/', apiKey: 'am_test', log }),
      reply: ({ body }) => {
        bodies.push(body)
        return Promise.reject(new UpstreamError('busy', { service: 'mailbox', code: 'busy', outcome: 'not_sent' }))
      },
    },
  })
  const fresh = buildReply('fresh', content, Date.now())
  const attempt = async (id: string, reply?: Reply) => {
    if (reply) await services.replyStore.replies.put(id, reply, 0)
    await runTask('mail.send', { team, reply: id })
    return bodies.at(-1)
  }
  const { headers, ...unmarked } = (await attempt('fresh', fresh)) ?? {}
  expect(headers).toEqual({ 'X-Bellhop-Reply': 'fresh' })
  expect(await attempt('fresh')).toEqual({ ...unmarked, headers })

  const bodyHash = createHash('sha256').update(JSON.stringify(unmarked)).digest('hex')
  const ofOlderVersion: Reply = { ...fresh, state: 'sending', bodyHash, tries: 1, firstTriedAt: Date.now() }
  for (const reply of [ofOlderVersion, undefined]) expect(await attempt('older', reply)).toEqual(unmarked)
  expect(bodies).toHaveLength(4)
})
