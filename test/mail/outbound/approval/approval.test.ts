import { expect, test } from 'vitest'
import { replyIdOf } from '../../../../src/mail/outbound/send/create-reply.ts'
import { markContent } from '../../../../src/mail/outbound/approval/approval-acts.ts'
import { startApproval } from '../../../../src/mail/tasks/approval-tasks.ts'
import { recheckAwaiting } from '../../../../src/mail/outbound/approval/change-approvers.ts'
import { replaceAwaiting } from '../../../../src/mail/outbound/approval/replace-awaiting.ts'
import { findUnusual } from '../../../../src/mail/outbound/approval/review/find-unusual.ts'
import { identifyStop, isApproved, requestApproval } from '../../../../src/mail/records/replies/reply-approval.ts'
import { buildReply, type Reply } from '../../../../src/mail/records/replies/reply.ts'
import { mailTextIn } from '../../../../src/mail/text/mail-text.ts'
import { allowEverything } from '../../../support/allow-everything.ts'
import { openMailSlice } from '../../../support/mail-services.ts'
import { sampleMail } from '../../sample-mail.ts'
import { sampleReply as content } from '../../sample-reply.ts'
import { people } from '../compose/open-form.ts'
import { initialPlacement } from '../../../../src/mail/records/mail/placement.ts'
import type { MailThread } from '../../../../src/mail/records/mail/mail-thread.ts'
import { NIGHT, NOON, openWaiting, runUntilStopped, team } from './waiting-reply.ts'

const threadOfReply: MailThread = {
  inboxId: content.inboxId,
  threadId: 'th1',
  placement: initialPlacement,
  mails: ['key'],
  count: 1,
  replies: [],
}

test('an approver is reminded once, in their working time only', async () => {
  const now = { at: NIGHT }
  const { runTask, direct, steps, services } = await openWaiting(now)
  const remind = { team, reply: 'r1', step: 'remind' }
  await runTask('mail.approval', remind)
  expect(direct()).toEqual([])
  const [later] = steps()
  expect(later).toEqual({ ...remind, user: 'UTOM' })
  now.at = NIGHT + 11 * 3_600_000
  await runTask('mail.approval', { ...remind, user: 'UTOM' })
  await services.replyStore.replies.update('r1', (one) => one && { ...one, state: 'cancelled' })
  await runTask('mail.approval', { ...remind, user: 'UTOM' })
  expect(direct()).toEqual([
    expect.objectContaining({
      user: 'UTOM',
      message: expect.objectContaining({ text: expect.stringContaining('still needs your approval') }),
    }),
  ])
})

test('an approver without notices is asked only if nobody else is', async () => {
  const { runTask, direct, services } = await openWaiting({ at: NOON })
  const { settings } = services
  await settings.write(
    { team, scope: 'person', id: 'UTOM' },
    { version: 0, values: { notices: 'nothing' }, by: 'UTOM' },
  )
  const inbox = { team, scope: 'inbox' as const, id: content.inboxId }
  const both = { 'access.mail.approve': ['person:UTOM', 'person:ULI'] }
  await settings.write(inbox, { version: (await settings.read(inbox)).version, values: both, by: 'UAIKO' })
  await runTask('mail.approval', { team, reply: 'r1', step: 'ask' })
  expect(direct().map(({ user }) => user)).toEqual(['ULI'])
  const one = { 'access.mail.approve': ['person:UTOM'] }
  await settings.write(inbox, { version: (await settings.read(inbox)).version, values: one, by: 'UAIKO' })
  await runTask('mail.approval', { team, reply: 'r1', step: 'ask' })
  expect(direct().map(({ user }) => user)).toEqual(['ULI', 'UTOM'])
  expect((await services.replyStore.findReply('r1'))?.approval?.isStuck).toBeFalsy()
})

test('an approver sees unusual facts: many, new and suppressed addresses, files, headers, another subject', async () => {
  const { services } = await openWaiting({ at: NOON })
  const many = Array.from({ length: 11 }, (_, index) => ({ address: `p${index}@strangers.test` }))
  const reply: Reply = {
    ...buildReply('r2', content, NOON),
    kind: 'forward',
    subject: 'Something else',
    to: many,
    replyTo: [{ address: 'desk@elsewhere.test' }],
    headers: { 'X-Campaign': 'one' },
    files: [{ id: 'F1', name: 'setup.exe' }],
    links: [{ url: 'https://files.test/a.pdf', name: 'a.pdf' }],
  }
  const suppressed = [{ address: 'p1@strangers.test', because: [] }]
  const said = (await findUnusual(services, mailTextIn('en'), { reply, suppressed })).join('\n')
  const parts = ['11 people', 'Email to p1@strangers.test bounced', 'New to this thread: strangers.test', 'and 6 more']
  for (const part of [
    ...parts,
    'desk@elsewhere.test',
    'forwards',
    'subject was changed',
    'setup.exe',
    'X-Campaign',
    'files.test',
  ])
    expect(said).toContain(part)
  const usual = { ...buildReply('r3', content, NOON), to: [sampleMail.from] }
  await services.records.contacts.recordContacts(content.inboxId, [sampleMail.from], 'key')
  expect(await findUnusual(services, mailTextIn('en'), { reply: usual, suppressed: [] })).toEqual([])
})

test('a reply is not sent without an approval of its exact content', async () => {
  const decided = { verdict: 'approved' as const, at: NOON, by: 'UTOM' }
  const approval = requestApproval({ now: () => NOON, scaled: (ms) => ms }, content, [content.user])
  const approved = { ...buildReply('r1', content, NOON), approval: { ...approval, decided } }
  expect(isApproved(approved)).toBe(true)
  for (const other of [
    { text: 'other' },
    { bcc: [{ address: 'x@y.test' }] },
    { approval },
    { approval: { ...approval, decided: { ...decided, verdict: 'declined' as const } } },
  ]) {
    expect(isApproved({ ...approved, ...other })).toBe(false)
    const { runTask, services } = await openWaiting({ at: NOON }, { ...approved, ...other, state: 'held', dueAt: NOON })
    await runTask('mail.send', { team, user: 'U1', reply: 'r1' })
    const reply = await services.replyStore.findReply('r1')
    expect([reply?.state, reply?.trouble?.code, reply?.tries]).toEqual(['failed', 'not_allowed', 0])
  }
})

test('an approved reply is repeated without a second approval; another reply waits for one', async () => {
  const approval = requestApproval({ now: () => NOON, scaled: (ms) => ms }, content, [content.user])
  const decided = { verdict: 'approved' as const, at: NOON, by: 'UTOM' }
  const again = { team, user: 'ULI', reply: 'r1', decision: 'again', event: 'e1', channel: 'C1' }
  const repeat = async (change: Partial<Reply>) => {
    const { runTask, services } = await openWaiting({ at: NOON }, { state: 'unknown', tries: 1, ...change })
    await runTask('mail.decide', again)
    const { again: id } = (await services.replyStore.findReply('r1')) ?? {}
    return services.replyStore.findReply(id ?? '')
  }
  expect((await repeat({ approval: { ...approval, decided } }))?.state).toBe('sending')
  const waiting = await repeat({ approval: { ...approval, hash: 'other', decided } })
  expect(waiting).toMatchObject({ state: 'awaiting', approval: { authors: ['ULI', 'UMARIA'] } })
})

test('the owner of a thread is notified when the reply of another person is declined or expires', async () => {
  for (const verdict of ['declined', 'expired'] as const) {
    const now = { at: NOON }
    const { runTask, services, direct } = await openWaiting(now)
    const thread: MailThread = { ...threadOfReply, owner: { user: 'ULI', at: NOON } }
    await services.mailStore.threads.put(content.thread, thread, 0)
    const reply = await services.replyStore.findReply('r1')
    const mark = reply ? markContent(services, 'r1', reply) : ''
    if (verdict === 'expired') now.at += 24 * 3_600_000
    for (const _ of [1, 2])
      await (verdict === 'expired'
        ? runTask('mail.approval', { team, reply: 'r1', step: 'expire' })
        : runTask('mail.approve', { team, user: 'UTOM', reply: 'r1', event: 'e1', verdict, mark }))
    const told = direct()
      .filter(({ user }) => user === 'ULI')
      .map(({ message }) => message.text)
    expect(new Set(told).size).toBe(1)
    expect(told[0]).toMatch(
      verdict === 'expired' ? /claimed by you wasn’t sent\. The approval request expired/ : /wasn’t sent\. Declined/,
    )
  }
})

test('a request ends at its time and not before, once, and the audit names nobody for its end', async () => {
  const now = { at: NOON }
  const { runTask, direct, services } = await openWaiting(now)
  const expire = { team, reply: 'r1', step: 'expire' }
  expect(await runTask('mail.approval', expire)).toEqual({ againMs: 24 * 3_600_000 })
  now.at += 24 * 3_600_000
  await runTask('mail.approval', expire)
  await runTask('mail.approval', expire)
  const reply = await services.replyStore.findReply('r1')
  expect(reply).toMatchObject({ state: 'cancelled', approval: { decided: { verdict: 'expired' } } })
  expect(new Set(direct().map(({ user }) => user))).toEqual(new Set(['UMARIA']))
  const { records } = await services.audit.list(team, { action: 'mail.approve' })
  expect(records.map(({ user, verb }) => [user, verb])).toEqual([[undefined, 'expire']])
})

test.each(['scheduled', 'held', 'sending'] as const)(
  'a reply that is %s when approval is turned on waits for it, and is sent once approved',
  async (state) => {
    const now = { at: NOON }
    const plain = { ...buildReply('r1', content, NOON), state, dueAt: NOON + 1000, sendAt: NOON + 1000 }
    const { runTask, services, sent, steps } = await openWaiting(now, plain)
    await services.replyStore.replies.update('r1', (one) => {
      const { approval: _, ...rest } = one ?? plain
      return rest
    })
    now.at += 1000
    const send = { team, user: 'U1', reply: 'r1' }
    // The second run simulates a crash.
    for (const _ of [1, 2]) expect(await runTask('mail.send', send)).toBeUndefined()
    const reply = await services.replyStore.findReply('r1')
    expect(reply).toMatchObject({ state: 'awaiting', tries: 0, approval: { authors: ['UMARIA'] } })
    expect(steps().map((one) => (one as { step: string }).step)).toEqual(expect.arrayContaining(['ask', 'expire']))
    const mark = markContent(services, 'r1', reply as Reply)
    const decision = { team, user: 'UTOM', reply: 'r1', event: 'e1', verdict: 'approved', mark }
    await runTask('mail.approve', decision)
    expect(await services.replyStore.findReply('r1')).toMatchObject({ state: 'sending', schedules: 1 })
    expect(sent.filter(({ kind }) => kind === 'mail.send')).toMatchObject([
      { data: { team, reply: 'r1', schedule: 1 } },
    ])
  },
)

test('a writer who edits their own reply is not notified, also if another person’s edit comes too late', async () => {
  const { services, direct } = await openWaiting({ at: NOON })
  const replace = (user: string, id: string) =>
    replaceAwaiting(services, { user, instead: 'r1', thread: content.thread }, id)
  expect(await replace(content.user, 'r2')).toBe(true)
  expect(await replace('UTOM', 'r3')).toBe(false)
  expect(direct()).toEqual([])
})

test('a decision about an earlier version names the place of the new one', async () => {
  const { runTask, services, sent } = await openWaiting({ at: NOON })
  const decision = { team, user: 'UTOM', reply: 'r1', event: 'e1', verdict: 'approved', mark: 'earlier' }
  await runTask('mail.approve', decision)
  expect(await services.replyStore.findReply('r1')).toMatchObject({ state: 'awaiting' })
  const told = JSON.stringify(sent.filter(({ kind }) => kind.startsWith('slack.')))
  expect(told).toContain('was changed after you opened it. Read the new version in `/mail approvals`')
})

test.each([
  ['scheduled', { state: 'scheduled', dueAt: NOON, sendAt: NOON }],
  ['held', { state: 'held', dueAt: NOON }],
  ['about to be sent', { state: 'sending' }],
  ['tried in vain', { state: 'sending', tries: 2, harmlessTries: 2, firstTriedAt: NOON, bodyHash: 'x' }],
] as [string, Partial<Reply>][])('a reply that is %s when approval is turned on waits for it', async (_, change) => {
  const { runTask, services, steps, direct } = await openWaiting({ at: NOON }, change, { hasRequest: false })
  await runTask('mail.send', { team, user: 'U1', reply: 'r1' })
  // A repeat after a crash, and the task of another time.
  await runTask('mail.send', { team, user: 'U1', reply: 'r1' })
  const reply = await services.replyStore.findReply('r1')
  expect(reply).toMatchObject({ state: 'awaiting', approval: { authors: ['UMARIA'] }, schedules: 1 })
  expect(reply).not.toHaveProperty('firstTriedAt')
  expect(steps()).toContainEqual({ team, reply: 'r1', step: 'ask' })
  // The repeat has the same id.
  expect([...new Set(direct().map(({ user, message }) => `${user}: ${message.text}`))]).toEqual([
    expect.stringMatching(/^UMARIA: Approval was turned on/),
  ])
})

test.each([
  ['the task that sends it', { state: 'held', dueAt: NOON }],
  ['the task that sets the approvers', { state: 'scheduled', dueAt: NOON + 3_600_000, sendAt: NOON + 3_600_000 }],
] as [string, Partial<Reply>][])(
  'its writer reads that a reply needs approval although %s was stopped after the record was written',
  async (by, change) => {
    const { runTask, services, direct, steps } = await openWaiting({ at: NOON }, change, { hasRequest: false })
    const reply = await services.replyStore.findReply('r1')
    if (reply) await services.outbound.scheduledReplies.note('r1', reply)
    const runOnce = () =>
      by === 'the task that sends it'
        ? runTask('mail.send', { team, user: 'U1', reply: 'r1' })
        : recheckAwaiting(services, content.inboxId, 1)
    await runUntilStopped(services, runOnce)
    expect((await services.replyStore.findReply('r1'))?.state).toBe('awaiting')
    expect(direct()).toEqual([])
    for (const _ of [1, 2]) await runOnce()
    expect(steps().map((one) => (one as { step: string }).step)).toEqual(expect.arrayContaining(['ask', 'expire']))
    expect([...new Set(direct().map(({ user, message }) => `${user}: ${message.text}`))]).toEqual([
      expect.stringMatching(/^UMARIA: Approval was turned on/),
    ])
  },
)

test('a reply that may already be sent is looked up, without a request for approval', async () => {
  const change = { state: 'sending' as const, tries: 1, firstTriedAt: NOON, bodyHash: 'x' }
  const { runTask, services } = await openWaiting({ at: NOON }, change, { hasRequest: false })
  await runTask('mail.send', { team, user: 'U1', reply: 'r1' })
  expect((await services.replyStore.findReply('r1'))?.state).not.toBe('awaiting')
})

test('turning approval on asks about scheduled mail immediately, and about paused mail once its writer decides', async () => {
  const later = { dueAt: NOON + 3_600_000, sendAt: NOON + 3_600_000 }
  const { runTask, services } = await openWaiting(
    { at: NOON },
    { state: 'scheduled', ...later },
    {
      hasRequest: false,
    },
  )
  const {
    replyStore,
    outbound: { scheduledReplies },
  } = services
  const paused: Reply = { ...buildReply('r2', content, NOON), ...later, state: 'paused', pausedBy: 'key' }
  await replyStore.replies.put('r2', paused, 0)
  for (const [id, reply] of [
    ['r1', await replyStore.findReply('r1')],
    ['r2', paused],
  ] as const)
    if (reply) await scheduledReplies.note(id, reply)
  await recheckAwaiting(services, content.inboxId, 1)
  expect((await replyStore.findReply('r1'))?.state).toBe('awaiting')
  expect((await replyStore.findReply('r2'))?.state).toBe('paused')
  const planned = { team, user: 'UMARIA', reply: 'r2', verb: 'planned', event: 'e', channel: 'C1' }
  await runTask('mail.schedule', { ...planned, stop: identifyStop(paused) })
  expect(await replyStore.findReply('r2')).toMatchObject({ state: 'awaiting', sendAt: later.sendAt })
})

test('a new chosen time requires a new approval, and so does sending after news; the window of the first request approves nothing', async () => {
  const approval = requestApproval({ now: () => NOON, scaled: (ms) => ms }, content, [content.user])
  const decided = { verdict: 'approved' as const, at: NOON, by: 'UTOM' }
  const later = { dueAt: NOON + 3_600_000, sendAt: NOON + 3_600_000 }
  const approved: Partial<Reply> = { state: 'scheduled', ...later, approval: { ...approval, asked: ['UTOM'], decided } }
  const act = (verb: string, more = {}) => ({
    team,
    user: 'UMARIA',
    reply: 'r1',
    verb,
    event: verb,
    channel: 'C1',
    ...more,
  })
  const sendAt = NOON + 7_200_000
  const { runTask, services, direct, steps } = await openWaiting({ at: NOON }, approved)
  const before = await services.replyStore.findReply('r1')
  await runTask('mail.schedule', act('time', { sendAt }))
  const reply = await services.replyStore.findReply('r1')
  expect([reply?.state, reply?.sendAt, reply?.approval?.decided]).toEqual(['awaiting', sendAt, undefined])
  const ask = { team, reply: 'r1', step: 'ask', request: 1 }
  expect(steps()).toContainEqual(ask)
  await runTask('mail.approval', ask)
  // Steps of the first request change nothing.
  await runTask('mail.approval', { team, reply: 'r1', step: 'remind' })
  expect(direct().filter(({ user }) => user === 'UTOM')).toHaveLength(1)
  const decide = { team, user: 'UTOM', reply: 'r1', verdict: 'approved' }
  if (before) await runTask('mail.approve', { ...decide, event: 'd1', mark: markContent(services, 'r1', before) })
  expect((await services.replyStore.findReply('r1'))?.state).toBe('awaiting')
  if (reply) await runTask('mail.approve', { ...decide, event: 'd2', mark: markContent(services, 'r1', reply) })
  expect((await services.replyStore.findReply('r1'))?.state).toBe('scheduled')
  for (const [verb, state, next] of [
    ['now', 'scheduled', 'sending'],
    ['now', 'paused', 'awaiting'],
    ['planned', 'paused', 'awaiting'],
  ] as const) {
    const other = await openWaiting({ at: NOON }, { ...approved, state })
    await other.runTask('mail.schedule', act(verb, state === 'paused' ? { stop: '0:' } : {}))
    expect((await other.services.replyStore.findReply('r1'))?.state).toBe(next)
  }
})

test('an approval no longer counts once the time was changed, even while approval was off', async () => {
  const approval = requestApproval({ now: () => NOON, scaled: (ms) => ms }, content, ['UMARIA', 'ULI'])
  const decided = { verdict: 'approved' as const, at: NOON, by: 'UTOM' }
  const later = { dueAt: NOON + 3_600_000, sendAt: NOON + 3_600_000 }
  const { runTask, services, steps, direct } = await openWaiting(
    { at: NOON },
    { state: 'scheduled', ...later, approval: { ...approval, decided } },
  )
  const inbox = { team, scope: 'inbox', id: content.inboxId } as const
  const choose = async (whom: string[] | undefined) => {
    const { version } = await services.settings.read(inbox)
    await services.settings.write(inbox, { version, values: { 'access.mail.approve': whom }, by: 'UAIKO' })
  }
  await choose(undefined)
  const act = { team, user: 'UMARIA', reply: 'r1', verb: 'time', event: 'e', channel: 'C1' }
  await runTask('mail.schedule', { ...act, sendAt: NOON + 7_200_000 })
  const changed = await services.replyStore.findReply('r1')
  expect([changed?.state, changed?.approval]).toEqual(['scheduled', undefined])
  if (changed) await services.outbound.scheduledReplies.note('r1', changed)
  await choose(['person:UTOM'])
  await recheckAwaiting(services, content.inboxId, 2)
  expect(await services.replyStore.findReply('r1')).toMatchObject({
    state: 'awaiting',
    sendAt: NOON + 7_200_000,
    approval: { request: 1, authors: ['UMARIA', 'ULI'] },
  })
  expect(steps()).toContainEqual({ team, reply: 'r1', step: 'ask', request: 1 })
  expect(direct().map(({ user }) => user)).toEqual(['UMARIA'])
})

test('approvers are reminded after 4 hours, and a request ends after 24', async () => {
  const { services, sent } = await openWaiting({ at: NOON })
  const reply = await services.replyStore.findReply('r1')
  if (reply) await startApproval(services, 'r1', reply)
  const delays = sent.flatMap(({ kind, data, delayMs }) =>
    kind === 'mail.approval' ? [[(data as { step: string }).step, delayMs]] : [],
  )
  expect(delays).toEqual([
    ['expire', 24 * 60 * 60_000],
    ['remind', 4 * 60 * 60_000],
    ['ask', undefined],
  ])
})

test('the writer and the approver are reminded when the chosen time passes without an approval', async () => {
  const now = { at: NOON }
  const { services, runTask, sent, direct } = await openWaiting(now, { sendAt: NOON + 3_600_000 })
  const reply = await services.replyStore.findReply('r1')
  if (reply) await startApproval(services, 'r1', reply)
  const reminders = sent.filter(({ kind, data }) => kind === 'mail.approval' && JSON.stringify(data).includes('remind'))
  expect(reminders.map(({ delayMs }) => delayMs)).toEqual([4 * 3_600_000, 3_600_000])
  now.at += 3_600_000
  for (const _ of [1, 2]) await runTask('mail.approval', { team, reply: 'r1', step: 'remind' })
  const told = new Set(direct().map(({ user, message }) => `${user}: ${message.text}`))
  expect([...told]).toEqual([
    expect.stringMatching(/^UMARIA: <@UMARIA>, your email to .* wasn’t sent at .*nobody had approved it by then/),
    expect.stringMatching(/^UTOM: .*That time has passed, so it’s sent once approved/s),
  ])
})

test('a version of a new mail that no channel can show does not withdraw the one that awaits approval', async () => {
  const { services, runTask } = await openMailSlice({ access: allowEverything, people })
  const { routes, settings, replyStore } = services
  const [inboxId, withoutChannel] = ['support@acme.test', 'sales@acme.test']
  for (const inbox of [inboxId, withoutChannel]) {
    await routes.recordInbox(inbox, await routes.read())
    const values = { 'access.mail.approve': ['person:UTOM'] }
    await settings.write({ team, scope: 'inbox', id: inbox }, { version: 0, values, by: 'UAIKO' })
  }
  await routes.setRoute({ inboxId, channel: 'C1', by: 'UAIKO', at: 1 })
  const offer = { ...content, team, kind: 'new', thread: '', mail: '', subject: 'Our offer' }
  await runTask('mail.reply', { ...offer, inboxId, form: 'V1' })
  const [first, second] = [replyIdOf(services, 'V1'), replyIdOf(services, 'V2')]
  await runTask('mail.reply', { ...offer, inboxId: withoutChannel, form: 'V2', instead: first })
  expect(await replyStore.findReply(second)).toMatchObject({ state: 'cancelled', refusal: 'noChannel' })
  expect(await replyStore.findReply(first)).toMatchObject({ state: 'awaiting' })
})
