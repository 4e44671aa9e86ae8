import type { Feature } from '../../slice.ts'
import { actionsBlock, button, section } from '../../slack/blocks/block-builders.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import { jobActionIds } from '../action-ids.ts'
import { renderQuota } from '../quota/quota-message.ts'
import type { JobServices } from '../services.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { readJobPage } from './job-page.ts'
import { renderJobRows } from './job-rows.ts'
import { needsDecision } from './list-filter.ts'

const JOBS_SHOWN = 10

/** What Home shows of jobs: those that wait for the person, their other jobs, and what is left of this hour. */
export function homeSectionsFeature(services: JobServices): Feature {
  return {
    homeButtons: [
      { actionId: jobActionIds.start, text: (language) => jobTextIn(language).home.start, style: 'primary' },
    ],
    homeSections: [
      {
        needsPerson: true,
        title: (language) => jobTextIn(language).home.needs,
        blocks: (team, user) => renderWaitingJobs(services, team, user),
      },
      {
        isOverview: true,
        title: (language) => jobTextIn(language).home.mine,
        blocks: (team, user) => renderOtherJobs(services, team, user),
      },
      {
        isOverview: true,
        title: (language) => jobTextIn(language).home.quota,
        blocks: async (team, user) =>
          (await renderQuota(services, jobTextIn(await services.languages.ofPerson(team, user)))).blocks,
      },
    ],
  }
}

async function renderWaitingJobs(services: JobServices, team: string, user: string): Promise<MessageBlock[]> {
  const text = jobTextIn(await services.languages.ofPerson(team, user))
  const { jobs } = await readJobPage(services, { team, user }, { fits: needsDecision })
  return renderJobRows(services, text, jobs)
}

async function renderOtherJobs(services: JobServices, team: string, user: string): Promise<MessageBlock[]> {
  const text = jobTextIn(await services.languages.ofPerson(team, user))
  const scope = { team, user }
  const { jobs, next } = await readJobPage(services, scope, { fits: (job) => !needsDecision(job), limit: JOBS_SHOWN })
  if (jobs.length === 0) {
    const any = await readJobPage(services, scope, { fits: () => true, limit: 1 })
    return any.jobs.length > 0 ? [] : [section(text.list.empty.mine.all)]
  }
  return [
    ...(await renderJobRows(services, text, jobs)),
    ...actionsBlock(next !== undefined && button({ actionId: jobActionIds.all, text: text.list.all })),
  ]
}
