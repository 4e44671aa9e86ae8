/** Fills a store with the records of earlier jobs and mails, through the app's own record types. */
import { z } from 'zod'
import { createClock, type Clock } from '../src/core/clock.ts'
import { JOB_CARD } from '../src/jobs/updates/card-ref.ts'
import { type Job } from '../src/jobs/model/job.ts'
import { createJobId } from '../src/jobs/model/job-ids.ts'
import { createJobStore } from '../src/jobs/model/job-store.ts'
import { createLogger } from '../src/core/log.ts'
import { createSealer } from '../src/encryption/sealer.ts'
import { createTable } from '../src/store/typed-table.ts'
import { openStorage } from '../src/adapters/open-storage.ts'
import type { OpenedStorage } from '../src/adapters/opened-storage.ts'
import { contactSchema } from '../src/mail/senders/contacts.ts'
import { createMailStore } from '../src/mail/records/mail/mail-store.ts'
import { INDEX_VERSION } from '../src/mail/desk/find/index-version.ts'
import { createWordIndex, type WordIndex } from '../src/mail/desk/find/word-index.ts'
import { createKeyedHash } from '../src/store/keyed-hash.ts'

export const PROJECT = 'bench'
const GROUP = 500
const DAY_MS = 24 * 3_600_000

export interface BenchStorage extends OpenedStorage {
  clock: Clock
}

/** Opens the storage as the app does; `admin` to read it while the app is running. */
export async function openBenchStorage(
  url: string,
  env: Record<string, string>,
  { admin = false } = {},
): Promise<BenchStorage> {
  const clock = createClock()
  const sealer = createSealer([Buffer.from(env['ENCRYPTION_KEY'] ?? '', 'base64')])
  return { clock, ...(await openStorage(url, { sealer, clock, log: createLogger({ level: 'error' }), admin })) }
}

/** Runs `count` writes in concurrent groups. */
export async function writeInGroups(count: number, write: (index: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += GROUP)
    await Promise.all(Array.from({ length: Math.min(GROUP, count - from) }, (_one, more) => write(from + more)))
}

/** The record of a finished job that was requested at `askedAt`. */
export function createFinishedJob(about: {
  team: string
  seed: string
  askedAt: number
  user?: string
  channel?: string
}): Job {
  const { team, seed, askedAt, user = 'U1', channel = 'C1' } = about
  return {
    id: createJobId(askedAt, `bench${seed}`),
    team,
    requester: user,
    channel,
    door: 'command',
    project: PROJECT,
    title: `job ${seed}`,
    state: 'finished',
    askedAt,
    attempt: 1,
    run: 1,
    beat: 1,
    startedAt: askedAt,
    checkedAt: askedAt,
    sent: 0,
    followUps: 0,
    branch: 'docs/x',
    model: 'writer-1',
    repository: 'https://git.example.test/acme/docs',
  }
}

/** Stores a finished job with all its records: prompt, lists, names, card, effect and a remembered task. */
async function seedJob({ store, queue }: BenchStorage, job: Job): Promise<void> {
  const { team, id, channel } = job
  const place = { channel, ts: `${Math.floor(job.askedAt / 1000)}.000100` }
  await createJobStore(store, team).add({ ...job, cardTs: place.ts }, { instruction: job.title, quotes: [] })
  const card = { channel, ts: place.ts, wanted: 3, shown: 3 }
  await store.put(`${team}/cards:${JOB_CARD}:${id}/head`, card, { version: 0 })
  await seedEffect(store, team, `card:${JOB_CARD}:${id}`, place)
  await seedTask(queue, `jobs.start:${team}:${id}`)
}

/** Stores a mail as the head of its thread, with all its records. */
async function seedMail(
  { store, queue, clock }: BenchStorage,
  { team, index, channel, words }: { team: string; index: number; channel: string; words: WordIndex },
): Promise<void> {
  const name = `bench${`${index}`.padStart(7, '0')}`
  const at = clock.now() - index * 1000
  const mailStore = createMailStore({ store, team })
  const inboxId = 'inbox@bench.test'
  const place = { channel, ts: `${Math.floor(at / 1000)}.${`${index}`.padStart(6, '0')}` }
  const ids = { thread: name, inboxId, threadId: name }
  const from = { address: `person${index}@customer.test` }
  const found = ['seeded', ...(index % 100 === 0 ? ['hundredth'] : [])]
  const content = { subject: `Mail ${index} ${found.join(' ')}`, text: 'Thank you. '.repeat(20) }
  const lists = { replyTo: [], to: [{ address: inboxId }], cc: [], attachments: [], headers: {}, badges: [] }
  await mailStore.mails.put(name, { ...ids, ...lists, ...content, messageId: name, at, from, isFetched: true }, 0)
  const thread = { inboxId, threadId: name, mails: [name], count: 1, replies: [] }
  const placement = { is: 'posted' as const, channel: place.channel, head: 0 }
  await mailStore.threads.put(name, { ...thread, placement }, 0)
  await mailStore.slackThreads.put(`${place.channel}:${place.ts}`, { thread: name }, 0)
  const contacts = createTable(store, { partition: `${team}/mail.contacts`, schema: contactSchema })
  await contacts.put(name, { seenIn: name, wroteIn: name }, 0)
  await words.add(found, { key: name, at, thread: name })
  await seedEffect(store, team, `card:mail.card:${name}`, place)
  await seedTask(queue, `mail.event:${team}:${name}`)
}

const seedEffect = (
  store: OpenedStorage['store'],
  team: string,
  opId: string,
  result: { channel: string; ts: string },
) =>
  createTable(store, { partition: `${team}/effects`, schema: z.json() }).put(
    opId,
    { state: 'done', attempts: 1, data: null, isKept: true, result },
    0,
  )

/** A cancelled task, which stays remembered under its id. */
async function seedTask(queue: OpenedStorage['queue'], id: string): Promise<void> {
  await queue.send({ kind: 'bench.past', version: 1, data: null }, { id, delayMs: DAY_MS })
  await queue.cancel(id)
}

/** Writes `count` finished jobs of these people in these channels, and as many mails. */
export async function seedHistory(
  opened: BenchStorage,
  about: { team: string; count: number; users: string[]; channels: string[] },
): Promise<void> {
  const { team, count, users, channels } = about
  const words = createWordIndex({ store: opened.store, team }, await createKeyedHash(opened.store), {
    clock: opened.clock,
  })
  // Otherwise the app would index everything again while it is measured.
  await words.recordComplete(INDEX_VERSION)
  await writeInGroups(count, async (index) => {
    const askedAt = opened.clock.now() - DAY_MS - (count - index) * 1000
    const [user = '', channel = ''] = [users[index % users.length], channels[index % channels.length]]
    await seedJob(opened, createFinishedJob({ team, seed: `${index}`, askedAt, user, channel }))
    await seedMail(opened, { team, index, channel, words })
  })
  while ((await words.pack()) !== undefined);
}
