import { createTable } from '../../../store/typed-table.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { channelLoadSchema, digestSchema, queuedMailSchema } from '../../records/mail/digest.ts'

/** The records of mail that comes faster than a channel can show it. */
export const createDigestStore = ({ store, team }: WorkspaceStore) => ({
  loads: createTable(store, { partition: `${team}/mail.loads`, schema: channelLoadSchema }),
  digests: createTable(store, { partition: `${team}/mail.digests`, schema: digestSchema }),
  /** Ids list the oldest mail first. */
  queued: (channel: string) =>
    createTable(store, { partition: `${team}/mail.queued-${channel}`, schema: queuedMailSchema }),
})

export type DigestStore = ReturnType<typeof createDigestStore>
