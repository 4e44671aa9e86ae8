import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import { jsonSchema } from '../../../store/json-schema.ts'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'
import { replyContentSchema } from '../../records/replies/reply.ts'

/** The mail that a preview showed for an open form. */
export const shownPreviewSchema = z.object({
  user: z.string(),
  /** The form at that time. */
  written: jsonSchema,
  content: replyContentSchema,
})
export type ShownPreview = z.infer<typeof shownPreviewSchema>

/** The last preview of each open form, kept for a day. */
export function createPreviewStore({ store, team }: WorkspaceStore, keyedHash: KeyedHash) {
  const previews = createTable(store, { partition: `${team}/mail.previews`, schema: shownPreviewSchema, ttlMs: DAY_MS })
  return {
    /** Identifies the preview of a form, by the id of its view. */
    nameOf: (view: string): string => keyedHash('preview', view),
    keep: async (id: string, shown: ShownPreview): Promise<void> => void (await previews.update(id, () => shown)),
    /** Returns undefined if it is gone or belongs to another person. */
    async find(user: string, id: string): Promise<ShownPreview | undefined> {
      const shown = (await previews.get(id))?.value
      return shown?.user === user ? shown : undefined
    },
  }
}

export type PreviewStore = ReturnType<typeof createPreviewStore>
