import { z } from 'zod'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'

const requestSchema = z.object({
  team: z.string(),
  user: z.string(),
  mail: z.string(),
  click: z.string(),
  channel: z.string().exactOptional(),
  threadTs: z.string().exactOptional(),
  responseUrl: z.string().exactOptional(),
  /** The window that shows the files to the person. */
  view: z.string().exactOptional(),
})
/** A request to put the attachments of a mail into its thread. */
export type FilesRequest = z.infer<typeof requestSchema>

/** Puts attachments into the thread of their mail. Frozen. */
export const shareFilesTask = taskKind('mail.share_files', requestSchema)

/** Requests the next attachments of a mail in its thread. Clicks run one after another, so each file is fetched once. */
export const sendShareFiles = (queue: Queue, request: FilesRequest): Promise<void> =>
  queue.send(shareFilesTask.of(request), {
    id: `mail.share_files:${request.team}:${request.click}`,
    lane: `mail.share_files:${request.team}:${request.mail}`,
  })
