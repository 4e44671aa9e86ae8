import { z } from 'zod'
import { createTable } from '../../../store/typed-table.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'

/** What somebody looked for, for as long as they may turn its pages. */
export const searchSchema = z.object({ user: z.string(), typed: z.string() })
const SEARCH_MS = 24 * 3_600_000

/** The searches whose pages people may still turn. */
export const createSearchTable = ({ store, team }: WorkspaceStore) =>
  createTable(store, { partition: `${team}/mail.searches`, schema: searchSchema, ttlMs: SEARCH_MS })
export type SearchTable = ReturnType<typeof createSearchTable>
