import { expect, test } from 'vitest'
import { OUR_SIDE } from '../../../src/mail/records/mail/mail-loop.ts'
import { createThreadKey } from '../../../src/mail/records/mail/mail-thread.ts'
import { threadHeadRef } from '../../../src/mail/notify/thread-anchor.ts'
import { openMailSlice } from '../../support/mail-services.ts'

test('a mail from our side that completes a loop mutes the thread, and its card says so', async () => {
  const { services, runTask, sent } = await openMailSlice()
  const [team, inbox, channel] = ['T1', 'help@acme.test', 'C1']
  const id = createThreadKey(services.keyedHash, inbox, 'th1')
  const now = Date.now()
  const turns = ['a', OUR_SIDE, 'a', 'a'].map((by, n) => ({ by, mail: `m${n}`, at: now + n }))
  const placement = { is: 'posted' as const, channel, head: 0 }
  const thread = { inboxId: inbox, threadId: 'th1', placement, mails: ['m0'], count: 1, replies: [] }
  await services.mailStore.threads.put(id, { ...thread, loop: { turns } }, 0)
  await services.cards.show(threadHeadRef(team, id, 0), { channel })

  const send = { inbox_id: inbox, thread_id: 'th1', message_id: 'm9', timestamp: new Date(now).toISOString() }
  await runTask('mail.event', { team, event: { event_id: 'e1', event_type: 'message.sent', send } })
  expect(await services.mailStore.findThread(id)).toHaveProperty('muted')
  expect(sent.map(({ kind }) => kind)).toEqual(['slack.card', 'slack.edit', 'slack.post', 'slack.direct'])
})
