import { expect, test, vi } from 'vitest'
import { cardTable, FIRST_CARD, updateCard } from '../../src/slack/outbox/card-tasks.ts'
import { openMemory, openSharedServices } from '../support/mail-services.ts'

test('a card whose process was stopped while it took a message over is edited by the next attempt, and only it', async () => {
  const { store, queue, clock } = openMemory()
  const { services } = await openSharedServices({ store, queue, clock, access: undefined, adminUsers: [] })
  const ref = { team: 'T1', kind: 'test.card', id: 'one' }
  const next = { ...ref, copy: '1' }
  await updateCard(store, ref, () => ({ channel: 'C1', ts: '1.0', wanted: 1, shown: 1 }))
  const send = vi.spyOn(queue, 'send').mockRejectedValueOnce(new Error('stopped'))
  await expect(services.cards.takeOver(next, 'C1')).rejects.toThrow('stopped')
  expect(await services.cards.takeOver(next, 'C1')).toBe(true)
  expect(send.mock.calls.map(([, options]) => options?.id)).toEqual(Array(2).fill('edit:T1:card:test.card:one:1:2'))
  expect((await cardTable(store, ref).get(FIRST_CARD))?.value.gone).toBe(true)
  expect(await services.cards.findMessage(next)).toEqual({ channel: 'C1', ts: '1.0' })
})
