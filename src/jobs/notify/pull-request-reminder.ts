import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { DAY_MS } from '../../core/clock.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { actionsBlock, contextBlock } from '../../slack/blocks/block-builders.ts'
import { escapeMrkdwn, formatMoment, mrkdwnLink, parseWebUrl } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { renderEndButton } from '../card/action-buttons.ts'
import { readCardUrl } from '../card/card-context.ts'
import type { JobScope } from '../job-scope.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import { jobTextIn } from '../text/jobs-text.ts'

const READY_MS = 3 * DAY_MS

const reminderSchema = z.object({ team: z.string(), id: z.string(), run: z.number() })
const reminderTask = taskKind('jobs.remind', reminderSchema)

/** Reminds the owner of a job, once, of a pull request that has been ready for three days, if they chose so. */
export const pullRequestReminderFeature: ScopedFeature<JobScope> = {
  tasks: [scopedHandler(reminderTask, remindOfPullRequest, async () => {})],
}

const hasPullRequest = ({ state, prLink }: Job): boolean => state === 'finished' && parseWebUrl(prLink) !== undefined

/** Schedules the reminder after the end of a run. Safe to repeat. */
export async function scheduleReminder({ settings, queue, clock }: JobScope, job: Job): Promise<void> {
  const { team, id, run, requester } = job
  if (!hasPullRequest(job) || !(await settings.person(team, requester)).remindsOfPullRequest) return
  await queue.send(reminderTask.of({ team, id, run }), {
    id: `jobs.remind:${team}:${id}:${run}`,
    delayMs: clock.scaled(READY_MS),
  })
}

async function remindOfPullRequest(scope: JobScope, { id, run }: z.infer<typeof reminderSchema>): Promise<void> {
  const { jobs, settings, access, outbox, languages } = scope
  const job = await jobs.store.get(id)
  if (!job || job.run !== run || job.continued !== undefined || !hasPullRequest(job)) return
  const { team, requester: user, endedAt, askedAt } = job
  const { remindsOfPullRequest } = await settings.person(team, user)
  if (!remindsOfPullRequest || !(await access.mayUse(team, user))) return
  const text = jobTextIn(await languages.ofPerson(team, user))
  const sentence = text.pullRequestWaits({
    title: escapeMrkdwn(shortenTitle(job)),
    time: formatMoment(endedAt ?? askedAt),
  })
  const url = await readCardUrl(scope, job)
  const message = textMessage(sentence, [
    ...actionsBlock(renderEndButton(text, job)),
    ...contextBlock(url !== undefined && mrkdwnLink(url, text.list.card)),
  ])
  // Named by the job: a later run brings no second reminder.
  await outbox.postDirect({ team, user, opId: `jobs.remind:${id}`, message })
}
