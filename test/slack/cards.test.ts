import { expect, test, vi } from 'vitest'
import { UpstreamError } from '../../src/core/errors.ts'
import { createClock } from '../../src/core/clock.ts'
import { section } from '../../src/slack/blocks/block-builders.ts'
import type { CardKind } from '../../src/slack/outbox/cards.ts'
import { createText, listTexts, openOutbox } from './open-outbox.ts'

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

test('cards that an archived channel refused show their state once it is reopened, each time, without another change', async () => {
  const { kind, change } = createLosableCard()
  const later = { ms: 0 }
  const clock = { now: () => Date.now() + later.ms, scaled: (ms: number) => ms }
  const { sim, team, channel, cards, messages, calls, idle } = await openOutbox(
    [{ ...kind, comesBack: (copy) => copy !== undefined }],
    clock,
  )
  // The card without a copy name doesn't come back.
  const refs = Array.from({ length: 3 }, (_, n) => ({ team, kind: 'test.card', id: String(n), copy: '1' }))
  const lost = { team, kind: 'test.card', id: 'lost' }
  for (const ref of [...refs, lost]) await cards.show(ref, { channel })
  await vi.waitFor(async () => expect(await messages()).toHaveLength(4), 60_000)
  for (const round of [1, 2]) {
    await sim.control('/slack/workspace', { action: 'archive', channel })
    later.ms += 61_000
    change()
    for (const ref of [...refs, lost]) await cards.refresh(ref)
    await idle()
    await sim.control('/slack/workspace', { action: 'unarchive', channel })
    // An event that comes before the facts of the channel are asked again finds nothing to do, and loses no card.
    await cards.reportReopened({ team, channel, event: `Ev${round}early` })
    await idle()
    later.ms += 61_000
    await cards.reportReopened({ team, channel, event: `Ev${round}` })
    const expected = [...refs.map(() => `state ${round}`), 'state 0'].toSorted()
    await vi.waitFor(async () => expect(listTexts(await messages()).toSorted()).toEqual(expected), 60_000)
    await idle()
  }
  const edits = (await calls('chat.update')).length
  await cards.reportReopened({ team, channel, event: 'Ev3' })
  await idle()
  expect(await calls('chat.update')).toHaveLength(edits)
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
