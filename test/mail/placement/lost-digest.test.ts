import { expect, test } from 'vitest'
import type { Store } from '../../../src/store/store.ts'
import { openMailSlice, openMemory } from '../../support/mail-services.ts'

const [team, channel] = ['T1', 'C1']
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
