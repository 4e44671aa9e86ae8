import { z } from 'zod'
import { createTable } from '../../../store/typed-table.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'

/** A query, kept while its pages can be turned. */
export const searchSchema = z.object({ user: z.string(), typed: z.string() })
const SEARCH_MS = 24 * 3_600_000

/** Stores the searches whose pages can still be turned. */
export const createSearchTable = ({ store, team }: WorkspaceStore) =>
  createTable(store, { partition: `${team}/mail.searches`, schema: searchSchema, ttlMs: SEARCH_MS })
export type SearchTable = ReturnType<typeof createSearchTable>
