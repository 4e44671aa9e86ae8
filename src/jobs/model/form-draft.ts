import { z } from 'zod'
import type { Store } from '../../store/store.ts'
import { openEnum } from '../../store/open-enum.ts'
import { createTable } from '../../store/typed-table.ts'
import { jobSchema } from './job.ts'
import { quoteSchema } from './job-prompt.ts'

const TTL_MS = 24 * 3_600_000

export const formDraftSchema = z.object({
  /** Whose form it is. Its id comes back from the client, so it opens nobody else's draft. */
  user: z.string(),
  /** How the form was opened, which becomes the job's source. */
  door: openEnum(['form', 'shortcut', 'list', 'again']),
  /** The text that the form starts with; `edit` changes this job instead of starting another. */
  text: z.string(),
  edit: z.string().optional(),
  /** Why the form is open, where it says so: before the first start, or to start in another project than `not`. */
  why: openEnum(['before', 'elsewhere']).optional(),
  not: z.string().optional(),
  channel: z.string().optional(),
  threadTs: z.string().optional(),
  project: z.string().optional(),
  source: z.string().optional(),
  quotes: z.array(quoteSchema),
  /** The indexes of the quotes that are not ticked when the form opens. */
  unticked: z.array(z.number()).optional(),
  /** How many quotes this person may not see; they are left out. */
  hidden: z.number().optional(),
  used: jobSchema.shape.used,
  /** The mail that it is opened from. */
  mail: jobSchema.shape.mail,
  /** The job that this one continues. */
  from: z.string().optional(),
  /** The quotes come from the docs list and leave it when the job starts. */
  collected: z.boolean().optional(),
})

/** What an open form is about. The form itself carries only the draft's id, because its metadata is readable by the client. */
export type FormDraft = Omit<z.infer<typeof formDraftSchema>, 'user'>

/** Drafts of open forms, kept for a day. */
export interface DraftStore {
  save(user: string, id: string, draft: FormDraft): Promise<void>
  /** Undefined if it is gone, or somebody else's. */
  get(user: string, id: string): Promise<FormDraft | undefined>
}

export function createDraftStore(store: Store, team: string): DraftStore {
  const drafts = createTable<z.infer<typeof formDraftSchema>>(store, {
    partition: `${team}/jobs-draft`,
    schema: formDraftSchema,
    ttlMs: TTL_MS,
  })
  return {
    save: async (user, id, draft) => void (await drafts.update(id, () => ({ ...draft, user }))),
    async get(user, id) {
      const draft = (await drafts.get(id))?.value
      return draft?.user === user ? draft : undefined
    },
  }
}
