import { z } from 'zod'
import type { Json } from '../../../core/json.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'

/** Stored by id, for a person or a channel. */
export const savedReplySchema = z.object({
  name: z.string(),
  /** Rich text as written in Slack. */
  written: z.custom<Json>((value) => value !== undefined),
  by: z.string(),
  at: z.number(),
  /** Increases with each change. */
  revision: z.number(),
  uses: z.number(),
  /** The form that saved it last; the form may be submitted again with another text. */
  form: z.string().exactOptional(),
})
export type SavedReply = z.infer<typeof savedReplySchema>

/** A saved reply with its owner: a person's id or a channel's. */
export interface ListedSavedReply extends SavedReply {
  id: string
  scope: string
}

/** The most saved replies of a person or a channel. */
export const SAVED_MAX = 100
/** The longest name. */
export const SAVED_NAME_CHARS = 60
/** The longest text, in characters. */
export const SAVED_TEXT_CHARS = 10_000

/** Whether a scope is a channel; otherwise it is a person. */
export const isChannelScope = (scope: string): boolean => /^[CG]/.test(scope)

/** Stores saved replies. */
export function createSavedReplies({ store, team }: WorkspaceStore) {
  const table = (scope: string) =>
    createTable(store, { partition: `${team}/mail.saved-${scope}`, schema: savedReplySchema })
  return {
    find: async (scope: string, id: string): Promise<ListedSavedReply | undefined> => {
      const row = await table(scope).get(id)
      return row && { ...row.value, id, scope }
    },
    /** Lists the replies, most used first. */
    async list(scope: string): Promise<ListedSavedReply[]> {
      const { rows } = await table(scope).list({ limit: SAVED_MAX })
      return rows
        .map(({ id, value }) => ({ ...value, id, scope }))
        .toSorted((one, other) => other.uses - one.uses || one.name.localeCompare(other.name))
    },
    /** Changes a reply; `edit` returns undefined for no change. */
    change: (
      scope: string,
      id: string,
      edit: (now: SavedReply | undefined) => SavedReply | undefined,
    ): Promise<SavedReply | undefined> => table(scope).update(id, edit),
    async remove(scope: string, id: string): Promise<void> {
      const row = await table(scope).get(id)
      if (row) await table(scope).delete(id, row.version)
    },
  }
}

export type SavedReplies = ReturnType<typeof createSavedReplies>
