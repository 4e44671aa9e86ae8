import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'
import { mailRuleSchema } from '../../records/routing/mail-rule.ts'

const TTL_MS = 3 * DAY_MS

/** What somebody entered and could not save. */
export const ruleDraftSchema = z.object({ user: z.string(), rule: mailRuleSchema })

/** Rules that could not be saved because somebody else was faster, kept until they are opened again. */
export function createRuleDrafts({ store, team }: WorkspaceStore) {
  const drafts = createTable(store, { partition: `${team}/mail.rules-draft`, schema: ruleDraftSchema, ttlMs: TTL_MS })
  return {
    keep: async (id: string, draft: z.infer<typeof ruleDraftSchema>): Promise<void> =>
      void (await drafts.update(id, () => draft)),
    /** Undefined if it is gone, or somebody else's. */
    async find(user: string, id: string) {
      const draft = (await drafts.get(id))?.value
      return draft?.user === user ? draft.rule : undefined
    },
  }
}

export type RuleDrafts = ReturnType<typeof createRuleDrafts>
