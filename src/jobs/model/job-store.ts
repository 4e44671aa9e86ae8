import { z } from 'zod'
import type { Store } from '../../store/store.ts'
import { createTable, type Table } from '../../store/typed-table.ts'
import { type Job, jobSchema, threadTsOf } from './job.ts'
import { shortName } from './job-ids.ts'
import { mailScope } from './job-mail.ts'
import { type Prompt, promptSchema } from './job-prompt.ts'
import { followUpSchema, type FollowUp } from './follow-up.ts'
import { offerSchema, type PostedOffer } from './offer.ts'

const LINK_TTL_MS = 90 * 24 * 3_600_000
const THREAD_JOBS = 20

export const jobLinkSchema = z.object({ id: z.string() })
export const threadJobsSchema = z.object({ ids: z.array(z.string()) })
/** Entries of a list have no content: their id is the job's. */
export const listedJobSchema = z.object({})

/** The jobs of one team, with their prompts, follow-ups and lists. */
export interface JobStore {
  get(id: string): Promise<Job | undefined>
  /** Writes a new job, its prompt and its list entries. An existing job stays unchanged. */
  add(job: Job, prompt: Prompt): Promise<Job>
  /** Like `Table.update`, and updates the lists; undefined if the job does not exist. */
  update(id: string, change: (job: Job) => Job | undefined): Promise<Job | undefined>
  prompt(id: string): Promise<Prompt | undefined>
  savePrompt(id: string, prompt: Prompt): Promise<void>
  /** Returns the jobs of a thread, oldest first. */
  listThread(channel: string, ts: string): Promise<Job[]>
  /** Finds a job by its short name, its id or the agent's id. */
  findByName(name: string): Promise<Job | undefined>
  /** Returns jobs, newest first, of one person (`U…`), one channel (`C…`) or one mail (`mailScope`). */
  list(scope: string, page: { after?: string; limit: number }): Promise<{ jobs: Job[]; next: string | undefined }>
  followUps: (id: string) => Table<FollowUp>
  /** Posted offers, by the op id of their message. */
  offers: (id: string) => Table<PostedOffer>
}

/** Creates the store of one team. Lists are written after the record, and written again by a repeated write. */
export function createJobStore(store: Store, team: string): JobStore {
  const jobs = createTable<Job>(store, { partition: `${team}/jobs`, schema: jobSchema })
  const prompts = createTable<Prompt>(store, { partition: `${team}/jobs-prompt`, schema: promptSchema })
  const threads = createTable(store, { partition: `${team}/jobs-thread`, schema: threadJobsSchema })
  const names = createTable(store, { partition: `${team}/jobs-name`, schema: jobLinkSchema, ttlMs: LINK_TTL_MS })
  const listOf = (scope: string) =>
    createTable(store, { partition: `${team}/jobs-of-${scope}`, schema: listedJobSchema })

  const addToList = (scope: string, id: string): Promise<unknown> =>
    listOf(scope).update(id, (found) => (found ? undefined : {}))
  const addName = (name: string, id: string): Promise<unknown> =>
    names.update(name.toLowerCase(), (found) => (found ? undefined : { id }))

  const addToThread = (thread: string, id: string): Promise<unknown> =>
    threads.update(thread, (found) => {
      const ids = found?.ids ?? []
      return ids.includes(id) ? undefined : { ids: [...ids, id].slice(-THREAD_JOBS) }
    })

  /** Updates the lists after a write that could have moved the job; every step may be repeated. */
  async function writeLists(job: Job, before?: Job): Promise<void> {
    const thread = threadTsOf(job)
    if (thread && (!before || threadTsOf(before) !== thread)) await addToThread(`${job.channel}:${thread}`, job.id)
    if (job.askedTs && !before) await addToThread(`${job.channel}:${job.askedTs}`, job.id)
    if (job.remoteId && job.remoteId !== before?.remoteId) await addName(job.remoteId, job.id)
    if (job.requester !== before?.requester) await addToList(job.requester, job.id)
  }

  async function get(id: string): Promise<Job | undefined> {
    return (await jobs.get(id))?.value
  }

  return {
    get,
    async add(job, prompt) {
      await prompts.update(job.id, (found) => (found ? undefined : prompt))
      const kept = (await jobs.update(job.id, (found) => (found ? undefined : job))) ?? job
      await Promise.all([
        writeLists(kept),
        addName(shortName(job.id), job.id),
        addToList(job.channel, job.id),
        job.mail && addToList(mailScope(job.mail.mail), job.id),
      ])
      return kept
    },
    async update(id, change) {
      let before: Job | undefined
      let hasChanged = false
      const after = await jobs.update(id, (found) => {
        before = found
        const next = found && change(found)
        hasChanged = next !== undefined
        return next
      })
      // Lists are written even if nothing changed: an earlier attempt may have crashed after its write.
      if (after) await writeLists(after, hasChanged ? before : undefined)
      return after
    },
    prompt: async (id) => (await prompts.get(id))?.value,
    savePrompt: async (id, prompt) => void (await prompts.update(id, () => prompt)),
    async listThread(channel, ts) {
      const ids = (await threads.get(`${channel}:${ts}`))?.value.ids ?? []
      const found = await Promise.all(ids.map(get))
      return found.filter((job) => job !== undefined)
    },
    async findByName(name) {
      const link = await names.get(name.toLowerCase())
      return get(link?.value.id ?? name.toLowerCase())
    },
    async list(scope, page) {
      const { rows, next } = await listOf(scope).list(page)
      const found = await Promise.all(rows.map(({ id }) => get(id)))
      return { jobs: found.filter((job) => job !== undefined), next }
    },
    followUps: (id) => createTable<FollowUp>(store, { partition: `${team}/jobs-said-${id}`, schema: followUpSchema }),
    offers: (id) => createTable<PostedOffer>(store, { partition: `${team}/jobs-offers-${id}`, schema: offerSchema }),
  }
}
