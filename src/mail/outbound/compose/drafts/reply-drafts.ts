import { z } from 'zod'
import { type Clock, DAY_MS } from '../../../../core/clock.ts'
import type { Json } from '../../../../core/json.ts'
import { openEnum } from '../../../../store/open-enum.ts'
import type { WorkspaceStore } from '../../../../store/workspace-store.ts'
import { createTable } from '../../../../store/typed-table.ts'

const MAX_ENDED = 20
const KEPT_MS = 7 * DAY_MS
const PAGE = 100
/** Bounds how many records are read for a list. */
const MAX_PAGES = 20

const filesSchema = z.array(z.object({ id: z.string(), name: z.string(), size: z.number().exactOptional() }))

const draftSchema = z.object({
  at: z.number(),
  /** Slack's time of the newest change; an older change that arrives late is ignored. */
  order: z.string(),
  /** Identifies the text from its first form on, however often it is closed and continued. */
  session: z.string(),
  /** The form of the last change. */
  form: z.string(),
  kind: openEnum(['forward', 'new']).exactOptional(),
  thread: z.string(),
  mail: z.string(),
  inboxId: z.string().exactOptional(),
  all: z.boolean().exactOptional(),
  instead: z.string().exactOptional(),
  /** Whether the replaced reply was scheduled. */
  takesBack: z.boolean().exactOptional(),
  given: z.string().exactOptional(),
  job: z.string().exactOptional(),
  isMore: z.boolean().exactOptional(),
  signature: z.string().exactOptional(),
  isQuoted: z.boolean().exactOptional(),
  closes: z.boolean().exactOptional(),
  /** The rich text as written in Slack. */
  written: z.custom<Json>((value) => value !== undefined),
  /** The placeholders that saved replies did not fill. */
  placeholders: z.array(z.string()).exactOptional(),
  /** The content of the other fields. */
  fields: z.record(z.string(), z.string()),
  /** The chosen files of the thread, and those of a forwarded mail. */
  threadFiles: z.array(z.string()).exactOptional(),
  forwarded: z.array(z.string()).exactOptional(),
  /** The files attached in this form, and in earlier ones. */
  files: filesSchema,
  kept: filesSchema,
})
/** The unsent content of a form. */
export type ReplyDraft = z.infer<typeof draftSchema>

export const replyDraftRecordSchema = z.object({
  draft: draftSchema.exactOptional(),
  /** Texts that were sent or discarded, and the form that sent them: later reports of their forms are ignored. */
  ended: z.array(z.object({ session: z.string(), form: z.string() })),
})

/** The owner and purpose of a draft. */
export interface DraftKey {
  user: string
  /** Identifies the thread and the kind of mail. */
  slot: string
}

/** Stores unsent content of forms for a week since its last change, by the scale of the clock. */
export function createReplyDrafts({ store, team }: WorkspaceStore, clock: Pick<Clock, 'scaled'>) {
  const records = createTable(store, {
    partition: `${team}/mail.drafts`,
    schema: replyDraftRecordSchema,
    ttlMs: clock.scaled(KEPT_MS),
  })
  const idOf = ({ user, slot }: DraftKey): string => `${user}:${slot}`
  const read = async (key: DraftKey) => (await records.get(idOf(key)))?.value

  return {
    find: async (key: DraftKey): Promise<ReplyDraft | undefined> => (await read(key))?.draft,

    /** The drafts of a person, the newest first. */
    async list(user: string): Promise<{ slot: string; draft: ReplyDraft }[]> {
      const prefix = `${user}:`
      const found: { slot: string; draft: ReplyDraft }[] = []
      // Ids come in falling order, and `;` is the character after the colon.
      let after: string | undefined = `${user};`
      // A person who answers a lot has many records whose drafts have ended.
      for (let page = 0; page < MAX_PAGES && after !== undefined; page++) {
        const { rows, next }: Awaited<ReturnType<typeof records.list>> = await records.list({ after, limit: PAGE })
        for (const { id, value } of rows)
          if (id.startsWith(prefix) && value.draft) found.push({ slot: id.slice(prefix.length), draft: value.draft })
        after = next?.startsWith(prefix) ? next : undefined
      }
      return found.toSorted((one, other) => other.draft.at - one.draft.at)
    },

    /** Whether a text of this session was ever kept, sent or discarded here. */
    async isKnown(key: DraftKey, session: string): Promise<boolean> {
      const { draft, ended = [] } = (await read(key)) ?? {}
      return draft?.session === session || ended.some((one) => one.session === session)
    },

    /** Keeps the typed content, unless a newer change is kept or the text was sent. Returns the previous draft. */
    async keep(key: DraftKey, typed: Omit<ReplyDraft, 'kept'>): Promise<ReplyDraft | undefined> {
      let before: ReplyDraft | undefined
      await records.update(idOf(key), (known) => {
        before = known?.draft
        if (known?.ended.some(({ session }) => session === typed.session)) return undefined
        if (before && isNewer(before, typed)) return undefined
        return { ended: known?.ended ?? [], draft: { ...typed, kept: listKept(before, typed.form) } }
      })
      return before
    },

    /** The form that has claimed the text. */
    findSender: async (key: DraftKey, session: string): Promise<string | undefined> =>
      (await read(key))?.ended.find((one) => one.session === session)?.form,

    /** Claims the text for the form that sends it; later changes are ignored. Returns the first form that claimed it. */
    async claim(key: DraftKey, session: string, form: string): Promise<string | undefined> {
      const record = await records.update(idOf(key), (known = { ended: [] }) => {
        const isEnded = known.ended.some((one) => one.session === session)
        return isEnded ? undefined : { ...known, ended: [...known.ended, { session, form }].slice(-MAX_ENDED) }
      })
      return record?.ended.find((one) => one.session === session)?.form
    },

    /** Discards this text and no other; later reports of its forms do not restore it. */
    drop: async (key: DraftKey, session: string): Promise<void> =>
      void (await records.update(idOf(key), ({ draft, ended } = { ended: [] }) => ({
        ...(draft && draft.session !== session && { draft }),
        ended: ended.some((one) => one.session === session)
          ? ended
          : [...ended, { session, form: '' }].slice(-MAX_ENDED),
      }))),
  }
}

/** Frozen: ends the `order` of a form's content at its closing, which is its last report. */
export const CLOSED_MARK = '~'

const isNewer = (known: ReplyDraft, typed: Pick<ReplyDraft, 'form' | 'order'>): boolean =>
  known.order >= typed.order || (known.form === typed.form && known.order.endsWith(CLOSED_MARK))

/** The files of a draft that a form has to list because they were attached in another form. */
export function listKept(draft: ReplyDraft | undefined, form?: string): ReplyDraft['files'] {
  if (!draft) return []
  if (draft.form === form) return draft.kept
  return [...draft.kept, ...draft.files.filter(({ id }) => !draft.kept.some((one) => one.id === id))]
}

export type ReplyDrafts = ReturnType<typeof createReplyDrafts>
