import { expect, test } from 'vitest'
import { createMailboxClient } from '../../../src/clients/mailbox/mailbox-client.ts'
import type { ReplyBody } from '../../../src/clients/mailbox/mailbox-schemas.ts'
import { UpstreamError } from '../../../src/core/errors.ts'
import { buildReply } from '../../../src/mail/records/replies/reply.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { log, openMailSlice } from '../../support/mail-services.ts'
import { sampleReply } from '../sample-reply.ts'

const team = 'T1'

test('all attempts to send a reply contain the same mark', async () => {
  const bodies: ReplyBody[] = []
  const { services, runTask } = await openMailSlice({
    access: allowEverything,
    mailbox: {
      ...createMailboxClient({ baseUrl: 'http://127.0.0.1:9/', apiKey: 'am_test', log }),
      messages: { list: () => Promise.resolve({ messages: [], next: undefined }) },
      reply: ({ body }) => {
        bodies.push(body)
        return Promise.reject(new UpstreamError('busy', { service: 'mailbox', code: 'busy', outcome: 'not_sent' }))
      },
    },
  })
  await services.replyStore.replies.put('fresh', buildReply('fresh', sampleReply, Date.now()), 0)
  for (const _ of [1, 2]) await runTask('mail.send', { team, user: sampleReply.user, reply: 'fresh' })
  expect(bodies).toHaveLength(2)
  expect(bodies[0]).toMatchObject({ headers: { 'X-Bellhop-Reply': 'fresh' } })
  expect(bodies[1]).toEqual(bodies[0])
})
