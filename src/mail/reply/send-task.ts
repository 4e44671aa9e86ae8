import { z } from 'zod'
import { taskKind } from '../../queue/task-kinds.ts'

/** Frozen. */
export const sendTask = taskKind(
  'mail.send',
  z.object({ team: z.string(), reply: z.string(), user: z.string().exactOptional() }),
)
export const sendLane = (team: string, reply: string): string => `mail.send:${team}:${reply}`

/** A key is good for 24 hours; the rest is room for a slow last attempt. */
export const KEY_MS = 23.5 * 60 * 60_000
