import { expect, test } from 'vitest'
import { openMailSlice } from '../support/mail-services.ts'

const team = 'T1'
const inbox = 'help@acme.test'
const channel = 'C1'

test('mail that was imported while no channel took it is posted once one does', async () => {
  const { services, runTask, sent } = await openMailSlice()
  const { mailStore } = services
  const message = { inbox_id: inbox, thread_id: 'th1', message_id: 'm1', from: 'ann@customer.test', text: 'Hello' }
  await runTask('mail.event', { team, event: { event_id: 'e1', event_type: 'message.received', message } })
  const [waiting] = (await mailStore.waitingThreads(team).list()).rows
  const id = waiting?.id ?? ''
  await mailStore.threads(team).update(id, (now) => now && { ...now, channel, queuedAt: 1 })

  await runTask('mail.place', { team, thread: id, round: 2 })
  expect(sent.filter(({ kind }) => kind === 'slack.card')).toHaveLength(1)
  expect(await mailStore.findThread(team, id)).not.toHaveProperty('queuedAt')
})
