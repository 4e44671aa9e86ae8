import { z } from 'zod'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'

/** A reply that waits for approval, by its id. Kept until its request ends, or a reader finds that it no longer waits. */
export const awaitingSchema = z.object({ at: z.number(), inboxId: z.string() })

/** The replies of a workspace that wait for approval. */
export const createAwaitingReplies = ({ store, team }: WorkspaceStore) =>
  createTable(store, { partition: `${team}/mail.awaiting`, schema: awaitingSchema })

export type AwaitingReplies = ReturnType<typeof createAwaitingReplies>
