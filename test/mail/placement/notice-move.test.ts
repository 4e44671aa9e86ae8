import { expect, test } from 'vitest'
import { noticeMove } from '../../../src/mail/placement/notice-move.ts'
import { buildThread, type PlacedThread } from '../../../src/mail/records/mail/mail-thread.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'

/** Mail that the owner moved, before Slack has accepted its head. */
const moved: PlacedThread = {
  ...buildThread({ inboxId: sampleMail.inboxId, threadId: 'th1' }),
  owner: { user: 'UAIKO', at: 1 },
  why: { rule: 'inbox', by: 'UAIKO', at: 1 },
  placement: {
    is: 'posted',
    channel: 'C2',
    head: 1,
    last: { channel: 'C1', head: 0 },
    wait: { code: 'shared', channel: 'C1', moved: { to: 'C2', by: 'UAIKO', at: 1 } },
  },
}
const { wait: _, ...shown } = moved.placement as Extract<PlacedThread['placement'], { is: 'posted' }>

test.each([
  ['the owner who moved mail is not notified of that', moved, 0],
  ['the owner who moved mail is not notified by a repeat after a crash', { ...moved, placement: shown }, 0],
  ['another owner is notified', { ...moved, owner: { user: 'UMARIA', at: 1 } }, 1],
  [
    'another owner is notified by a repeat after a crash',
    { ...moved, owner: { user: 'UMARIA', at: 1 }, placement: shown },
    1,
  ],
])('%s', async (__, thread, count) => {
  const { services, sent } = await openMailSlice({ access: allowEverything })
  await noticeMove(services, 'a', thread)
  expect(sent.filter(({ kind }) => kind === 'slack.direct')).toHaveLength(count)
})
