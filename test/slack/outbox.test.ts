import { expect, test, vi } from 'vitest'
import { createClock } from '../../src/core/clock.ts'
import { section } from '../../src/slack/blocks/block-builders.ts'
import { createText, listTexts, openOutbox } from './open-outbox.ts'

test.each(['accept-then-drop', 'truncate', 'reset'])('a post under %s appears once', async (mode) => {
  const { sim, team, channel, outbox, messages, idle } = await openOutbox()
  await sim.control('/faults', { target: 'slack', match: 'chat.postMessage', mode, times: 1 })
  await outbox.post({ team, channel, opId: 'op1', message: createText('once') })
  await idle()
  const shown = await messages()
  expect(listTexts(shown)).toEqual(['once'])
})

test('a thread reply with a lost answer is found in its thread', async () => {
  const { sim, team, channel, outbox, messages, idle } = await openOutbox()
  await outbox.post({ team, channel, opId: 'head', message: createText('head') })
  await vi.waitFor(async () => expect(await messages()).toHaveLength(1), 60_000)
  await sim.control('/faults', { target: 'slack', match: 'chat.postMessage', mode: 'accept-then-drop', times: 1 })
  await outbox.post({
    team,
    channel,
    opId: 'reply',
    thread: { opId: 'head' },
    message: createText('reply'),
  })
  await idle()
  const [head] = await messages()
  expect(listTexts(await messages(head?.ts))).toEqual(['head', 'reply'])
})

test('the same effect sent twice is posted once', async () => {
  const { team, channel, outbox, messages, idle } = await openOutbox()
  await outbox.post({ team, channel, opId: 'same', message: createText('same') })
  await outbox.post({ team, channel, opId: 'same', message: createText('same') })
  await outbox.post({ team, channel, opId: 'last', message: createText('last') })
  await idle()
  expect(listTexts(await messages())).toEqual(['same', 'last'])
})

test('a 429 delays the channel and keeps its order', async () => {
  const { sim, team, channel, outbox, messages, idle } = await openOutbox()
  await sim.control('/faults', {
    target: 'slack',
    match: 'chat.postMessage',
    mode: 'status',
    status: 429,
    error: 'ratelimited',
    retryAfterS: 1,
    times: 1,
  })
  for (const name of ['a', 'b', 'c']) await outbox.post({ team, channel, opId: name, message: createText(name) })
  await idle()
  expect(listTexts(await messages())).toEqual(['a', 'b', 'c'])
})

test('a refusal is returned with Slack’s error code', async () => {
  const { sim, team, channel, outbox, heard, tell } = await openOutbox()
  await sim.control('/slack/workspace', { action: 'archive', channel })
  await outbox.post({
    team,
    channel,
    opId: 'late',
    message: createText('late'),
    onRefused: tell.of({ name: 'refused' }),
  })
  await vi.waitFor(() => expect(heard).toEqual([{ name: 'refused', code: 'is_archived' }]), 60_000)
})

test.each([
  [undefined, 'thread_gone'],
  ['reset', 'thread_not_found'],
])('a reply to a deleted thread is not posted to the channel (fault: %s)', async (mode, code) => {
  const { sim, team, channel, outbox, messages, heard, tell } = await openOutbox()
  await outbox.post({ team, channel, opId: 'head', message: createText('head') })
  await vi.waitFor(async () => expect(await messages()).toHaveLength(1), 60_000)
  const [head] = await messages()
  await sim.control('/slack/edit', { channel, ts: head?.ts })
  if (mode) await sim.control('/faults', { target: 'slack', match: 'chat.delete', mode, times: 1 })
  await outbox.post({
    team,
    channel,
    opId: 'reply',
    thread: { ts: head?.ts ?? '' },
    message: createText('reply'),
    onRefused: tell.of({ name: 'refused' }),
  })
  await vi.waitFor(() => expect(heard).toEqual([{ name: 'refused', code }]), 60_000)
  expect(await messages()).toEqual([])
})

test('an ephemeral message is sent at most twice under any fault', async () => {
  const { sim, team, channel, outbox, calls, idle } = await openOutbox()
  const fault = { target: 'slack', match: 'chat.postEphemeral', times: 1 }
  const limited = { mode: 'status', status: 429, error: 'ratelimited', retryAfterS: 1 }
  for (const trouble of [{ mode: 'accept-then-drop' }, limited, { mode: 'accept-then-drop' }])
    await sim.control('/faults', { ...fault, ...trouble })
  await outbox.postEphemeral({ team, channel, user: 'U08MARIA01A', opId: 'note', message: createText('psst') })
  await idle()
  expect(await calls('chat.postEphemeral')).toHaveLength(2)
})

test('an ephemeral message waits for the end of a short outage', async () => {
  const { sim, team, channel, outbox, calls, idle } = await openOutbox()
  await sim.control('/faults', { target: 'slack', match: 'chat.postEphemeral', mode: 'html', status: 403, times: 3 })
  await outbox.postEphemeral({ team, channel, user: 'U08MARIA01A', opId: 'note', message: createText('psst') })
  await idle()
  const outcomes = (await calls('chat.postEphemeral')).map(({ ok }) => ok)
  expect(outcomes).toHaveLength(4)
  expect(outcomes.at(-1)).toBe(true)
})

test('an ephemeral message that can’t be shown in its channel is sent as a direct message, once', async () => {
  const { sim, team, channel, outbox, calls, queue, idle } = await openOutbox()
  await sim.control('/slack/workspace', { action: 'remove-app', channel })
  await outbox.postEphemeral({ team, channel, user: 'U08MARIA01A', opId: 'note', message: createText('psst') })
  await idle()
  expect(await calls('chat.postEphemeral')).toMatchObject([{ ok: false }])
  expect(await calls('conversations.open')).toMatchObject([{ ok: true }])
  expect(await calls('chat.postMessage')).toMatchObject([{ ok: true }])
  expect(await queue.dead.list()).toEqual([])
})

test.each([
  ['a private channel reaches nobody', 'leads', 0, 0],
  ['a public channel is sent as a direct message', 'docs', 0, 1],
  ['a channel reaches nobody while Slack does not say that it is public', 'docs', 9, 0],
])('an ephemeral message to a person outside %s', async (_, place, times, direct) => {
  const { sim, team, findChannel, outbox, calls, idle } = await openOutbox()
  const [channel, user] = [findChannel(place), 'U08MARIA01A']
  await sim.control('/slack/workspace', { action: 'kick', channel, user })
  await sim.control('/faults', { target: 'slack', match: 'conversations.info', mode: 'status', status: 503, times })
  await outbox.postEphemeral({ team, channel, user, opId: 'note', message: createText('psst') })
  await idle()
  expect(await calls('chat.postEphemeral')).toMatchObject([{ ok: false }])
  expect(await calls('chat.postMessage')).toHaveLength(direct)
})

test('an ephemeral message to a former member is not repeated and leaves no dead letter', async () => {
  const { sim, team, channel, outbox, calls, queue, idle } = await openOutbox()
  const user = 'U08MARIA01A'
  await sim.control('/slack/workspace', { action: 'deactivate', user })
  await outbox.postEphemeral({ team, channel, user, opId: 'note', message: createText('psst') })
  await idle()
  expect(await calls('chat.postEphemeral')).toMatchObject([{ ok: false }])
  expect(await calls('chat.postMessage')).toEqual([])
  expect(await queue.dead.list()).toEqual([])
})

test('a direct message to a former member is dropped, and is nothing for the admins to mend', async () => {
  const { sim, team, outbox, calls, queue, heard, tell, idle } = await openOutbox()
  const user = 'U08MARIA01A'
  await sim.control('/slack/workspace', { action: 'deactivate', user })
  await outbox.postDirect({ team, user, opId: 'gone', message: createText('psst') })
  const onRefused = tell.of({ name: 'refused' })
  await outbox.postDirect({ team, user, opId: 'told', message: createText('psst'), onRefused })
  await idle()
  expect(await calls('conversations.open')).toMatchObject([{ ok: false }, { ok: false }])
  expect(heard).toEqual([{ name: 'refused', code: 'user_disabled' }])
  expect(await queue.dead.list()).toEqual([])
})

test('a message beyond all limits is posted in part, with an ellipsis for the rest', async () => {
  const { team, channel, outbox, messages, idle } = await openOutbox()
  const long = Array.from({ length: 80 }, (_one, index) => section(`${index} ${'<&>x'.repeat(700)}`))
  await outbox.post({
    team,
    channel,
    opId: 'long',
    message: { text: 'y'.repeat(9000), blocks: long },
  })
  await idle()
  expect(JSON.stringify(await messages())).toContain('"text":"…"')
})

test('a post with an unknown outcome is found again although the clock was set ahead before it', async () => {
  let ahead = 0
  const clock = { ...createClock(), now: () => Date.now() + ahead }
  const { sim, team, channel, outbox, messages, idle } = await openOutbox([], clock)
  await sim.control('/faults', { target: 'slack', match: 'chat.postMessage', mode: 'accept-then-drop', times: 1 })
  ahead = 3_600_000
  await outbox.post({ team, channel, opId: 'once', message: createText('once') })
  await idle()
  expect(listTexts(await messages())).toEqual(['once'])
})

test('posts during a revoked token appear once it works again', async () => {
  const { sim, team, channel, outbox, messages } = await openOutbox()
  const fault = { target: 'slack', match: 'chat.postMessage', mode: 'status', status: 200, error: 'token_revoked' }
  await sim.control('/faults', { ...fault, times: 1 })
  await outbox.post({ team, channel, opId: 'kept', message: createText('kept') })
  await vi.waitFor(async () => expect(listTexts(await messages())).toEqual(['kept']), 60_000)
})

test('a direct message that cannot be opened is reported to the caller', async () => {
  const { team, outbox, heard, tell } = await openOutbox()
  const onRefused = tell.of({ name: 'refused' })
  await outbox.postDirect({ team, user: 'U0NOBODY', opId: 'direct', message: createText('hello'), onRefused })
  await vi.waitFor(() => expect(heard).toEqual([{ name: 'refused', code: 'user_not_found' }]), 60_000)
})
