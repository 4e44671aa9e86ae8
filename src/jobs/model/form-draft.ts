import { z } from 'zod'
import { createFormSubmissions, type FormSubmissions } from '../../store/form-submissions.ts'
import type { Store } from '../../store/store.ts'
import { openEnum } from '../../store/open-enum.ts'
import { createTable } from '../../store/typed-table.ts'
import { jobSchema } from './job.ts'
import { quoteSchema } from './job-prompt.ts'

const TTL_MS = 24 * 3_600_000

/** The content of a submitted form. */
const submittedFormSchema = z.object({
  at: z.number(),
  text: z.string(),
  project: z.string().optional(),
  channel: z.string().optional(),
  /** The indexes of the quotes that were ticked. */
  ticked: z.array(z.number()),
})
export type SubmittedForm = z.infer<typeof submittedFormSchema>

export const formDraftSchema = z.object({
  /** The person who has the form open. The client returns the draft's id, so it must open no other person's draft. */
  user: z.string(),
  /** The door of the form, which becomes the job's source. */
  door: openEnum(['form', 'shortcut', 'list', 'again']),
  /** The initial text. With `edit`, the form changes this job instead of starting another. */
  text: z.string(),
  edit: z.string().optional(),
  /** The reason shown in the form: before the first start, a start in another project than `not`, or the first start of a job that was stopped. */
  why: openEnum(['before', 'elsewhere', 'stopped']).optional(),
  not: z.string().optional(),
  /** Set if the person may change the job but not start it: the form then only keeps their changes. */
  savesOnly: z.boolean().exactOptional(),
  /** The attempt and state of the job that the form has warned of, because the job was stopped while the form was open. */
  warnedOf: z.string().exactOptional(),
  channel: z.string().optional(),
  threadTs: z.string().optional(),
  project: z.string().optional(),
  source: z.string().optional(),
  quotes: z.array(quoteSchema),
  /** The indexes of the quotes that are initially unticked. */
  unticked: z.array(z.number()).optional(),
  /** The number of quotes left out because this person may not see them. */
  hidden: z.number().optional(),
  used: jobSchema.shape.used,
  mail: jobSchema.shape.mail,
  /** The job that this one continues. */
  from: z.string().optional(),
  /** Set if the quotes come from the docs list; they are removed from it when the job starts. */
  collected: z.boolean().optional(),
  /** The first submission, the only one that counts: the form stays open if its answer is lost, and can then be submitted with other content. */
  submitted: submittedFormSchema.optional(),
})

/** The content of an open form. The form itself carries only the draft's id, because the client can read its metadata. */
export type FormDraft = Omit<z.infer<typeof formDraftSchema>, 'user'>

/** Drafts of open forms, kept for a day, and their submissions. */
export interface DraftStore {
  save(user: string, id: string, draft: FormDraft): Promise<void>
  /** Returns undefined if the draft is gone or belongs to another person. */
  get(user: string, id: string): Promise<FormDraft | undefined>
  /** Keeps a submission unless there is an earlier one, and returns the one that counts. A form whose draft is gone counts each time. */
  submit(user: string, id: string, form: SubmittedForm): Promise<SubmittedForm>
  /** Numbers the submissions of forms about one job, of which each counts. */
  readonly submissions: FormSubmissions
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
    async submit(user, id, form) {
      const draft = await drafts.update(id, (now) =>
        now?.user === user && now.submitted === undefined ? { ...now, submitted: form } : undefined,
      )
      return (draft?.user === user ? draft.submitted : undefined) ?? form
    },
    submissions: createFormSubmissions(store, `${team}/jobs-submissions`),
  }
}
