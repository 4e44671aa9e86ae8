import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'
import { mailRuleSchema } from '../../records/routing/mail-rule.ts'

const TTL_MS = 3 * DAY_MS

/** A rule that someone entered and could not save. */
export const ruleDraftSchema = z.object({ user: z.string(), rule: mailRuleSchema })

/** Rules that could not be saved because someone else changed them first, kept until they are opened again. */
export function createRuleDrafts({ store, team }: WorkspaceStore) {
  const drafts = createTable(store, { partition: `${team}/mail.rules-draft`, schema: ruleDraftSchema, ttlMs: TTL_MS })
  return {
    keep: async (id: string, draft: z.infer<typeof ruleDraftSchema>): Promise<void> =>
      void (await drafts.update(id, () => draft)),
    /** Finds a draft; undefined if it is gone or belongs to someone else. */
    async find(user: string, id: string) {
      const draft = (await drafts.get(id))?.value
      return draft?.user === user ? draft.rule : undefined
    },
  }
}

export type RuleDrafts = ReturnType<typeof createRuleDrafts>
