import { describeJobAct } from '../access/job-act.ts'
import { askAboutJob } from '../access/authorize-requester.ts'
import { jobActions } from '../model/allowed-actions.ts'
import { composeFollowUp, FOLLOW_UP_NOT_ALLOWED, type FollowUp, followUpId, withUnsent } from '../model/follow-up.ts'
import { type Job, threadTsOf } from '../model/job.ts'
import { type PrivateReply, refuseRequester } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import { offerFollowUpToOthers } from './offer-to-others.ts'
import { settleProgress } from './progress-line.ts'

const verbOf = ({ attempt, verb }: FollowUp): string => (attempt > 1 ? 'send_again' : verb)

/** The people responsible for this attempt: its writers, or the person who sent it again. */
const actorsOf = ({ attempt, users, decidedBy }: FollowUp): string[] =>
  attempt > 1 && decidedBy !== undefined ? [decidedBy] : users

function describeActor({ team, id }: Job, followUp: FollowUp, user: string) {
  const { n, attempt, location } = followUp
  return { team, user, ...location, opId: `jobs.follow:${id}:${n}:${attempt}:${user}` }
}

/** The private refusal for this person, if they may not send the follow-up now; undefined if they may. */
async function findRefusal(
  scope: JobScope,
  job: Job,
  followUp: FollowUp,
  user: string,
): Promise<PrivateReply | undefined> {
  const wanted = { verb: verbOf(followUp), needs: jobActions.follow_up.needs }
  const actor = describeActor(job, followUp, user)
  if (await scope.jobAccess.mayReadJob({ user }, job)) {
    const permission = await askAboutJob(scope, actor, job, wanted)
    return permission.is === 'allowed' ? undefined : permission.message
  }
  const act = await describeJobAct(scope, job, { ...actor, verb: wanted.verb, action: wanted.needs })
  await scope.authorizer.recordAct(act, { outcome: 'refused' })
  return (text) => text.noJob
}

/**
 * Refuses a waiting follow-up if one of its writers may no longer steer the job, and notifies them where they can see it. Returns false if all may.
 * Safe to repeat. Throws if Slack does not answer.
 */
export async function refuseFollowUp(scope: JobScope, job: Job, followUp: FollowUp): Promise<boolean> {
  const refusals = new Map<string, PrivateReply>()
  for (const user of actorsOf(followUp)) {
    const refusal = await findRefusal(scope, job, followUp, user)
    if (refusal) refusals.set(user, refusal)
  }
  // A refusal found after a crash stands, even if everyone may steer the job by now.
  if (refusals.size === 0 && followUp.state !== 'refused') return false
  const { team, id, channel } = job
  await scope.jobs.store
    .followUps(id)
    .update(followUpId(followUp.n), (now) =>
      now?.state === 'waiting' ? { ...now, state: 'refused', code: FOLLOW_UP_NOT_ALLOWED } : undefined,
    )
  await scope.jobs.update(id, (now) => withUnsent(now, followUp.n))
  await settleProgress(scope, job, followUp)
  for (const user of actorsOf(followUp)) {
    const isReader = await scope.access.mayRead(team, user, channel)
    const requester = {
      ...describeActor(job, followUp, user),
      ...(isReader ? { channel, threadTs: threadTsOf(job) } : { channel: undefined }),
    }
    const typed = followUp.isForm && !followUp.asksToStop ? followUp.text : undefined
    await refuseRequester(scope, requester, refusals.get(user) ?? ((text) => text.followUpOfOthers), typed)
    if (!refusals.has(user)) await recordFollowUp(scope, job, followUp, 'failed', user)
  }
  const [first, ...more] = refusals.size > 0 ? refusals.keys() : actorsOf(followUp)
  if (first !== undefined && !followUp.asksToStop) await offerFollowUpToOthers(scope, job, followUp, [first, ...more])
  return true
}

/** Records the end of an attempt in the audit, for each person responsible or for one of them. Safe to repeat. */
export async function recordFollowUp(
  scope: JobScope,
  job: Job,
  followUp: FollowUp,
  outcome: 'done' | 'failed',
  ...users: string[]
): Promise<void> {
  for (const user of users.length > 0 ? users : actorsOf(followUp)) {
    const actor = { ...describeActor(job, followUp, user), verb: verbOf(followUp) }
    const act = await describeJobAct(scope, job, { ...actor, action: jobActions.follow_up.needs })
    await scope.authorizer.recordAct(act, { outcome, text: composeFollowUp(followUp) })
  }
}
