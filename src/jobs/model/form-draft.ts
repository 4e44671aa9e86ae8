import { z } from 'zod'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'
import { jobSchema } from './job.ts'
import { quoteSchema } from './job-prompt.ts'

const TTL_MS = 24 * 3_600_000

const schema = z.object({
  door: jobSchema.shape.door.extract(['form', 'shortcut', 'list', 'again']),
  /** What the form starts from; `edit` changes this job instead of making another. */
  text: z.string(),
  edit: z.string().optional(),
  /** Why it is open, where that is said: before the first start, or to start in another project than `not`. */
  why: z.enum(['before', 'elsewhere']).optional(),
  not: z.string().optional(),
  channel: z.string().optional(),
  threadTs: z.string().optional(),
  project: z.string().optional(),
  source: z.string().optional(),
  quotes: z.array(quoteSchema),
  /** How many quotations are not for this person and stay out. */
  hidden: z.number().optional(),
  used: jobSchema.shape.used,
  /** The job that this one goes on from. */
  from: z.string().optional(),
  /** Collected messages that are used up by the start. */
  collected: z.boolean().optional(),
})

/** What an open form is about; the form itself carries only its id (docs/architecture.md, Promises). */
export type FormDraft = z.infer<typeof schema>

export interface DraftStore {
  save(id: string, draft: FormDraft): Promise<void>
  get(id: string): Promise<FormDraft | undefined>
}

export function createDraftStore(store: Store, team: string): DraftStore {
  const rows = createTable<FormDraft>(store, { partition: `${team}/jobs-draft`, schema, ttlMs: TTL_MS })
  return {
    save: async (id, draft) => void (await rows.update(id, () => draft)),
    get: async (id) => (await rows.get(id))?.value,
  }
}
