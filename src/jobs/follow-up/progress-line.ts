import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { type FollowUp, followUpId } from '../model/follow-up.ts'
import { type Job, mayReachOutsidersIn } from '../model/job.ts'
import { postInJobThread, readThreadText } from '../notify/thread-post.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobText } from '../text/jobs-text.ts'

type Shown = NonNullable<FollowUp['shown']>

/** Records what the line of this attempt shows; returns what it shows afterwards. */
async function recordShown(
  { jobs }: JobScope,
  { id }: Job,
  { n, attempt }: FollowUp,
  change: (shown: Shown | undefined) => Shown | undefined,
): Promise<Shown | undefined> {
  const after = await jobs.store.followUps(id).update(followUpId(n), (now) => {
    const shown = now?.attempt === attempt ? change(now.shown) : undefined
    return now && shown && { ...now, shown }
  })
  return after?.attempt === attempt ? after.shown : undefined
}

async function editLine(
  scope: JobScope,
  job: Job,
  { opId, edits }: Shown,
  write: (text: JobText) => Message,
): Promise<void> {
  const { team, channel } = job
  await scope.outbox.replace({
    team,
    opId,
    edit: `${edits}`,
    message: write(await readThreadText(scope, job)),
    mayReachOutsiders: mayReachOutsidersIn(job, channel),
  })
}

/**
 * Shows in the thread how far an attempt is: its first state is posted under `opId`, and each further `step` edits that line. Safe to repeat.
 */
export async function showProgress(
  scope: JobScope,
  job: Job,
  followUp: FollowUp,
  { opId, step }: { opId: string; step: string },
  write: (text: JobText) => Message,
): Promise<void> {
  const shown = await recordShown(scope, job, followUp, (now) => {
    if (now?.last === step) return undefined
    return { opId: now?.opId ?? opId, last: step, edits: now === undefined ? 0 : now.edits + 1 }
  })
  // Once the card is lost, a line in its thread can no longer be relied on.
  if (!shown || shown.edits === 0 || job.lost) await postInJobThread(scope, job, opId, write)
  else await editLine(scope, job, shown, write)
}

/** Ends the line of an attempt that has become a message of its own. Does nothing if there is no line. Safe to repeat. */
export async function settleProgress(scope: JobScope, job: Job, followUp: FollowUp): Promise<void> {
  const last = 'settled'
  const shown = await recordShown(scope, job, followUp, (now) =>
    now && now.last !== last ? { ...now, last, edits: now.edits + 1 } : undefined,
  )
  if (shown) await editLine(scope, job, shown, (text) => textMessage(text.followUpSettled))
}
