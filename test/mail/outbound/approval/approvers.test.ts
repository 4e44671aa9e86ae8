import { expect, onTestFinished, test, vi } from 'vitest'
import type { Subject } from '../../../../src/access/subject.ts'
import { nameApproval, nameApprovers } from '../../../../src/mail/access/find-approvers.ts'
import { markContent } from '../../../../src/mail/outbound/approval/approval-acts.ts'
import { lostApproversFeature } from '../../../../src/mail/outbound/approval/lost-approvers.ts'
import type { OutboundScope } from '../../../../src/mail/outbound/outbound-scope.ts'
import { replyIdOf } from '../../../../src/mail/outbound/send/create-reply.ts'
import { listAuthors, requestApproval } from '../../../../src/mail/records/replies/reply-approval.ts'
import { buildReply, type Reply } from '../../../../src/mail/records/replies/reply.ts'
import { sendRecheckApprovers } from '../../../../src/mail/tasks/approval-tasks.ts'
import type { Queue, Task } from '../../../../src/queue/queue.ts'
import { sampleReply as content } from '../../sample-reply.ts'
import { NOON, openWaiting, team } from './waiting-reply.ts'

test('the authors of a mail are forgotten only once a version was sent or may have been', async () => {
  const approval = requestApproval({ now: () => NOON, scaled: (ms) => ms }, content, ['UMARIA', 'ULI'])
  const tried: Reply = { ...buildReply('r1', content, NOON), tries: 2, harmlessTries: 1, approval }
  const list = (change: Partial<Reply>, wasRejected?: boolean) =>
    listAuthors('UTOM', { ...tried, ...change }, wasRejected)
  const everyone = ['UTOM', 'UMARIA', 'ULI']
  expect(list({ state: 'failed' })).toEqual(everyone)
  expect(list({ state: 'cancelled', tries: 1 })).toEqual(everyone)
  expect(list({ state: 'sent' }, true)).toEqual(everyone)
  for (const state of ['sending', 'sent', 'unknown', 'dropped'] as const) expect(list({ state })).toEqual(['UTOM'])
  // A version that was refused before it could wait for approval also keeps them.
  const { runTask, services } = await openWaiting({ at: NOON }, { ...tried, state: 'failed' })
  const submitted = { ...content, team, user: 'UTOM', form: 'V1', instead: 'r1', previewed: 'another' }
  await runTask('mail.reply', submitted)
  const kept = await services.replyStore.findReply(replyIdOf(services, 'V1'))
  expect(kept).toMatchObject({ state: 'cancelled', refusal: 'changedLater' })
  expect(listAuthors('UTOM', kept)).toEqual(everyone)
})

/** The steady clock of this process, which the test sets. */
function setSteadyClock() {
  const steady = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
  onTestFinished(() => steady.mockRestore())
  return { advance: (ms: number) => void steady.mockReturnValue(performance.now() + ms) }
}

test('a burst of joins sends one task, which asks again only where other people can approve, and drops decided rows', async () => {
  const { services, runTask, sent, steps } = await openWaiting({ at: NOON })
  const {
    replyStore,
    outbound: { awaitingReplies },
  } = services
  const waiting = (await replyStore.findReply('r1')) as Reply
  await replyStore.replies.put('r2', { ...waiting, state: 'cancelled' }, 0)
  await replyStore.replies.put('r3', waiting, 0)
  for (const id of ['r1', 'r2', 'r3']) await awaitingReplies.put(id, { at: NOON, inboxId: content.inboxId }, 0)
  await runTask('mail.approval', { team, reply: 'r1', step: 'ask' })
  const listeners = new Map<string, (scope: OutboundScope, event: unknown) => Promise<void>>()
  lostApproversFeature.listen?.({ event: (type: string, listen: never) => listeners.set(type, listen) } as never)
  const queued = new Map<string, Task>()
  const queue: Queue = { ...services.queue, send: async (task, { id }) => void queued.set(id, task) }
  setSteadyClock()
  for (const eventId of ['e1', 'e2', 'e3'])
    await listeners.get('member_joined_channel')?.({ ...services, queue }, { event: {}, eventId })
  const [task, ...others] = [...queued.values()]
  expect(others).toEqual([])
  sent.length = 0
  if (task) await runTask(task.kind, task.data)
  expect(steps()).toEqual([expect.objectContaining({ reply: 'r3', step: 'ask' })])
  const rows = await Array.fromAsync(awaitingReplies.all())
  expect(rows.map(({ id }) => id).toSorted()).toEqual(['r1', 'r3'])
})

test('a later event is another task although the clock was set back to the time of the first one', async () => {
  const { services } = await openWaiting({ at: NOON })
  const ids: string[] = []
  const queue: Queue = { ...services.queue, send: async (_, { id }) => void ids.push(id) }
  const steady = setSteadyClock()
  await sendRecheckApprovers({ ...services, queue })
  steady.advance(5000)
  await sendRecheckApprovers({ ...services, queue })
  expect(new Set(ids).size).toBe(2)
})

test('an approver without notices is nobody to ask again after an event', async () => {
  const { services, runTask, sent, steps } = await openWaiting({ at: NOON })
  const save = async (scope: 'inbox' | 'person', id: string, values: Record<string, string | string[]>) => {
    const { version } = await services.settings.read({ team, scope, id })
    await services.settings.write({ team, scope, id }, { version, values, by: 'UAIKO' })
  }
  await save('inbox', content.inboxId, { 'access.mail.approve': ['person:UTOM', 'person:ULI'] })
  await save('person', 'ULI', { notices: 'nothing' })
  await runTask('mail.approval', { team, reply: 'r1', step: 'ask' })
  sent.length = 0
  await runTask('mail.recheck_approvers', { team, turn: 1 })
  expect(steps()).toEqual([])
  await save('person', 'ULI', { notices: 'concerns' })
  await runTask('mail.recheck_approvers', { team, turn: 2 })
  expect(steps()).toEqual([expect.objectContaining({ reply: 'r1', step: 'ask' })])
})

test('the row of a waiting reply goes with the decision', async () => {
  const { services, runTask } = await openWaiting({ at: NOON })
  await runTask('mail.approval', { team, reply: 'r1', step: 'ask' })
  const mark = markContent(services, 'r1', (await services.replyStore.findReply('r1')) as Reply)
  await runTask('mail.approve', { team, user: 'UTOM', reply: 'r1', event: 'e1', verdict: 'declined', mark })
  expect(await Array.fromAsync(services.outbound.awaitingReplies.all())).toEqual([])
})

test('a card names a large group of which everyone can approve, not some of its members', async () => {
  const { services } = await openWaiting({ at: NOON })
  const { groups } = services.slack
  const groupOf: Record<string, string> = { S1: 'A', S2: 'B' }
  groups.readMembers = (_, ids) =>
    ids.map(async (id) => new Set(Array.from({ length: 60 }, (__, n) => `U${groupOf[id]}${n}`)))
  const subjects: Subject[] = ['group:S1', 'group:S2']
  const target = { team, scope: 'inbox' as const, id: content.inboxId }
  const { version } = await services.settings.read(target)
  await services.settings.write(target, { version, values: { 'access.mail.approve': subjects }, by: 'UAIKO' })
  const reply = (await services.replyStore.findReply('r1')) as Reply
  const { approvers } = await nameApproval(services, reply, 'en')
  expect(approvers).toEqual(await nameApprovers(services, subjects, 'en'))
})
