import { expect, test } from 'vitest'
import { z } from 'zod'
import type { People } from '../../../src/slack/directory/people.ts'
import { openMailSlice } from '../../support/mail-services.ts'

const [team, channel] = ['T1', 'C1']
const people: People = {
  channel: (_, id) =>
    Promise.resolve({ id, name: id, isShared: id === channel, isPrivate: false, isArchived: false, isMember: true }),
  person: () => Promise.reject(new Error('nobody is asked for')),
  names: () => Promise.resolve(new Map()),
}

test('the heads of a channel are read in pages, the newest first, without those of other channels', async () => {
  const { mailStore } = (await openMailSlice()).services
  const heads = ['C1:1700.1', 'C1:1800.1', 'C1:1900.1', 'C10:1800.1', 'C0:9999.9', 'C2:1800.1']
  for (const id of heads) await mailStore.slackThreads.put(id, { thread: `shown in ${id}` }, 0)
  const first = await mailStore.listHeads(channel, { limit: 2 })
  expect(first.threads).toEqual(['shown in C1:1900.1', 'shown in C1:1800.1'])
  const second = await mailStore.listHeads(channel, { limit: 2, after: first.next })
  expect(second).toEqual({ threads: ['shown in C1:1700.1'], next: undefined })
})

test('the newest 4,000 heads of a channel that became shared are read, however many it has', async () => {
  const { services, runTask, sent } = await openMailSlice({ people })
  for (let n = 0; n < 4100; n++)
    await services.mailStore.slackThreads.put(`C1:${1_700_000_000 + n}.1`, { thread: `gone ${n}` }, 0)
  const pages = [z.json().parse({ team, channel, event: 'Ev1', page: 0 })]
  for (const page of pages) {
    const before = sent.length
    await runTask('mail.channel_shared', page)
    const next = sent.slice(before).filter(({ kind }) => kind === 'mail.channel_shared')
    pages.push(...next.map(({ data }) => z.json().parse(data)))
  }
  expect(pages).toHaveLength(80)
  expect(sent.filter(({ kind }) => kind === 'mail.withdraw_lists')).toHaveLength(1)
})

test('Slack is not asked about a channel that never had mail', async () => {
  const asked: string[] = []
  const { runTask, sent } = await openMailSlice({
    people: { ...people, channel: (of, id) => (asked.push(id), people.channel(of, id)) },
  })
  await runTask('mail.channel_shared', { team, channel, event: 'Ev1', page: 0 })
  expect([asked, sent]).toEqual([[], []])
})
