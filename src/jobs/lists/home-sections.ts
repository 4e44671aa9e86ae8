import type { ScopedFeature } from '../../scoped-feature.ts'
import { actionsBlock, button, section } from '../../slack/blocks/block-builders.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import { jobActionIds } from '../action-ids.ts'
import { renderQuota } from '../quota/quota-message.ts'
import type { JobScope } from '../job-scope.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { readJobPage } from './job-page.ts'
import { renderJobRows } from './job-rows.ts'
import { needsDecision } from './list-filter.ts'

const JOBS_SHOWN = 10

/** Shows jobs on Home: those that wait for the person, their other jobs, and the rest of this hour's quota. */
export const homeSectionsFeature: ScopedFeature<JobScope> = {
  homeButtons: [{ actionId: jobActionIds.start, text: (language) => jobTextIn(language).home.start, rank: 3 }],
  homeSections: [
    {
      needsPerson: true,
      title: (language) => jobTextIn(language).home.needs,
      blocks: renderWaitingJobs,
    },
    {
      isOverview: true,
      title: (language) => jobTextIn(language).home.mine,
      blocks: renderOtherJobs,
    },
    {
      isOverview: true,
      title: (language) => jobTextIn(language).home.quota,
      blocks: async (scope, user) =>
        (await renderQuota(scope, jobTextIn(await scope.languages.ofPerson(scope.team, user)))).blocks,
    },
  ],
}

async function renderWaitingJobs(scope: JobScope, user: string): Promise<MessageBlock[]> {
  const text = jobTextIn(await scope.languages.ofPerson(scope.team, user))
  const { jobs } = await readJobPage(scope, { user }, { fits: needsDecision })
  return renderJobRows(scope, text, jobs)
}

async function renderOtherJobs(scope: JobScope, user: string): Promise<MessageBlock[]> {
  const text = jobTextIn(await scope.languages.ofPerson(scope.team, user))
  const { jobs, next } = await readJobPage(scope, { user }, { fits: (job) => !needsDecision(job), limit: JOBS_SHOWN })
  if (jobs.length === 0) {
    const any = await readJobPage(scope, { user }, { fits: () => true, limit: 1 })
    return any.jobs.length > 0 ? [] : [section(text.list.empty.mine.all)]
  }
  return [
    ...(await renderJobRows(scope, text, jobs)),
    ...actionsBlock(next !== undefined && button({ actionId: jobActionIds.all, text: text.list.all })),
  ]
}
