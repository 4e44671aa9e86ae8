import { expect, test } from 'vitest'
import { openMailSlice } from '../../support/mail-services.ts'

const team = 'T1'

test('people hear directly of a thread that only a list of its channel shows', async () => {
  const { services, runTask, sent } = await openMailSlice()
  const why = { rule: 'rule' as const, at: 1, mark: { id: 'r1', name: 'Sales', when: {} }, assigned: { user: 'U1' } }
  const thread = { inboxId: 'help@acme.test', threadId: 'th1', channel: 'C1', why, mails: ['m1'], count: 1 }
  const notify = async (id: string, hidden: { queuedAt?: number }) => {
    await services.mailStore.threads.put(id, { ...thread, replies: [], head: 0, ...hidden }, 0)
    await runTask('mail.assigned', { team, thread: id })
    return sent.splice(0).map(({ kind }) => kind)
  }
  expect(await notify('posted', {})).toEqual(['slack.post'])
  expect(await notify('listed', { queuedAt: 1 })).toEqual(['slack.direct'])
})

test('what keeps mail from being shown or returned is said in its thread when it is given up', async () => {
  const { services, slice, sent } = await openMailSlice()
  const thread = { inboxId: 'help@acme.test', threadId: 'th1', channel: 'C1', mails: ['m1'], count: 1 }
  await services.mailStore.threads.put('t1', { ...thread, replies: [], head: 0 }, 0)
  const failure = { id: 'task', attempts: 9, reason: 'the store is full' }
  for (const data of [
    { kind: 'mail.wake', team, thread: 't1', at: 1 },
    { kind: 'mail.assigned', team, thread: 't1' },
    { kind: 'mail.replied', team, thread: 't1', reply: 'r1' },
  ]) {
    const { kind } = data
    await slice.tasks?.find((one) => one.kind === kind)?.onDeadLetter({ kind, version: 1, data }, failure)
    expect(sent.splice(0)).toMatchObject([{ kind: 'slack.post' }])
  }
})
