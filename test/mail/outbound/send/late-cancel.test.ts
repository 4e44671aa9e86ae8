import { expect, test } from 'vitest'
import { refreshReplyCards } from '../../../../src/mail/cards/refresh-cards.ts'
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

const person = () =>
  Promise.resolve({ id: 'U1', name: 'Maria', kind: 'member' as const, isMember: true, isAdmin: false })
const people = { person, channel: () => Promise.reject(new Error('unused')), names: () => Promise.resolve(new Map()) }

test.each([
  ['cancelled', /Not sent: stopped/],
  ['sent', /Sent </],
] as const)('the direct message that offers Undo shows that the reply was %s', async (state, shown) => {
  const { services, sent, runTask } = await openMailSlice({
    access: allowEverything,
    people,
    config: { undoMs: 60_000 },
  })
  await services.mailStore.mails.put('key', mail, 0)
  const { place: _, ...submittedElsewhere } = submitted
  await runTask('mail.reply', submittedElsewhere)
  const offers = sent.filter(
    ({ kind, data }) => kind === 'slack.direct' && JSON.stringify(data).includes('mail.cancel'),
  )
  expect(offers.map(({ data }) => data)).toMatchObject([{ user: 'U1' }])
  const [{ reply: id }] = sent.filter(({ kind }) => kind === 'mail.send').map(({ data }) => data) as [{ reply: string }]
  const edits = () => sent.filter(({ kind }) => kind === 'slack.replace')
  expect(edits()).toHaveLength(0)
  for (const next of ['sending', state] as const) {
    await services.replyStore.replies.update(id, (now) => now && { ...now, state: next, sentAt: 1 })
    // Repeated after a crash.
    for (let turn = 0; turn < 2; turn++) await refreshReplyCards(services, id)
  }
  const [edit] = edits()
  expect(new Set(edits().map(({ data }) => JSON.stringify((data as { message: unknown }).message))).size).toBe(1)
  expect(edit?.data).toMatchObject({ opId: `mail.undo:${id}` })
  expect(JSON.stringify(edit?.data)).toMatch(shown)
  expect(JSON.stringify(edit?.data)).not.toContain('mail.cancel')
})

test('Cancel is offered only while the reply is held, even when its task is repeated after a crash', async () => {
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
