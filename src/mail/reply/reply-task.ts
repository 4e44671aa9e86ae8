import { z } from 'zod'
import type { Json } from '../../core/json.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { partySchema } from '../model/mail.ts'

/** A reply form that was sent. Frozen. */
export const replyTask = taskKind(
  'mail.reply',
  z.object({
    team: z.string(),
    user: z.string(),
    form: z.string(),
    thread: z.string(),
    mail: z.string(),
    to: z.array(partySchema),
    cc: z.array(partySchema),
    bcc: z.array(partySchema),
    written: z.custom<Json>((value) => value !== undefined),
    files: z.array(z.object({ id: z.string(), name: z.string(), size: z.number().exactOptional() })),
    instead: z.string().exactOptional(),
  }),
)
