import { expect, test } from 'vitest'
import type { MailThread } from '../../../src/mail/records/mail/mail-thread.ts'
import type { Store } from '../../../src/store/store.ts'
import type { People } from '../../../src/slack/directory/people.ts'
import { openMailSlice, openMemory } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'

const [team, channel] = ['T1', 'C1']
const people: People = {
  channel: (_, id) =>
    Promise.resolve({ id, name: id, isShared: false, isPrivate: false, isArchived: false, isMember: true }),
  person: () => Promise.reject(new Error('nobody is asked for')),
  names: () => Promise.resolve(new Map()),
}
const lost = { code: 'is_archived', channel }

test.each(['mail.digests', 'mail.threads'])(
  'mail waits for another channel if Slack loses its digest before %s is written',
  async (partition) => {
    const memory = openMemory()
    const setup: { loseDigest?: (() => Promise<unknown>) | undefined } = {}
    const store: Store = {
      ...memory.store,
      put: async (key, value, options) => {
        const { loseDigest } = setup
        if (loseDigest && key.startsWith(`${team}/${partition}/`)) {
          setup.loseDigest = undefined
          await loseDigest()
        }
        return memory.store.put(key, value, options)
      },
    }
    const { services, slice, runTask } = await openMailSlice({ memory: { ...memory, store } })
    const {
      mailStore,
      placement: { digestStore },
    } = services
    const thread = { inboxId: 'help@acme.test', count: 1, replies: [] }
    const line = (id: string) => ({ from: `${id}@a.test`, subject: id, threads: [{ thread: id, at: 1, mails: 1 }] })
    const where = { channel, head: 0, at: 5 }
    await mailStore.threads.put(
      'listed',
      { ...thread, threadId: 'a', mails: ['a'], placement: { is: 'listed', ...where, digest: 'C1-0' } },
      0,
    )
    await mailStore.threads.put(
      'queued',
      { ...thread, threadId: 'b', mails: ['b'], placement: { is: 'queued', ...where } },
      0,
    )
    const queued = { thread: 'queued', mail: 'b', from: 'b@a.test', subject: 'b', at: 5 }
    await digestStore.queued(channel).put('1-b', queued, 0)
    await digestStore.digests.put('C1-0', { channel, kind: 'burst', startedAt: 1, lines: [line('listed')] }, 0)
    const arrivals: [number, number][] = [[Date.now(), 20]]
    await digestStore.loads.put(channel, { posting: [], isQueued: true, digest: 'C1-0', digests: 1, arrivals }, 0)

    const digestCard = slice.cards?.find(({ kind }) => kind === 'mail.digest')
    setup.loseDigest = async () => digestCard?.onLost?.(team, 'C1-0', lost)
    await runTask('mail.feed', { team, channel })
    // The next digest lists the mail that is not in the lost one; the channel does not accept that digest either.
    await runTask('mail.feed', { team, channel })
    await digestCard?.onLost?.(team, 'C1-1', lost)
    for (const id of ['listed', 'queued'])
      expect(await mailStore.findThread(id)).toMatchObject({ placement: { is: 'parked', wait: lost } })
  },
)

test('a thread whose head and digest Slack refused is listed in another digest when its channel is busy', async () => {
  const { services, slice, runTask } = await openMailSlice({ people, config: { defaultChannel: channel } })
  const {
    mailStore,
    placement: { digestStore },
  } = services
  const receive = async (id: string, placement: MailThread['placement']) => {
    const thread = { inboxId: 'help@acme.test', threadId: id, mails: [`m-${id}`], count: 1, replies: [] }
    await mailStore.threads.put(id, { ...thread, placement }, 0)
    await mailStore.mails.put(`m-${id}`, { ...sampleMail, thread: id }, 0)
  }
  const line = { from: 'ann@a.test', subject: 'Old', threads: [{ thread: 'old', at: 1, mails: 1, isOpened: true }] }
  await digestStore.digests.put('C1-0', { channel, kind: 'burst', startedAt: 1, lines: [line] }, 0)
  await digestStore.loads.put(channel, { posting: [], isQueued: true, digests: 1, arrivals: [] }, 0)
  await receive('old', { is: 'posted', channel, head: 0, digest: 'C1-0' })
  for (const kind of ['mail.card', 'mail.digest'])
    await slice.cards?.find((one) => one.kind === kind)?.onLost?.(team, kind === 'mail.card' ? 'old' : 'C1-0', lost)
  expect(await mailStore.findThread('old')).toMatchObject({ placement: { is: 'parked', wait: lost } })

  // The channel takes posts again, and others wait for it.
  for (let n = 0; n < 20; n++) {
    await receive(`new${n}`, { is: 'queued', channel, head: 0, at: n })
    const mail = { thread: `new${n}`, mail: `m-new${n}`, from: `${n}@a.test`, subject: `New ${n}`, at: n }
    await digestStore.queued(channel).put(`9-${n}`, mail, 0)
  }
  await runTask('mail.place', { team, thread: 'old', round: 2 })
  await runTask('mail.feed', { team, channel })
  expect(await mailStore.findThread('old')).toMatchObject({ placement: { is: 'listed', digest: 'C1-1' } })
  const listed = (await digestStore.digests.get('C1-1'))?.value.lines.flatMap(({ threads }) => threads) ?? []
  expect(listed.find(({ thread }) => thread === 'old')?.isOpened).toBeUndefined()
  expect(listed).toHaveLength(21)
  expect(await mailStore.waitingThreads.get('old')).toBeUndefined()
})

test('quarantined mail of a list that Slack refused waits for a channel, unless it was opened', async () => {
  const { services, slice, runTask, sent } = await openMailSlice({ people, config: { defaultChannel: channel } })
  const {
    mailStore,
    placement: { digestStore },
  } = services
  const receive = async (key: string, isOpened = false) => {
    const held = { state: 'held' as const, at: 1, listed: { at: 5, channel, digest: 'held-C1-0', card: 2 } }
    await mailStore.mails.put(key, { ...sampleMail, thread: `t-${key}`, restriction: 'spam', held }, 0)
    return {
      from: 'a',
      subject: key,
      threads: [{ thread: `t-${key}.${key}`, at: 1, mails: 1, ...(isOpened && { isOpened }) }],
    }
  }
  const lines = [await receive('one'), await receive('two'), await receive('opened', true)]
  await digestStore.digests.put('held-C1-0', { channel, kind: 'quarantine', startedAt: 1, lines }, 0)
  const card = slice.cards?.find(({ kind }) => kind === 'mail.digest')
  await card?.onLost?.(team, 'held-C1-0', lost)
  await card?.onLost?.(team, 'held-C1-0', lost)
  for (const key of ['one', 'two']) {
    expect((await mailStore.waitingQuarantined.get(key))?.value).toMatchObject({
      ...lost,
      card: 2,
      lastChannel: channel,
    })
    expect((await mailStore.findMail(key))?.held?.listed).toBeUndefined()
  }
  expect(await mailStore.waitingQuarantined.get('opened')).toBeUndefined()
  expect((await digestStore.digests.get('held-C1-0'))?.value.lines.map(({ subject }) => subject)).toEqual(['opened'])
  expect(sent.filter(({ kind }) => kind === 'slack.card')).toEqual([])
  await runTask('mail.hold', { team, mail: 'one' })
  const cards = sent.filter(({ kind }) => kind === 'slack.card').map(({ data }) => data)
  expect(cards).toEqual([{ team, kind: 'mail.held', id: 'one', copy: '2' }])
})
