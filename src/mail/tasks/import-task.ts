import { z } from 'zod'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'

const importSchema = z.object({
  team: z.string(),
  user: z.string(),
  inboxId: z.string(),
  days: z.number(),
  /** When the import was requested. */
  at: z.number(),
  channel: z.string(),
})
export type ImportRequest = z.infer<typeof importSchema>

/** Brings earlier mail of an inbox into Slack; each run is one step. Frozen. */
export const importTask = taskKind('mail.import', importSchema)

/** The id of an inbox's import. */
export const createImportId = (keyedHash: KeyedHash, inboxId: string): string =>
  keyedHash('import', inboxId.toLowerCase())

/** Starts an import, once per command. Durable when it resolves. Imports of one inbox run one after another. */
export const sendImport = (
  { queue, keyedHash }: { queue: Queue; keyedHash: KeyedHash },
  eventId: string,
  request: ImportRequest,
): Promise<void> => {
  const { team, inboxId } = request
  return queue.send(importTask.of(request), {
    id: `mail.import:${team}:${eventId}`,
    lane: `mail.import:${team}:${createImportId(keyedHash, inboxId)}`,
  })
}
