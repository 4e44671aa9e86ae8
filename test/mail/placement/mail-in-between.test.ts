import { expect, test } from 'vitest'
import { z } from 'zod'
import { postMail } from '../../../src/mail/placement/threads/post-mail.ts'
import { buildThread } from '../../../src/mail/records/mail/mail-thread.ts'
import type { Json } from '../../../src/core/json.ts'
import type { Queue } from '../../../src/queue/queue.ts'
import type { Store } from '../../../src/store/store.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { changePlacement } from '../../../src/mail/placement/change-placement.ts'
import { openMailSlice, openMemory } from '../../support/mail-services.ts'
import { people } from '../outbound/compose/open-form.ts'
import { sampleMail } from '../sample-mail.ts'

const [team, user, channel, thread] = ['T1', 'U1', 'C1', 't1']
const config = { defaultChannel: channel }

/** Opens the app with a thread that waits in a busy channel. `before` and `after` run once, when the thread is written as posted. */
async function openQueued() {
  const memory = openMemory()
  const setup: { before?: (() => Promise<unknown>) | undefined; after?: (() => never) | undefined } = {}
  const store: Store = {
    ...memory.store,
    put: async (key, value, options) => {
      const isPosting = key === `${team}/mail.threads/${thread}` && JSON.stringify(value).includes('"is":"posted"')
      if (!isPosting) return memory.store.put(key, value, options)
      const { before } = setup
      setup.before = undefined
      await before?.()
      const version = await memory.store.put(key, value, options)
      const { after } = setup
      if (version === undefined || !after) return version
      setup.after = undefined
      return after()
    },
  }
  const opened = await openMailSlice({ memory: { ...memory, store }, access: allowEverything, people, config })
  const {
    mailStore,
    placement: { digestStore },
  } = opened.services
  await mailStore.mails.put('m1', { ...sampleMail, thread }, 0)
  const record = { ...buildThread({ inboxId: sampleMail.inboxId, threadId: 'th1' }), mails: ['m1'], count: 1 }
  await mailStore.threads.put(thread, { ...record, placement: { is: 'queued', channel, head: 0, at: 5 } }, 0)
  const row = { thread, mail: 'm1', from: 'one@customer.test', subject: 'Hello', at: 5 }
  await digestStore.queued(channel).put('9-m1', row, 0)
  await digestStore.loads.put(channel, { posting: [], isQueued: true, digests: 0, arrivals: [] }, 0)
  return { ...opened, setup }
}

const written = {
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'Yes.' }] }],
}
const answered = { team, user, thread, mail: 'm1', form: 'V1', to: [sampleMail.from], cc: [], bcc: [], files: [] }
const roads = {
  'a reply': ['mail.reply', { ...answered, written }],
  'a claim': ['mail.work', { team, user, thread, mail: 'm1', verb: 'claim', event: 'E1', at: 6 }],
  'its turn': ['mail.place', { team, thread, round: 5 }],
} as const

test.each(
  Object.entries(roads).flatMap(([road, [kind, data]]) =>
    [false, true].map((isKilled) => ({ road, kind, data, isKilled })),
  ),
)(
  'a mail is shown that comes while $road takes its thread out of a queue (the process is killed then: $isKilled)',
  async ({ kind, data, isKilled }) => {
    const { services, runTask, sent, setup } = await openQueued()
    const second = { ...sampleMail, thread, messageId: 'm2' }
    setup.before = async () => {
      await services.mailStore.mails.put('m2', second, 0)
      await postMail(services, 'm2', second)
    }
    if (isKilled) {
      setup.after = () => {
        throw new Error('the process is killed')
      }
      await expect(runTask(kind, data)).rejects.toThrow('killed')
    }
    await runTask(kind, data)
    for (let round = 0; round < 3; round++) {
      await runTask('mail.feed', { team, channel })
      for (const one of sent.filter((task) => task.kind === 'mail.place'))
        await runTask(one.kind, z.json().parse(one.data))
    }
    expect(await services.mailStore.findThread(thread)).toMatchObject({
      mails: ['m1', 'm2'],
      placement: { is: 'posted' },
    })
    expect(await Array.fromAsync(services.placement.digestStore.queued(channel).all())).toEqual([])
    const cards = sent.flatMap(({ kind: sort, data: card }) => (sort === 'slack.card' ? [card] : []))
    expect(cards).toContainEqual(expect.objectContaining({ kind: 'mail.mail', id: 'm2' }))
  },
)

test('a thread whose turn has come does not wait for another one after a crash', async () => {
  const { services, runTask, sent, setup } = await openQueued()
  setup.after = () => {
    throw new Error('the process is killed')
  }
  await expect(runTask('mail.place', { team, thread, round: 5 })).rejects.toThrow('killed')
  await runTask('mail.place', { team, thread, round: 5 })
  expect(await services.mailStore.findThread(thread)).toMatchObject({ placement: { is: 'posted' } })
  expect(sent.flatMap((task) => (task.kind === 'slack.card' ? [task.data] : []))).toMatchObject([{ kind: 'mail.card' }])
})

test.each([
  ['at the first attempt', false],
  ['although it was killed before the list was written', true],
])(
  'a thread that lost its head after it was opened can be opened again from the list that takes it, %s',
  async (_, isKilled) => {
    const { services, slice, runTask } = await openQueued()
    const {
      mailStore,
      placement: { digestStore },
    } = services
    const line = { from: 'one@customer.test', subject: 'Hello', threads: [{ thread, at: 1, mails: 1, isOpened: true }] }
    const digest = 'C1-0'
    await digestStore.digests.put(digest, { channel, kind: 'burst', startedAt: 1, lines: [line] }, 0)
    await digestStore.loads.update(
      channel,
      (known) => known && { ...known, digest, digests: 1, arrivals: [[Date.now(), 20]] },
    )
    await mailStore.threads.update(
      thread,
      (known) => known && { ...known, placement: { is: 'posted', channel, head: 0, digest } },
    )
    const lost = { code: 'is_archived', channel }
    await slice.cards?.find(({ kind }) => kind === 'mail.card')?.onLost?.(team, thread, lost)
    await runTask('mail.place', { team, thread, round: 7 })
    if (isKilled) await changePlacement(services, thread, { do: 'list', digest })
    await runTask('mail.feed', { team, channel })
    expect(await mailStore.findThread(thread)).toMatchObject({ placement: { is: 'listed', digest } })
    const listed = (await digestStore.digests.get(digest))?.value.lines.flatMap(({ threads }) => threads)
    expect(listed).toEqual([expect.not.objectContaining({ isOpened: true })])
    await slice.cards?.find(({ kind }) => kind === 'mail.digest')?.onLost?.(team, digest, lost)
    expect(await mailStore.findThread(thread)).toMatchObject({ placement: { is: 'parked', wait: lost } })
  },
)

test.each([
  ['mail.loads', 40, 0],
  ['mail.loads', 60, 0],
  ['mail.digests', 60, 1],
  ['slack.card', 40, 0],
  ['slack.card', 60, 1],
])(
  'mail that comes before a stopped run of a burst is repeated has a line (%s is not written, %i mails, after %i writes)',
  async (failing, first, writes) => {
    const memory = openMemory()
    const setup = { left: Infinity }
    const fail = (isHere: boolean) => {
      if (isHere && setup.left-- === 0) throw new Error('the process is killed')
    }
    const store: Store = {
      ...memory.store,
      put: async (key, value, options) => {
        fail(key.startsWith(`${team}/${failing}/`))
        return memory.store.put(key, value, options)
      },
    }
    const queue: Queue = {
      ...memory.queue,
      send: async (task, options) => {
        fail(task.kind === failing)
        return memory.queue.send(task, options)
      },
    }
    const { services, runTask, sent } = await openMailSlice({ memory: { ...memory, store, queue }, people, config })
    const {
      mailStore,
      placement: { digestStore },
    } = services
    await digestStore.loads.put(channel, { posting: [], isQueued: true, digests: 0, arrivals: [] }, 0)
    const threads = Array.from({ length: 120 }, (_, n) => `t${n}`)
    const receive = async (id: string, n: number) => {
      const record = { ...buildThread({ inboxId: sampleMail.inboxId, threadId: id }), mails: [`m-${id}`], count: 1 }
      await mailStore.threads.put(id, { ...record, placement: { is: 'queued', channel, head: 0, at: 5 } }, 0)
      const row = { thread: id, mail: `m-${id}`, from: `${id}@customer.test`, subject: id, at: n }
      await digestStore.queued(channel).put(`${9000 - n}-${id}`, row, 0)
    }
    for (const [n, id] of threads.slice(0, first).entries()) await receive(id, n)
    setup.left = writes
    await expect(runTask('mail.feed', { team, channel })).rejects.toThrow('killed')
    for (const [n, id] of threads.slice(first).entries()) await receive(id, first + n)
    for (let run = 0; run < 6; run++) await runTask('mail.feed', { team, channel })

    const digests = await Array.fromAsync(digestStore.digests.all())
    const lines = digests.flatMap(({ value }) => value.lines.flatMap((line) => line.threads.map((one) => one.thread)))
    expect(lines.toSorted()).toEqual(threads.toSorted())
    const cards = sent.flatMap(({ kind, data }) => (kind === 'slack.card' ? [data] : []))
    for (const { id } of digests) expect(cards).toContainEqual(expect.objectContaining({ kind: 'mail.digest', id }))
    for (const { id, value } of digests)
      for (const {
        threads: [one],
      } of value.lines)
        expect(await mailStore.findThread(one?.thread ?? '')).toMatchObject({ placement: { is: 'listed', digest: id } })
    expect(await Array.fromAsync(digestStore.queued(channel).all())).toEqual([])
  },
)

test('two mails with the same time are both posted while Slack has not taken the head of their thread', async () => {
  const memory = openMemory()
  const rounds = new Map<string, Json>()
  const queue: Queue = {
    ...memory.queue,
    send: async (task, options) => {
      const id = options?.id ?? ''
      if (task.kind === 'mail.place' && !rounds.has(id)) rounds.set(id, task.data)
      return memory.queue.send(task, options)
    },
  }
  const { services, runTask, sent } = await openMailSlice({ memory: { ...memory, queue }, people, config })
  const { mailStore } = services
  const record = { ...buildThread({ inboxId: sampleMail.inboxId, threadId: 'th1' }), mails: ['m1'], count: 1 }
  const wait = { code: 'is_archived', channel }
  await mailStore.mails.put('m1', { ...sampleMail, thread }, 0)
  await mailStore.threads.put(thread, { ...record, placement: { is: 'posted', channel, head: 0, wait } }, 0)
  const done = new Set<string>()
  for (const key of ['m2', 'm3']) {
    const mail = { ...sampleMail, thread, messageId: key }
    await mailStore.mails.put(key, mail, 0)
    await postMail(services, key, mail)
    for (const [id, data] of rounds) {
      if (!done.has(id)) await runTask('mail.place', data)
      done.add(id)
    }
  }
  const cards = sent.flatMap((task) =>
    task.kind === 'slack.card' ? [z.object({ id: z.string() }).parse(task.data).id] : [],
  )
  expect(new Set(cards)).toEqual(new Set([thread, 'm2', 'm3']))
})

test('a thread is posted that waits behind a thousand mails of another one', async () => {
  const { services, runTask, sent } = await openQueued()
  const {
    mailStore,
    placement: { digestStore },
  } = services
  const queued = digestStore.queued(channel)
  for (let n = 0; n < 1000; n++)
    await queued.put(`8-${n}`, { thread, mail: `m${n}`, from: 'one@customer.test', subject: 'Hello', at: 6 }, 0)
  const record = { ...buildThread({ inboxId: sampleMail.inboxId, threadId: 'th2' }), mails: ['m'], count: 1 }
  await mailStore.threads.put('t2', { ...record, placement: { is: 'queued', channel, head: 0, at: 7 } }, 0)
  await queued.put('9-m', { thread: 't2', mail: 'm', from: 'two@customer.test', subject: 'Hello', at: 7 }, 0)
  const listSent = (kind: string) => sent.filter((task) => task.kind === kind)
  await runTask('mail.feed', { team, channel })
  expect(listSent('mail.feed')).toHaveLength(1)
  expect((await digestStore.loads.get(channel))?.value).toMatchObject({ isQueued: true })
  await runTask('mail.feed', { team, channel })
  expect(listSent('mail.place').map(({ data }) => data)).toContainEqual({ team, thread: 't2', round: 7 })
})
