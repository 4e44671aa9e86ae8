import { expect, test } from 'vitest'
import { buildThread } from '../../../src/mail/records/mail/mail-thread.ts'
import { withoutWaitingNotices, withWaitingNotice } from '../../../src/mail/records/mail/thread-changes.ts'

test('a notice of waiting mail that is closed for one person stays open for another', () => {
  const thread = buildThread({ inboxId: 'help@acme.test', threadId: 'th1' })
  const [tom, li] = ['tom', 'li'].map((user) => ({ mail: 'm1', user }))
  const both = [tom, li].reduce((now, notice) => (notice ? withWaitingNotice(now, notice) : now), thread)
  expect(tom && withoutWaitingNotices(both, [tom]).waitingNotices).toEqual([li])
  expect(tom && li && withoutWaitingNotices(both, [tom, li])).not.toHaveProperty('waitingNotices')
})
