import { expect, test } from 'vitest'
import { sendWriterNotice } from '../../../src/mail/notify/writer-notice.ts'
import { textMessage } from '../../../src/slack/blocks/text-message.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice } from '../../support/mail-services.ts'

const team = 'T1'

test('notices for a writer who is gone go to the channel, even if it mentions nobody', async () => {
  const mayRead = (_: string, user: string) => Promise.resolve(user !== 'UGONE')
  const { services, sent } = await openMailSlice({ access: { ...allowEverything, mayRead } })
  const placement = { is: 'posted' as const, channel: 'C1', head: 0 }
  const thread = { inboxId: 'help@acme.test', threadId: 'th1', placement, mails: ['m1'], count: 1, replies: [] }
  await services.mailStore.threads.put('t1', thread, 0)
  const values = { notices: 'nothing' }
  await services.settings.write({ team, scope: 'channel', id: 'C1' }, { version: 0, values, by: 'UAIKO' })
  for (const user of ['UGONE', 'UHERE']) {
    const notice = { opId: `mail.stopped:${user}`, build: () => textMessage('It wasn’t sent.') }
    await sendWriterNotice(services, { user, thread: 't1' }, notice)
  }
  expect(sent).toMatchObject([
    { kind: 'slack.post', data: { channel: 'C1', isBroadcast: true } },
    { kind: 'slack.direct', data: { user: 'UHERE' } },
  ])
  expect(JSON.stringify(sent)).toContain('left or lost access. Who can take this over')
})
