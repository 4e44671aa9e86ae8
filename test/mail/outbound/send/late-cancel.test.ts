import { expect, test } from 'vitest'
import { allowEverything } from '../../../support/allow-everything.ts'
import { openMailSlice } from '../../../support/mail-services.ts'
import { sampleMail as mail } from '../../sample-mail.ts'

const team = 'T1'
const submitted = {
  team,
  user: 'U1',
  form: 'V1',
  thread: 'thread',
  mail: 'key',
  to: [{ address: 'one@customer.test' }],
  cc: [],
  bcc: [],
  written: null,
  files: [],
  place: { channel: 'C1' },
}

test('Cancel is offered only while the reply is held, even when its task is repeated after a crash', async () => {
  const person = () =>
    Promise.resolve({ id: 'U1', name: 'Maria', kind: 'member' as const, isMember: true, isAdmin: false })
  const people = { person, channel: () => Promise.reject(new Error('unused')), names: () => Promise.resolve(new Map()) }
  const { services, sent, runTask } = await openMailSlice({
    access: allowEverything,
    people,
    config: { undoMs: 60_000 },
  })
  await services.mailStore.mails.put('key', mail, 0)
  const countOffers = () => sent.filter(({ kind }) => kind === 'slack.note').length

  await runTask('mail.reply', submitted)
  expect(countOffers()).toBe(1)
  const [{ reply }] = sent.filter(({ kind }) => kind === 'mail.send').map(({ data }) => data) as [{ reply: string }]
  await services.replyStore.replies.update(reply, (now) => now && { ...now, at: 1, dueAt: 60_001 })
  await runTask('mail.reply', submitted)
  expect(countOffers()).toBe(1)
})
