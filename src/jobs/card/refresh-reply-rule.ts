import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Setting } from '../../settings/setting.ts'
import type { JobScope } from '../job-scope.ts'
import { isFollowed, type Job } from '../model/job.ts'
import { declareJobSettings } from '../model/job-settings.ts'
import { JOB_CARD } from '../updates/card-ref.ts'

const JOBS_PER_PAGE = 100

const replyRuleSchema = z.object({
  team: z.string(),
  channel: z.string(),
  changedAt: z.number(),
  after: z.string().exactOptional(),
})
type ReplyRuleChange = z.infer<typeof replyRuleSchema>

/** Refreshes the cards of a channel that explain which replies go to the agent, page by page. Frozen. */
const replyRuleTask = taskKind('jobs.reply_rule', replyRuleSchema)

/** Corrects the cards that explain which replies go to the agent after the setting of their channel has changed. */
export const replyRuleFeature: ScopedFeature<JobScope> = {
  tasks: [scopedHandler(replyRuleTask, refreshPage)],
}

/** Declares the settings of jobs. A change of the rule for replies also corrects the cards that explain it. */
export const declareSettings = (scope: JobScope): Setting[] =>
  declareJobSettings(scope.connection.config).map((setting) =>
    setting.name === 'followUp'
      ? { ...setting, afterSave: (channel, { at }) => sendPage(scope, { team: scope.team, channel, changedAt: at }) }
      : setting,
  )

const sendPage = ({ queue }: JobScope, task: ReplyRuleChange): Promise<void> => {
  const { team, channel, changedAt, after = '' } = task
  const id = `jobs.reply_rule:${team}:${channel}:${changedAt}:${after}`
  return queue.send(replyRuleTask.of(task), { id, isBackground: true })
}

/** Whether a card may explain the rule: no job right before it did so already when this one started. Few others match, and an unchanged card is not edited. */
const mayExplainRule = (job: Job, earlier: Job | undefined): boolean =>
  isFollowed(job) &&
  !(earlier && isFollowed(earlier) && !earlier.lost && (earlier.startedAt ?? 0) <= (job.startedAt ?? 0))

async function refreshPage(scope: JobScope, task: ReplyRuleChange): Promise<void> {
  const { jobs, cards } = scope
  const { team, channel, after } = task
  const page = await jobs.store.list(channel, { limit: JOBS_PER_PAGE, ...(after !== undefined && { after }) })
  for (const [index, job] of page.jobs.entries())
    if (mayExplainRule(job, page.jobs[index + 1])) await cards.refresh({ team, kind: JOB_CARD, id: job.id })
  if (page.next !== undefined) return sendPage(scope, { ...task, after: page.next })
}
