import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { findNamed, isSubject } from '../../../access/subject.ts'
import { returnIfRefused } from '../../../core/errors.ts'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { channelMention, escapeMrkdwn, userMention } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { mayWorkOn } from '../../access/may-work.ts'
import type { MailRoute } from '../../records/routing/decide-route.ts'
import {
  type AssignmentProblem,
  assignmentProblems,
  type MailThread,
  type RouteReason,
  threadLane,
} from '../../records/mail/mail-thread.ts'
import { findChannel, findQueued, hasChannel } from '../../records/mail/placement.ts'
import { type WaitingNotice, withWaitingNotice } from '../../records/mail/thread-changes.ts'
import { nameRule } from '../../cards/rule-name.ts'
import { alertAdmins } from '../../notify/admin-alerts.ts'
import { noticeFailedThreadTask } from '../../notify/failed-task-notices.ts'
import { notifyPerson } from '../../notify/notify-person.ts'
import { threadHeadRef } from '../../notify/thread-anchor.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { buildAssignmentNotice, findAssignmentOpId } from '../waiting-notices.ts'

/** Notifies the person that a rule assigned a mail thread to, or the admins that it could not. Frozen. */
const assignedTask = taskKind('mail.assigned', z.object({ team: z.string(), thread: z.string() }))

/** Applies a route to a new thread: who is responsible, whether it is muted, and why it is in its channel. */
export async function applyRoute(
  scope: PlacementScope,
  { channel, why, assign, isMuted }: MailRoute,
  inbox: string,
): Promise<Pick<MailThread, 'owner' | 'group' | 'muted' | 'why'> & { channel: string }> {
  const at = scope.clock.now()
  const named = assign !== undefined && isSubject(assign) ? findNamed(assign) : undefined
  const placed = { channel, why, ...(isMuted && { muted: { by: why.by ?? '', at } }) }
  if (named?.is === 'group') return { ...placed, group: named.id }
  if (named?.is !== 'person') return placed
  const { id: user } = named
  const because = await findAssignmentProblem(scope, user, { channel, inbox })
  const assigned: RouteReason['assigned'] = { user, ...(because && { problem: because }) }
  return { ...placed, why: { ...why, assigned }, ...(!because && { owner: { user, at } }) }
}

/**
 * Why a person cannot be responsible for mail in a channel: they have left, may not answer it, or cannot read it. Without an inbox, a person who may use
 * Bellhop counts as allowed. Throws if Slack does not answer.
 */
export async function findAssignmentProblem(
  scope: PlacementScope,
  user: string,
  { channel, inbox }: { channel: string; inbox?: string },
): Promise<AssignmentProblem | undefined> {
  const { team, people, access } = scope
  const person = await people.person(team, user).catch(returnIfRefused(undefined))
  if (!person?.isMember && person?.kind !== 'guest') return 'left'
  if (!(await (inbox === undefined ? access.mayUse(team, user) : mayWorkOn(scope, user, inbox)))) return 'not_allowed'
  return (await access.mayRead(team, user, channel)) ? undefined : 'not_reader'
}

/** Sends the notice for a thread that a rule assigned, once; it runs when the thread has been posted. Imports mention nobody. */
export async function sendAssignmentNotice(
  queue: Queue,
  team: string,
  id: string,
  { why, isImported }: Pick<MailThread, 'why' | 'isImported'>,
): Promise<void> {
  if (!why?.assigned || isImported) return
  await queue.send(assignedTask.of({ team, thread: id }), {
    id: `mail.assigned:${team}:${id}`,
    lane: threadLane(team, id),
  })
}

/** Notifies people of mail that a rule assigns to them, according to their settings. */
export const ruleAssignmentFeature: ScopedFeature<PlacementScope> = {
  tasks: [
    scopedHandler(
      assignedTask,
      (scope: PlacementScope, { thread }) => noticeAssignment(scope, thread),
      noticeFailedThreadTask,
    ),
  ],
}

/** How long the notice waits for the post of its mail, and how often it's looked for. */
const POST_MS = 10_000
const POST_POLL_MS = 300

async function noticeAssignment(scope: PlacementScope, id: string): Promise<void | { againMs: number }> {
  const thread = await scope.mailStore.findThread(id)
  const { mark, assigned, at = 0 } = thread?.why ?? {}
  if (!thread || !mark || !assigned) return undefined
  const { user, problem } = assigned
  if (problem && assignmentProblems.includes(problem)) {
    const channel = findChannel(thread)
    const about = scope.keyedHash('unassigned', mark.id, String(at), user, problem, channel ?? '')
    return alertAdmins(scope, `mail.unassigned:${about}`, (text) => {
      const [name, whom] = [escapeMrkdwn(nameRule(text, mark)), userMention(user)]
      const place = channel ? channelMention(channel) : ''
      return textMessage(text.rules.cannotAssign[problem]({ name, whom, channel: place }))
    })
  }
  const [key = ''] = thread.mails
  const mail = await scope.mailStore.findMail(key)
  if (!mail) return undefined
  if (await isOnItsWay(scope, id, thread)) return { againMs: POST_POLL_MS }
  const noted = await noteWaiting(scope, id, thread, { mail: key, user, rule: mark })
  const where = hasChannel(noted) ? (findQueued(noted) ? 'hidden' : 'shown') : 'waiting'
  return notifyPerson(
    scope,
    { id, thread: noted },
    {
      user,
      opId: findAssignmentOpId(id),
      reason: 'concerns',
      build: (text) => buildAssignmentNotice(text, { user, rule: mark, key, mail }, where),
    },
  )
}

/** Whether Slack has neither posted nor refused the head of a new thread yet: only then is it known whether the mail waits for another channel. */
async function isOnItsWay({ team, cards, clock }: PlacementScope, id: string, thread: MailThread): Promise<boolean> {
  if (!hasChannel(thread) || findQueued(thread) || clock.now() - (thread.lastAt ?? 0) > POST_MS) return false
  return (await cards.findMessage(threadHeadRef(team, id, thread.placement.head))) === undefined
}

/** Records that the notice shows its mail as waiting, before it is posted. Does nothing for a thread with a channel. Returns the thread. */
async function noteWaiting(
  { mailStore }: PlacementScope,
  id: string,
  thread: MailThread,
  notice: WaitingNotice,
): Promise<MailThread> {
  const noted = await mailStore.threads.update(id, (now) =>
    now && !hasChannel(now) ? withWaitingNotice(now, notice) : undefined,
  )
  return noted ?? thread
}
