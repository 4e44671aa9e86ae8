import { expect, test } from 'vitest'
import type { AccessPolicy } from '../../../src/access/access-policy.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice } from '../../support/mail-services.ts'

const team = 'T1'
const DAY = 86_400_000
const [SALES, SUPPORT] = ['sales@acme.test', 'support@acme.test']

/** Maria's new mail from Sales waits; `move` sends another version from Support. */
async function openWaiting(state: 'awaiting' | 'scheduled', access: AccessPolicy = allowEverything) {
  const person = (_: string, id: string) =>
    Promise.resolve({ id, name: id, kind: 'member' as const, isMember: true, isAdmin: false })
  const channel = (_: string, id: string) =>
    Promise.resolve({ id, name: id, isShared: false, isPrivate: false, isArchived: false, isMember: true })
  const { services, runTask } = await openMailSlice({
    access,
    people: { person, channel, names: () => Promise.resolve(new Map()) },
    config: { defaultChannel: 'C1' },
  })
  const { settings, replyStore, keyedHash } = services
  const asked = state === 'awaiting' ? [SALES, SUPPORT] : []
  for (const id of asked) {
    const values = { 'access.mail.approve': ['person:UTOM'] }
    await settings.write({ team, scope: 'inbox', id }, { version: 0, values, by: 'UAIKO' })
  }
  const written = {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'Hi' }] }],
  }
  const mail = { team, kind: 'new', thread: '', mail: '', subject: 'Our offer', files: [], cc: [], bcc: [], written }
  const to = [{ address: 'rita@partner.test' }]
  const time = state === 'scheduled' && { sendAt: Date.now() + DAY }
  await runTask('mail.reply', { ...mail, to, user: 'UMARIA', form: 'V1', inboxId: SALES, ...time })
  const id = keyedHash('reply', 'V1')
  const next = keyedHash('reply', 'V2')
  expect((await replyStore.findReply(id))?.state).toBe(state)
  const takesBack = state === 'scheduled'
  return {
    id,
    next,
    hide: async () => {
      const { thread = '' } = (await replyStore.findReply(id)) ?? {}
      await services.mailStore.threads.update(
        thread,
        (now) => now && { ...now, placement: { is: 'posted', channel: 'CLEADS', head: 0 } },
      )
    },
    read: (one: string) => replyStore.findReply(one),
    move: () =>
      runTask('mail.reply', { ...mail, to, user: 'ULI', form: 'V2', inboxId: SUPPORT, instead: id, takesBack }),
  }
}

test.each(['awaiting', 'scheduled'] as const)(
  'a new mail that is %s is not sent twice if it is sent from another inbox',
  async (state) => {
    const { id, next, read, move } = await openWaiting(state)
    for (const _ of [1, 2]) await move()
    expect(await read(id)).toMatchObject({ state: 'cancelled', again: next })
    const moved = await read(next)
    expect(moved).toMatchObject({ inboxId: SUPPORT, state: state === 'awaiting' ? 'awaiting' : 'sending' })
    // No author of a part may approve the mail.
    expect(moved?.approval?.authors).toEqual(state === 'awaiting' ? ['ULI', 'UMARIA'] : undefined)
  },
)

test('a person cannot replace a new mail in a channel that they cannot read', async () => {
  const mayRead: AccessPolicy['mayRead'] = (_team, _user, channel) => Promise.resolve(channel !== 'CLEADS')
  const { id, next, read, move, hide } = await openWaiting('scheduled', { ...allowEverything, mayRead })
  await hide()
  await move()
  expect((await read(id))?.state).toBe('scheduled')
  expect(await read(next)).toMatchObject({ state: 'cancelled', refusal: 'notAllowed' })
})
