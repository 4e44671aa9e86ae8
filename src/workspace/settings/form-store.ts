import { z } from 'zod'
import { DAY_MS } from '../../core/clock.ts'
import type { Store } from '../../store/store.ts'
import { jsonSchema } from '../../store/json-schema.ts'
import { createTable } from '../../store/typed-table.ts'
import { pageTopicSchema } from './page-topics.ts'

/** A form may be open over a weekend. */
const TTL_MS = 3 * DAY_MS
/** Older pages cannot be on anybody's screen. */
const PAGES_KEPT = 20
const ID_FORM = /^[\da-f-]{36}$/

const fieldSchema = z.object({
  /** The value when the page was shown. */
  base: jsonSchema,
  /** What the field would hold if the person had entered nothing. */
  plain: z.array(z.string()),
})
/** What was entered on a page, by the setting's name. */
const enteredSchema = z.record(z.string(), z.array(z.string()))
const pageSchema = z.object({
  n: z.number(),
  topic: pageTopicSchema,
  /** The fields that the page offers, by the setting's name. */
  fields: z.record(z.string(), fieldSchema),
  /** The inboxes or projects that its menu lists. */
  targets: z.array(z.string()).optional(),
  /** What the page shows once it is saved: the person chose that while something on the page was not saved. */
  next: pageTopicSchema.optional(),
  /** What the person wanted to save when somebody else was faster. */
  lost: enteredSchema.optional(),
})
export const settingsFormSchema = z.object({
  user: z.string(),
  /** Where it was opened. */
  channel: z.string().optional(),
  /** What it has shown, the newest last: each answer says which page it belongs to. */
  pages: z.array(pageSchema),
})

/** An open form. The form itself carries only its id: what it is about is never read from the client. */
export type SettingsForm = z.infer<typeof settingsFormSchema>
export type FormPage = z.infer<typeof pageSchema>
export type EnteredValues = z.infer<typeof enteredSchema>

/** Forms that people have open. */
export interface FormStore {
  /** Undefined if it is gone, or somebody else's. */
  get(this: void, at: { team: string; user: string }, id: string): Promise<SettingsForm | undefined>
  /** Adds a page that is shown to a form, or to a new one. */
  addPage(this: void, team: string, id: string, form: SettingsForm, page: FormPage): Promise<void>
  /** Keeps what the person could not save with the page that it was entered on. */
  keepLost(this: void, at: { team: string; user: string }, id: string, n: number, lost: EnteredValues): Promise<void>
}

export function createFormStore(store: Store): FormStore {
  const table = (team: string) =>
    createTable<SettingsForm>(store, {
      partition: `${team}/settings-form`,
      schema: settingsFormSchema,
      ttlMs: TTL_MS,
    })
  return {
    async get({ team, user }, id) {
      // What comes back from a client may be anything.
      const form = ID_FORM.test(id) ? (await table(team).get(id))?.value : undefined
      return form?.user === user ? form : undefined
    },
    async addPage(team, id, form, page) {
      await table(team).update(id, (now = form) => {
        const others = now.pages.filter(({ n }) => n !== page.n)
        return { ...now, pages: [...others, page].slice(-PAGES_KEPT) }
      })
    },
    async keepLost({ team, user }, id, n, lost) {
      const keep = (page: FormPage): FormPage => (page.n === n ? { ...page, lost } : page)
      await table(team).update(id, (now) => (now?.user === user ? { ...now, pages: now.pages.map(keep) } : undefined))
    },
  }
}
