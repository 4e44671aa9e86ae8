import { expect, test } from 'vitest'
import { z } from 'zod'
import { sendWriterNotice } from '../../../src/mail/notify/writer-notice.ts'
import { UpstreamError } from '../../../src/core/errors.ts'
import { noticeFailedThreadTask } from '../../../src/mail/notify/failed-task-notices.ts'
import { textMessage } from '../../../src/slack/blocks/text-message.ts'
import { sampleReply } from '../sample-reply.ts'
import { buildReply } from '../../../src/mail/records/replies/reply.ts'
import { actionsBlock, button } from '../../../src/slack/blocks/block-builders.ts'
import { notifySuccessors } from '../../../src/mail/notify/gone-writer.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice } from '../../support/mail-services.ts'

const team = 'T1'
const refusable = z.object({ onRefused: z.object({ kind: z.string(), data: z.record(z.string(), z.json()) }) })

/** A thread in C1, which UGONE cannot read; `isHidden`: nor can the app. */
async function openThread({
  isHidden = false,
  claimer,
  readers,
}: { isHidden?: boolean; claimer?: string; readers?: string[] } = {}) {
  const mayRead = (_: string, user: string) =>
    Promise.resolve(!isHidden && (readers?.includes(user) ?? user !== 'UGONE'))
  const person = (_: string, id: string) =>
    Promise.resolve({ id, name: id, kind: 'member' as const, isMember: true, isAdmin: false })
  const gone = new UpstreamError('hidden', { service: 'slack', code: 'channel_not_found', outcome: 'refused' })
  const facts = (id: string) => ({ id, name: id, isShared: false, isPrivate: true, isArchived: false, isMember: true })
  const channel = (_: string, id: string) => (isHidden ? Promise.reject(gone) : Promise.resolve(facts(id)))
  const opened = await openMailSlice({
    access: { ...allowEverything, mayRead },
    people: { person, channel, names: () => Promise.resolve(new Map()) },
    slack: { findWorkspaceAdmins: () => Promise.resolve(['UOWNER']) },
  })
  const placement = { is: 'posted' as const, channel: 'C1', head: 0 }
  const thread = { inboxId: 'help@acme.test', threadId: 'th1', placement, mails: ['m1'], count: 1, replies: [] }
  const owner = claimer === undefined ? {} : { owner: { user: claimer, at: 1 } }
  await opened.services.mailStore.threads.put('t1', { ...thread, ...owner }, 0)
  const notify = (user: string) =>
    sendWriterNotice(
      opened.services,
      { user, thread: 't1' },
      { opId: `mail.stopped:${user}`, build: () => textMessage('It wasn’t sent.') },
    )
  /** Runs what follows if Slack refuses the post that was sent last. */
  const refuse = async () => {
    const { kind, data } = refusable.parse(opened.sent.splice(0).at(-1)?.data).onRefused
    await opened.runTask(kind, { ...data, code: 'shared' })
  }
  return { ...opened, notify, refuse }
}

test('notices for a writer who is gone go to the channel, even if it mentions nobody', async () => {
  const { services, sent, notify } = await openThread()
  const values = { notices: 'nothing' }
  await services.settings.write({ team, scope: 'channel', id: 'C1' }, { version: 0, values, by: 'UAIKO' })
  for (const user of ['UGONE', 'UHERE']) await notify(user)
  expect(sent).toMatchObject([
    { kind: 'slack.post', data: { channel: 'C1', isBroadcast: true } },
    { kind: 'slack.direct', data: { user: 'UHERE' } },
  ])
  expect(JSON.stringify(sent)).toContain('left or lost access. Who can take this over')
})

test('a notice for a writer who is gone reaches the person who claimed the thread if the channel refuses it', async () => {
  const { sent, notify, refuse } = await openThread({ claimer: 'UTOM' })
  await notify('UGONE')
  await refuse()
  expect(sent).toMatchObject([{ kind: 'slack.direct', data: { user: 'UTOM' } }])
})

test('a notice for a writer who is gone reaches the admins if the channel refuses it and its claimer is also gone', async () => {
  const { sent, notify, refuse } = await openThread({ claimer: 'UGONE' })
  await notify('UGONE')
  await refuse()
  expect(sent).toMatchObject([{ kind: 'slack.direct', data: { user: 'UOWNER' } }])
  expect(JSON.stringify(sent)).toContain('left or lost access. Who can take this over')
})

test('a writer is not taken for gone because the app cannot see the channel', async () => {
  const { sent, notify, refuse } = await openThread({ isHidden: true })
  await notify('UHERE')
  await refuse()
  expect(sent).toMatchObject([{ kind: 'slack.direct', data: { user: 'UHERE' } }])
})

test('a failed task reaches the admins of the workspace if the thread refuses its notice and Bellhop has no admins', async () => {
  const { services, sent, refuse } = await openThread()
  await noticeFailedThreadTask(services, { thread: 't1' }, { id: 'task', attempts: 9, reason: 'the store is full' })
  await refuse()
  expect(sent).toMatchObject([{ kind: 'slack.direct', data: { user: 'UOWNER' } }])
})

test.each([
  ['may read its thread sees what was written, and can edit it', 'UTOM', true],
  ['may not read its thread sees its recipients, without buttons that fail', 'UOUT', false],
])('a person who is notified of a reply and %s', async (_, user, isReader) => {
  const { services, sent } = await openThread({ claimer: user, readers: ['UTOM'] })
  const reply = { ...buildReply('r1', { ...sampleReply, thread: 't1', user: 'UGONE' }, 1), subject: 'Invoice 4711' }
  await services.replyStore.replies.put('r1', { ...reply, state: 'sent' }, 0)
  const build = () =>
    textMessage('It bounced.', actionsBlock(button({ actionId: 'mail.edit', text: 'Edit', value: 'r1' })))
  await notifySuccessors(services, { user: 'UGONE', thread: 't1' }, { opId: 'mail.loud:r1', build, reply: 'r1' })
  const direct = sent.filter(({ kind }) => kind === 'slack.direct')
  expect(direct).toHaveLength(1)
  const shown = JSON.stringify(direct)
  expect(shown).toContain('one@customer.test, from help@acme.test')
  for (const secret of ['Invoice 4711', '"Hello"', 'mail.edit']) expect(shown.includes(secret)).toBe(isReader)
})
