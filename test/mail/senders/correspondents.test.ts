import { expect, test } from 'vitest'
import { openMailSlice } from '../../support/mail-services.ts'

const inbox = 'help@acme.test'

test('an inbox has its newest correspondents first, each once, with the newest name and threads', async () => {
  const { correspondents } = (await openMailSlice()).services.records
  await correspondents.record(inbox, [{ name: 'Anna', address: 'anna@customer.test' }], 't1')
  await correspondents.record(inbox, [{ address: 'ben@customer.test' }], 't2')
  for (const thread of ['t3', 't4', 't5'])
    await correspondents.record('Help@acme.test', [{ address: 'Anna@customer.test' }], thread)
  expect(await correspondents.list(inbox)).toEqual([
    { name: 'Anna', address: 'Anna@customer.test', threads: ['t5', 't4', 't3'] },
    { address: 'ben@customer.test', threads: ['t2'] },
  ])
  expect(await correspondents.list('other@acme.test')).toEqual([])
})

test('an inbox keeps 300 correspondents at most', async () => {
  const { correspondents } = (await openMailSlice()).services.records
  const people = Array.from({ length: 400 }, (_, at) => ({ address: `person${at}@customer.test` }))
  await correspondents.record(inbox, people.slice(0, 50), 't1')
  await correspondents.record(inbox, people.slice(50), 't2')
  const kept = await correspondents.list(inbox)
  expect(kept).toHaveLength(300)
  expect(kept[0]?.address).toBe('person50@customer.test')
})

test('a correspondent is forgotten with the last thread in which they were written to', async () => {
  const { correspondents } = (await openMailSlice()).services.records
  const [anna, ben] = [{ address: 'anna@customer.test' }, { address: 'ben@customer.test' }]
  await correspondents.record(inbox, [anna, ben], 't1')
  await correspondents.record(inbox, [ben], 't2')
  await correspondents.forgetThread(inbox, 't1')
  expect(await correspondents.list(inbox)).toEqual([{ ...ben, threads: ['t2'] }])
  await correspondents.forgetThread(inbox, 't2')
  expect(await correspondents.list(inbox)).toEqual([])
})
