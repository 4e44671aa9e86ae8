import { z } from 'zod'
import type { AccessPolicy } from '../access/access-policy.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Clock } from '../core/clock.ts'
import type { TaskFailure, Task } from '../queue/queue.ts'
import { errorReference } from '../queue/task-kinds.ts'
import { channelMention } from '../slack/blocks/mrkdwn.ts'
import { textMessage } from '../slack/blocks/text-message.ts'
import type { Installations } from '../slack/directory/installations.ts'
import type { Languages } from '../slack/directory/languages.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import { type WorkspaceText, workspaceTextIn } from './text/workspace-text.ts'

/** The time in which admins are sent one message per kind of task, however many tasks fail. */
const BUNDLE_MS = 3_600_000

/** The fields of tasks that name the requester and the location. */
const requesterSchema = z.object({
  team: z.string(),
  user: z.string().regex(/^[UW]/).optional().catch(undefined),
  channel: z
    .string()
    .regex(/^[CDG]/)
    .optional()
    .catch(undefined),
})

export interface FailedTaskNotifierOptions {
  audit: Pick<AuditLog, 'record'>
  outbox: Outbox
  clock: Clock
  access: Pick<AccessPolicy, 'listAppointedAdmins'>
  /** The team to notify if the task names none. */
  slack: { installations: Pick<Installations, 'lastKnown'> }
  languages: Languages
}

/**
 * Reports a task that failed for good to the requester by direct message, and to the admins. A failed message to Slack is reported to the admins
 * only: they can retry it, and it still reaches its recipient. Every failure is in the audit.
 */
export function createFailedTaskNotifier({
  audit,
  outbox,
  clock,
  access,
  slack: { installations },
  languages,
}: FailedTaskNotifierOptions): (task: Task, failure: TaskFailure, wasNotified: boolean) => Promise<void> {
  return async ({ kind, data }, { id }, wasNotified) => {
    const requester = requesterSchema.safeParse(data).data
    const team = requester?.team ?? installations.lastKnown()?.teamId
    if (team === undefined) return
    const reference = errorReference(id)
    await audit.record({
      team,
      action: 'task.give_up',
      verb: kind,
      object: { kind: 'task', id: reference },
      ...(requester?.channel !== undefined && { location: { channel: requester.channel } }),
      outcome: 'failed',
      opId: `died:${id}`,
    })
    if (requester?.user !== undefined && !wasNotified && !kind.startsWith('slack.')) {
      const { user } = requester
      const text = workspaceTextIn(await languages.ofPerson(team, user))
      const message = textMessage(describeDeadTask(text, reference, requester.channel))
      await outbox.postDirect({ team, user, opId: `died:${id}`, message })
    }
    const bundle = Math.floor(clock.now() / BUNDLE_MS)
    // Unknown until Slack has named the home workspace; the dead letter must not wait for that.
    for (const user of await access.listAppointedAdmins(team).catch(() => [])) {
      const message = textMessage(workspaceTextIn(await languages.ofPerson(team, user)).died.admin({ kind, reference }))
      await outbox.postDirect({ team, user, opId: `died:${team}:${kind}:${bundle}:${user}`, message })
    }
  }
}

const describeDeadTask = ({ died }: WorkspaceText, reference: string, channel: string | undefined): string =>
  channel ? died.personIn({ reference, channel: channelMention(channel) }) : died.person({ reference })
