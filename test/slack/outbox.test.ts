import { randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createClock } from '../../src/core/clock.ts'
import { UpstreamError } from '../../src/core/errors.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSqliteQueue } from '../../src/adapters/sqlite/queue/sqlite-queue.ts'
import { createTaskRunner, taskKind } from '../../src/queue/task-kinds.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { createSlackApi } from '../../src/slack/api/web-api.ts'
import { section } from '../../src/slack/blocks/block-builders.ts'
import { createCards, type CardKind } from '../../src/slack/outbox/cards.ts'
import { createDirectoryChanges } from '../../src/slack/directory/fresh-answers.ts'
import { createInstallations } from '../../src/slack/directory/installations.ts'
import { createPeople } from '../../src/slack/directory/people.ts'
import { createOutbox } from '../../src/slack/outbox/outbox.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createRateLimits } from '../../src/store/rate-limits.ts'
import { createEffects } from '../../src/store/effects.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { startSimulators } from '../support/simulators.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

interface Shown {
  ts: string
  text: string
  bot_id?: string
  metadata?: { event_payload: Record<string, unknown> }
}

const told = z.object({ name: z.string(), code: z.string().optional() })

/** The platform as app.ts puts it together, on SQLite in memory, against the simulated Slack. */
async function openOutbox(kinds: CardKind[] = [], clock = createClock()) {
  const sim = await startSimulators()
  closing.push(() => sim.close())
  const log = createLogger({ level: 'silent' })
  const foundations = { sealer: createSealer([randomBytes(32)]), clock, log }
  const file = openSqliteDatabase(':memory:')
  const store = createSqliteStore(file, foundations)
  const queue = createSqliteQueue(file, foundations)
  const { SLACK_API_URL: apiUrl = '', SLACK_BOT_TOKEN: token = '' } = sim.sandbox.env
  const installations = await createInstallations({ apiUrl, token, store, log })
  const { teamId: team } = await installations.forTeam(undefined)
  const rateLimits = createRateLimits(store, foundations)
  const effectsOf = (of: string) => createEffects(store, { team: of, clock: foundations.clock })
  const api = createSlackApi({
    apiUrl,
    token: async (of) => (await installations.forTeam(of)).token,
    rateLimits,
    ...foundations,
  })
  const people = createPeople(api, clock, createDirectoryChanges(store, clock))
  const outbox = createOutbox({ api, people, queue, clock, effectsOf, apiUrl, log })
  const cards = createCards({ api, people, queue, store, effectsOf, log })
  cards.register(kinds)
  const heard: z.infer<typeof told>[] = []
  const tell = taskKind('test.tell', told)
  const worker = queue.work(
    createTaskRunner([...outbox.tasks, ...cards.tasks, tell.handler(async (data) => void heard.push(data))]),
    { concurrency: 8 },
  )
  closing.push(async () => {
    await worker.stop(1000)
    await queue.close()
    await store.close()
    file.close()
  })
  const channels = (await sim.control('/slack/channels')).body as unknown as { id: string; name: string }[]
  const findChannel = (name: string) => channels.find((one) => one.name === name)?.id ?? ''
  const channel = findChannel('docs')
  const messages = async (thread?: string) => {
    const all = (await sim.control(`/slack/messages?channel=${channel}${thread ? `&thread_ts=${thread}` : ''}`))
      .body as unknown as Shown[]
    return all.filter((message) => message.bot_id)
  }
  const calls = async (method: string) =>
    (await sim.control(`/slack/calls?method=${method}`)).body as unknown as { ok: boolean }[]
  const busy = async () => {
    const { waiting, active, delayed } = await queue.stats()
    return waiting + active + delayed
  }
  const idle = () => vi.waitFor(async () => expect(await busy()).toBe(0), 60_000)
  return { sim, team, channel, findChannel, outbox, cards, queue, heard, tell, messages, calls, idle }
}

const createText = (text: string) => ({ text, blocks: [section(text)] })
const listTexts = (messages: Shown[]) => messages.map((message) => message.text)

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

test('a card reaches its newest state with few edits', async () => {
  let state = 0
  const { team, channel, cards, messages, calls } = await openOutbox([
    { kind: 'test.card', render: async () => createText(`state ${state}`) },
  ])
  const ref = { team, kind: 'test.card', id: 'one' }
  await cards.show(ref, { channel })
  await vi.waitFor(async () => expect(await messages()).toHaveLength(1), 60_000)
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      state += 1
      await cards.refresh(ref)
    }),
  )
  await vi.waitFor(async () => expect(listTexts(await messages())).toEqual(['state 40']), 60_000)
  expect((await calls('chat.update')).length).toBeLessThan(20)
})

/** A card that shows how often it has changed and records when it is lost. */
function createLosableCard() {
  let state = 0
  const lost: string[] = []
  const kind: CardKind = {
    kind: 'test.card',
    render: async () => createText(`state ${state}`),
    onLost: async (_team, id, { code }) => void lost.push(`${id} ${code}`),
  }
  return { kind, lost, change: () => void (state += 1) }
}

test('the metadata of a card names its effect and the newest state of its record', async () => {
  const record = { state: 'waiting' }
  const kind: CardKind = {
    kind: 'test.card',
    render: async () => ({ text: 'A card', blocks: [section('A card')], state: record.state }),
  }
  const { cards, team, channel, messages } = await openOutbox([kind])
  const ref = { team, kind: 'test.card', id: '1' }
  const payloads = async () => (await messages()).map(({ metadata }) => metadata?.event_payload)
  await cards.show(ref, { channel })
  await expect.poll(payloads).toEqual([{ op_id: 'card:test.card:1', state: 'waiting' }])
  record.state = 'working'
  await cards.refresh(ref)
  await expect.poll(payloads).toEqual([{ op_id: 'card:test.card:1', state: 'working' }])
})

test('a card that was deleted in Slack is reported lost once', async () => {
  const { kind, lost, change } = createLosableCard()
  const { sim, team, channel, cards, messages } = await openOutbox([kind])
  const ref = { team, kind: 'test.card', id: 'one' }
  await cards.show(ref, { channel })
  await vi.waitFor(async () => expect(await messages()).toHaveLength(1), 60_000)
  const [shown] = await messages()
  await sim.control('/slack/edit', { channel, ts: shown?.ts })
  change()
  await cards.refresh(ref)
  await vi.waitFor(() => expect(lost).toEqual(['one message_not_found']), 60_000)
  change()
  await cards.refresh(ref)
  expect(await cards.findMessage(ref)).toBeUndefined()
})

test('a card in an archived channel is lost, and its edit does not fail', async () => {
  const { kind, lost, change } = createLosableCard()
  const { sim, team, channel, cards, messages, queue } = await openOutbox([kind])
  const ref = { team, kind: 'test.card', id: 'one' }
  await cards.show(ref, { channel })
  await vi.waitFor(async () => expect(await messages()).toHaveLength(1), 60_000)
  await sim.control('/slack/workspace', { action: 'archive', channel })
  change()
  await cards.refresh(ref)
  await vi.waitFor(() => expect(lost).toEqual(['one is_archived']), 60_000)
  expect(await queue.dead.list()).toEqual([])
})

test('a card that may come back is not edited in an archived channel, and shows its state once that is reopened', async () => {
  const { kind, change } = createLosableCard()
  const later = { ms: 0 }
  const clock = { now: () => Date.now() + later.ms, scaled: (ms: number) => ms }
  const { sim, team, channel, cards, messages, calls, idle } = await openOutbox(
    [{ ...kind, comesBack: () => true }],
    clock,
  )
  const ref = { team, kind: 'test.card', id: 'one' }
  await cards.show(ref, { channel })
  await vi.waitFor(async () => expect(await messages()).toHaveLength(1), 60_000)
  const setArchived = async (action: 'archive' | 'unarchive') => {
    await sim.control('/slack/workspace', { action, channel })
    // The facts of a channel are asked again after a minute, or earlier after an event.
    later.ms += 61_000
  }
  await setArchived('archive')
  for (const _ of [1, 2, 3]) {
    change()
    await cards.refresh(ref)
    await idle()
  }
  expect(await calls('chat.update')).toEqual([])
  await setArchived('unarchive')
  change()
  await cards.refresh(ref)
  await vi.waitFor(async () => expect(listTexts(await messages())).toEqual(['state 4']), 60_000)
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

test('a card whose post got no answer shows later changes', async () => {
  let state = 0
  const { sim, team, channel, cards, messages } = await openOutbox([
    { kind: 'test.card', render: async () => createText(`state ${state}`) },
  ])
  await sim.control('/faults', { target: 'slack', match: 'chat.postMessage', mode: 'accept-then-drop', times: 1 })
  const ref = { team, kind: 'test.card', id: 'one' }
  await cards.show(ref, { channel })
  await vi.waitFor(async () => expect(listTexts(await messages())).toEqual(['state 0']), 60_000)
  state = 1
  await cards.refresh(ref)
  await vi.waitFor(async () => expect(listTexts(await messages())).toEqual(['state 1']), 60_000)
})

test('a card shows its state although the answer to an edit was lost and the state went back', async () => {
  let state = 0
  const { sim, team, channel, cards, messages } = await openOutbox([
    { kind: 'test.card', render: async () => createText(`state ${state}`) },
  ])
  const ref = { team, kind: 'test.card', id: 'one' }
  const change = async (next: number): Promise<void> => {
    state = next
    await cards.refresh(ref)
    await vi.waitFor(async () => expect(listTexts(await messages())).toEqual([`state ${next}`]), 60_000)
  }
  await cards.show(ref, { channel })
  await vi.waitFor(async () => expect(listTexts(await messages())).toEqual(['state 0']), 60_000)
  await change(1)
  await sim.control('/faults', { target: 'slack', match: 'chat.update', mode: 'accept-then-drop', times: 1 })
  await change(2)
  await change(1)
})

test('a card that is requested again after months still exists once and heads its thread', async () => {
  let ahead = 0
  const clock = { ...createClock(), now: () => Date.now() + ahead }
  const { team, channel, cards, outbox, messages, idle } = await openOutbox(
    [{ kind: 'test.card', render: async (_team, id) => createText(id) }],
    clock,
  )
  const head = { team, kind: 'test.card', id: 'head' }
  await cards.show(head, { channel })
  await vi.waitFor(async () => expect(await cards.findMessage(head)).toBeDefined(), 60_000)
  ahead = 100 * 24 * 3_600_000
  await cards.show(head, { channel })
  const thread = { opId: cards.opId(head) }
  await outbox.post({ team, channel, opId: 'new', thread, message: createText('new') })
  await idle()
  expect(listTexts(await messages())).toEqual(['head'])
  expect(listTexts(await messages((await cards.findMessage(head))?.ts))).toEqual(['head', 'new'])
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

test('the loss of a card is reported again if the report failed', async () => {
  let tries = 0
  const kind: CardKind = {
    kind: 'test.card',
    render: async () => createText('shown'),
    async onLost() {
      tries += 1
      const away = { service: 'store', code: 'unavailable', outcome: 'not_sent' } as const
      if (tries === 1) throw new UpstreamError('the store is away', away)
    },
  }
  const { sim, team, channel, cards } = await openOutbox([kind])
  await sim.control('/slack/workspace', { action: 'archive', channel })
  await cards.show({ team, kind: 'test.card', id: 'one' }, { channel })
  await vi.waitFor(() => expect(tries).toBe(2), 60_000)
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
