import { expect, test } from 'vitest'
import type { MailThread } from '../../src/mail/model/mail-thread.ts'
import { openMailSlice } from '../support/mail-services.ts'

const team = 'T1'
const channel = 'C1'

test('new mail goes into a new list, even when the first mail of a burst belongs to an earlier one', async () => {
  const { services, runTask } = await openMailSlice()
  const { digestStore, mailStore } = services
  const queue = async (id: string, at: number, { digest, work }: Partial<MailThread> = {}) => {
    const thread: MailThread = {
      inboxId: 'help@acme.test',
      threadId: id,
      channel,
      mails: [`m-${id}`],
      count: 1,
      replies: [],
      head: 0,
      queuedAt: at,
      ...(digest !== undefined && { digest }),
      ...(work && { work }),
    }
    await mailStore.threads(team).put(id, thread, 0)
    const mail = { thread: id, mail: `m-${id}`, from: `${id}@a.test`, subject: id, at }
    await digestStore.queued(team, channel).put(`${99 - at}-m-${id}`, mail, 0)
  }
  const ended = { why: 'calm' as const, at: 1 }
  const line = { from: 'old@a.test', subject: 'old', threads: [{ thread: 'old', at: 1, mails: 1 }] }
  await digestStore.digests(team).put('C1-0', { channel, kind: 'burst', startedAt: 1, lines: [line], ended }, 0)
  await digestStore.loads(team).put(channel, { posting: [], isQueued: true, digests: 1, arrivals: [] }, 0)
  await queue('old', 10, { digest: 'C1-0' })
  for (let n = 11; n < 30; n++) await queue(`new${n}`, n)
  await queue('new30', 30, { work: 'done' })

  await runTask('mail.feed', { team, channel })
  const read = async (id: string) => (await digestStore.digests(team).get(id))?.value
  expect(await read('C1-0')).toMatchObject({ lines: [{ threads: [{ thread: 'old', at: 10 }] }], ended })
  expect((await read('C1-0'))?.lines).toHaveLength(1)
  expect((await read('C1-1'))?.lines).toHaveLength(20)
  // Somebody was done with one before it was listed.
  const done = (await read('C1-1'))?.lines.filter(({ threads }) => threads.some(({ isDone }) => isDone))
  expect(done).toMatchObject([{ subject: 'new30' }])
  expect((await digestStore.loads(team).get(channel))?.value).toMatchObject({ digest: 'C1-1', digests: 2 })
})
