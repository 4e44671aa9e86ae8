import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Placement } from '../../../src/mail/records/mail/placement.ts'
import { noticeNewMail } from '../../../src/mail/placement/threads/notice-new-mail.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'

const team = 'T1'

test('people are notified by direct message of a thread that only a list of its channel shows', async () => {
  const { services, runTask, sent } = await openMailSlice()
  const why = { rule: 'rule' as const, at: 1, mark: { id: 'r1', name: 'Sales', when: {} }, assigned: { user: 'U1' } }
  const thread = { inboxId: 'help@acme.test', threadId: 'th1', why, mails: ['m1'], count: 1, replies: [] }
  const where = { channel: 'C1', head: 0 }
  await services.mailStore.mails.put('m1', sampleMail, 0)
  const notify = async (id: string, placement: Placement) => {
    await services.mailStore.threads.put(id, { ...thread, placement }, 0)
    await runTask('mail.assigned', { team, thread: id })
    return sent.splice(0).map(({ kind }) => kind)
  }
  expect(await notify('posted', { is: 'posted', ...where })).toEqual(['slack.post'])
  expect(await notify('listed', { is: 'listed', ...where, at: 1, digest: 'd' })).toEqual(['slack.direct'])
})

test('a person is notified by direct message if the thread no longer accepts their notice', async () => {
  const { services, runTask, sent } = await openMailSlice()
  const why = { rule: 'rule' as const, at: 1, mark: { id: 'r1', name: 'Sales', when: {} }, assigned: { user: 'U1' } }
  const placement = { is: 'posted' as const, channel: 'C1', head: 0 }
  const thread = { inboxId: 'help@acme.test', threadId: 'th1', why, mails: ['m1'], count: 1, replies: [], placement }
  await services.mailStore.mails.put('m1', sampleMail, 0)
  await services.mailStore.threads.put('t1', thread, 0)
  await runTask('mail.assigned', { team, thread: 't1' })
  const posted = z.object({ onRefused: z.object({ kind: z.string(), data: z.record(z.string(), z.json()) }) })
  const { kind, data } = posted.parse(sent.splice(0)[0]?.data).onRefused
  await runTask(kind, { ...data, code: 'shared' })
  expect(sent).toMatchObject([{ kind: 'slack.direct', data: { user: 'U1', opId: 'mail.assigned:t1:direct' } }])
})

test('a task that failed for good is reported in the thread of its mail', async () => {
  const { services, slice, sent } = await openMailSlice()
  const thread = { inboxId: 'help@acme.test', threadId: 'th1', mails: ['m1'], count: 1, replies: [] }
  const placement = { is: 'posted' as const, channel: 'C1', head: 0 }
  await services.mailStore.threads.put('t1', { ...thread, placement }, 0)
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

test('a person who left the channel is not notified of mail that ends their snooze there', async () => {
  const notify = async (mayRead: boolean) => {
    const access = { ...allowEverything, mayRead: () => Promise.resolve(mayRead) }
    const { services, sent } = await openMailSlice({ access })
    const mails = ['m1', 'm2']
    const placement = { is: 'posted' as const, channel: 'C1', head: 0 }
    const woken = { wokenBy: 'm2', wokenFor: 'U1' }
    const thread = { inboxId: 'help@acme.test', threadId: 'th1', mails, count: 2, replies: [], placement, ...woken }
    await services.mailStore.threads.put(sampleMail.thread, thread, 0)
    await noticeNewMail(services, { key: 'm2', mail: sampleMail, thread })
    return sent.map(({ kind }) => kind)
  }
  expect(await notify(true)).toEqual(['slack.post'])
  expect(await notify(false)).toEqual([])
})
