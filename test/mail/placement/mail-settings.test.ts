import { expect, test } from 'vitest'
import { buildReply } from '../../../src/mail/records/replies/reply.ts'
import { requestApproval } from '../../../src/mail/records/replies/reply-approval.ts'
import { buildThread } from '../../../src/mail/records/mail/mail-thread.ts'
import type { Command, Listeners } from '../../../src/slack/inbound/listeners.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice, openMemory } from '../../support/mail-services.ts'
import { followChanges, writeSettingValues } from '../../../src/workspace/settings/setting-values.ts'
import { people } from '../outbound/compose/open-form.ts'
import { sampleMail } from '../sample-mail.ts'
import { sampleReply } from '../sample-reply.ts'

const facts = { id: 'CSECRET', name: 'merger', isShared: false, isPrivate: true, isArchived: false, isMember: true }
const person = { team: 'T1', user: 'U1' }

/** Opens the slice for a person who may set up inboxes and is not in the channel. */
const openWithHiddenChannel = (change: Partial<typeof facts>) =>
  openMailSlice({
    access: { ...allowEverything, mayRead: () => Promise.resolve(false) },
    people: {
      person: () => Promise.reject(new Error('unused')),
      channel: () => Promise.resolve({ ...facts, ...change }),
      names: () => Promise.resolve(new Map()),
    },
  })

const changes = [{}, { isArchived: true }, { isShared: true }, { isMember: false }]

test('a person who sends the id of a hidden channel does not see its name', async () => {
  for (const change of changes) {
    const { slice } = await openWithHiddenChannel(change)
    const route = (await slice.settings?.('T1'))?.find(({ name }) => name === 'route')
    expect(await route?.findProblem?.('CSECRET', { ...person, language: 'en' })).toBe(
      'You’re not in this channel. Choose one you can see.',
    )
  }
})

test('/mail reports nothing about a channel except that the person cannot see it', async () => {
  for (const change of changes) {
    const { slice } = await openWithHiddenChannel(change)
    let run: Parameters<Listeners['command']>[1] | undefined
    const nothing = () => {}
    slice.listen?.({
      command: (_name, listen) => void (run = listen),
      action: nothing,
      shortcut: nothing,
      options: nothing,
      submit: nothing,
      close: nothing,
      message: nothing,
      deletion: nothing,
      change: nothing,
      event: nothing,
    })
    const command: Command = {
      ...person,
      eventId: 'e1',
      command: '/mail',
      text: 'quarantine <#CSECRET>',
      channel: 'C1',
      channelName: 'general',
      triggerId: 't',
      responseUrl: '',
    }
    expect(await run?.(command)).toMatchObject({
      text: 'You’re not in <#CSECRET>, so nothing changed. Choose a channel you can see.',
    })
  }
})

const { inboxId } = sampleMail
const wait = { is: 'parked', head: 0, wait: { code: 'no_route' } } as const
const thread = { ...buildThread({ inboxId, threadId: 'th1' }), mails: ['key'], count: 1, placement: wait }
const content = { ...sampleReply, thread: 't1' }

test.each([
  ['channel of an inbox', 'route', '', 'C1', 'mail.place'],
  ['approvers of an inbox', 'access.mail.approve', [], ['person:U3'], 'mail.approval'],
] as const)('the %s saved before a crash applies to waiting mail after it', async (_, name, before, value, kind) => {
  const memory = openMemory()
  let isKilled = false
  const queue: typeof memory.queue = {
    ...memory.queue,
    send(task, options) {
      const mustFail = task.kind === kind && !isKilled
      isKilled ||= mustFail
      return mustFail ? Promise.reject(new Error('killed')) : memory.queue.send(task, options)
    },
  }
  const { services, slice, sent } = await openMailSlice({
    memory: { ...memory, queue },
    access: allowEverything,
    people,
  })
  const { mailStore, replyStore, outbound, routes, clock } = services
  await routes.recordInbox(inboxId, await routes.read())
  await mailStore.threads.put('t1', thread, 0)
  await mailStore.waitingThreads.put('t1', { inboxId, code: 'no_route' }, 0)
  const approval = requestApproval(clock, content, [content.user])
  await replyStore.replies.put('r1', { ...buildReply('r1', content, clock.now()), state: 'awaiting', approval }, 0)
  await outbound.awaitingReplies.put('r1', { inboxId, at: clock.now() }, 0)
  const settings = ((await slice.settings?.('T1')) ?? []).filter(({ scope }) => scope === 'inbox')
  const inbox = { team: 'T1', scope: 'inbox' as const, id: inboxId }
  const made = { by: 'U1', at: 5 }
  const save = async () => {
    const changes = [{ name, before: structuredClone(before) as string, value: structuredClone(value) as string }]
    const outcome = await writeSettingValues(services.settings, inbox, settings, { changes, ...made })
    await followChanges(inbox, settings, outcome.saved, made)
    return outcome
  }
  await expect(save()).rejects.toThrow('killed')
  sent.length = 0
  expect((await save()).saved).toHaveLength(1)
  expect(sent.map((task) => task.kind)).toContain(kind)
})
