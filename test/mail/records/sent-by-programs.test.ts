import { expect, test } from 'vitest'
import { createThreadKey } from '../../../src/mail/records/mail/mail-thread.ts'
import { openMailSlice } from '../../support/mail-services.ts'

const team = 'T1'
const ids = { inbox_id: 'help@acme.test', thread_id: 'th1' }

test('a program that sends from our inbox takes turns with one that answers it', async () => {
  const { services, runTask, sent } = await openMailSlice()
  const thread = createThreadKey(services.keyedHash, ids.inbox_id, ids.thread_id)
  const readMuted = async () => (await services.mailStore.findThread(thread))?.muted?.by
  let count = 0
  const run = async (type: string, stage: object) => {
    const event = { event_id: `e${count++}`, event_type: type, ...stage }
    await runTask('mail.event', { team, event: JSON.parse(JSON.stringify(event)) })
  }
  const answer = (n: number) =>
    run('message.received', {
      message: {
        ...ids,
        message_id: `a${n}`,
        from: 'robot@else.test',
        text: 'I am away',
        headers: { 'Auto-Submitted': 'auto-replied' },
      },
    })
  const send = (n: number) =>
    run('message.sent', { send: { ...ids, message_id: `s${n}`, recipients: ['robot@else.test'] } })
  for (const n of [1, 2]) {
    await answer(n)
    await send(n)
    expect(await readMuted()).toBeUndefined()
  }
  await answer(3)
  expect(await readMuted()).toBe('loop')
  await send(3)
  await answer(4)
  const told = sent.filter(({ kind }) => kind === 'slack.direct').map(({ data }) => JSON.stringify(data))
  expect(new Set(told.filter((one) => one.includes('looping'))).size).toBe(1)
})
