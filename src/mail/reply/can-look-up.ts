import type { Clock } from '../../core/clock.ts'
import type { Reply } from '../model/reply.ts'
import { CHANGED_BYTES } from './send-problems.ts'
import { KEY_MS } from './send-task.ts'

/** Whether asking again under the same key still finds the first attempt. */
export const canLookUp = ({ firstTriedAt, trouble }: Reply, clock: Clock): boolean =>
  firstTriedAt !== undefined && trouble?.code !== CHANGED_BYTES && clock.now() - firstTriedAt < clock.scaled(KEY_MS)
