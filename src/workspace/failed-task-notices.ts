import { z } from 'zod'
import type { Clock } from '../core/clock.ts'
import type { TaskFailure, Task } from '../queue/queue.ts'
import { errorReference } from '../queue/task-kinds.ts'
import { section } from '../slack/blocks/block-builders.ts'
import type { Message } from '../slack/blocks/slack-message.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import { workspaceText } from './text/en.ts'

/** Admins hear of one kind of failure once an hour, however many tasks it takes. */
const BUNDLE_MS = 3_600_000

/** Whoever asked for something stands in its task under these names. */
const asked = z.object({
  team: z.string(),
  user: z.string().regex(/^[UW]/).optional().catch(undefined),
  channel: z
    .string()
    .regex(/^[CDG]/)
    .optional()
    .catch(undefined),
})

const says = (text: string): Message => ({ text, blocks: [section(text)] })

/**
 * A task that will never be done is told to the person who asked for it, as a direct message, and to the admins. A message to Slack that
 * could not be written is told to the admins alone: repeated, it still reaches whom it was for.
 */
export function createFailedTaskNotifier(deps: {
  outbox: Outbox
  clock: Clock
  adminUsers: string[]
  /** Where the app is installed, as far as it is known. */
  home: () => string | undefined
}): (task: Task, death: TaskFailure, isTold: boolean) => Promise<void> {
  const { outbox, clock, adminUsers, home } = deps
  return async ({ kind, data }, { id }, isTold) => {
    const found = asked.safeParse(data).data
    const team = found?.team ?? home()
    if (team === undefined) return
    const reference = errorReference(id)
    if (found?.user !== undefined && !isTold && !kind.startsWith('slack.')) {
      const message = says(workspaceText.died.person(reference, found.channel))
      await outbox.postDirect({ team, user: found.user, opId: `died:${id}`, message })
    }
    const bundle = Math.floor(clock.now() / BUNDLE_MS)
    for (const user of adminUsers) {
      const message = says(workspaceText.died.admin(kind, reference))
      await outbox.postDirect({ team, user, opId: `died:${team}:${kind}:${bundle}:${user}`, message })
    }
  }
}
