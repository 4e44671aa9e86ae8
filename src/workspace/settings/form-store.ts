import { z } from 'zod'
import { DAY_MS } from '../../core/clock.ts'
import type { Store } from '../../store/store.ts'
import { jsonSchema } from '../../store/json-schema.ts'
import { createTable } from '../../store/typed-table.ts'
import { pageTopicSchema } from './page-topics.ts'

/** A form may stay open over a weekend. */
const TTL_MS = 3 * DAY_MS
/** Older pages are on no screen. */
const PAGES_KEPT = 20
const ID_FORM = /^[\da-f-]{36}$/

const fieldSchema = z.object({
  /** The value when the page was shown. */
  base: jsonSchema,
  /** The field's content if the person entered nothing. */
  plain: z.array(z.string()),
  /** Set if the page shows another person's change next to the entry: it stays until the page is saved. */
  isContested: z.literal(true).optional(),
  /** The entry that was rejected after an earlier page with it was submitted, while it is still the entry. */
  rejected: z.array(z.string()).optional(),
})
/** Entries of a page, by the setting's name. */
const enteredSchema = z.record(z.string(), z.array(z.string()))
/** The submissions of a page so far. It is submitted again if Slack loses the answer. */
const submittedSchema = z.object({
  /** The settings that were named so far. */
  names: z.array(z.string()),
  /** The number of the last submission, and a hash of its content. */
  n: z.number(),
  hash: z.string(),
})
const pageSchema = z.object({
  n: z.number(),
  topic: pageTopicSchema,
  /** The fields of the page, by the setting's name. */
  fields: z.record(z.string(), fieldSchema),
  /** The inboxes or projects in the page's menu. */
  targets: z.array(z.string()).optional(),
  /** The topic to show after the save: the person chose it while the page had unsaved changes. */
  next: pageTopicSchema.optional(),
  submitted: submittedSchema.optional(),
  /** Entries that were not saved, because another person saved first or a value was rejected. */
  lost: enteredSchema.optional(),
  /** The settings whose values were rejected. */
  rejected: z.array(z.string()).optional(),
})
export const settingsFormSchema = z.object({
  user: z.string(),
  /** The conversation in which the form was opened. */
  channel: z.string().optional(),
  /** The pages shown so far, newest last: each submission names its page. */
  pages: z.array(pageSchema),
})

/** An open form. The form itself carries only its id: its content is never read from the client. */
export type SettingsForm = z.infer<typeof settingsFormSchema>
export type FormPage = z.infer<typeof pageSchema>
export type EnteredValues = z.infer<typeof enteredSchema>

/** Stores open forms. */
export interface FormStore {
  /** Returns undefined if the form is gone or belongs to another person. */
  get(this: void, at: { team: string; user: string }, id: string): Promise<SettingsForm | undefined>
  /** Adds a page to a form, which may be new. Returns the number of the page; two requests at the same time get different numbers. */
  addPage(this: void, team: string, id: string, form: SettingsForm, page: Omit<FormPage, 'n'>): Promise<number>
  /** Counts a submission of a page, and returns its number. A submission with the same content as the last one is the same. */
  countSubmission(
    this: void,
    at: { team: string; user: string },
    page: { id: string; n: number },
    submission: { names: string[]; hash: string },
  ): Promise<number>
  /** Keeps entries that could not be saved with their page, to be shown again. */
  keepLost(
    this: void,
    at: { team: string; user: string },
    page: { id: string; n: number },
    unsaved: { lost: EnteredValues; rejected: string[] },
  ): Promise<void>
}

export function createFormStore(store: Store): FormStore {
  const table = (team: string) =>
    createTable<SettingsForm>(store, {
      partition: `${team}/settings-form`,
      schema: settingsFormSchema,
      ttlMs: TTL_MS,
    })
  const updatePage = (
    { team, user }: { team: string; user: string },
    { id, n }: { id: string; n: number },
    change: (page: FormPage) => FormPage,
  ) =>
    table(team).update(id, (now) =>
      now?.user === user ? { ...now, pages: now.pages.map((page) => (page.n === n ? change(page) : page)) } : undefined,
    )
  return {
    async get({ team, user }, id) {
      // The client may return any id.
      const form = ID_FORM.test(id) ? (await table(team).get(id))?.value : undefined
      return form?.user === user ? form : undefined
    },
    async addPage(team, id, form, page) {
      let n = 1
      await table(team).update(id, (now = form) => {
        n = (now.pages.at(-1)?.n ?? 0) + 1
        return { ...now, pages: [...now.pages, { ...page, n }].slice(-PAGES_KEPT) }
      })
      return n
    },
    async countSubmission(at, page, { names, hash }) {
      let counted = 1
      await updatePage(at, page, ({ submitted: last, ...rest }) => {
        counted = last ? last.n + (last.hash === hash ? 0 : 1) : 1
        return { ...rest, submitted: { names: [...new Set([...(last?.names ?? []), ...names])], n: counted, hash } }
      })
      return counted
    },
    async keepLost(at, page, unsaved) {
      await updatePage(at, page, (old) => ({ ...old, ...unsaved }))
    },
  }
}
