import { withinQuestionTime } from '../../core/question-time.ts'
import { contextBlock, section } from '../../slack/blocks/block-builders.ts'
import {
  channelMention,
  escapeMrkdwn,
  formatMoment,
  keepLiteral,
  mrkdwnLink,
  parseWebUrl,
} from '../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { renderListMenu } from '../card/action-buttons.ts'
import { readCardUrl, readDuplicate, readJobPeople, readStateContext } from '../card/card-context.ts'
import { describePeople, describeState, stateEmoji } from '../card/status-line.ts'
import { shortName } from '../model/job-ids.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobText } from '../text/jobs-text.ts'

/** The person waits for the list, so slower links are left out. */
const LINK_TIMEOUT_MS = 700

/** The address of the job's card, unless Slack takes too long. */
export const readCardUrlInTime = (scope: JobScope, job: Job): Promise<string | undefined> =>
  withinQuestionTime(LINK_TIMEOUT_MS, readCardUrl(scope, job))

async function describeRow(scope: JobScope, text: JobText, job: Job): Promise<{ what: string; where: string }> {
  const [url, state, duplicate, people] = await Promise.all([
    readCardUrlInTime(scope, job),
    readStateContext(scope, text, job),
    readDuplicate(scope, job),
    readJobPeople(scope, text, job),
  ])
  const askedAt = formatMoment(job.askedAt)
  const title = keepLiteral(shortenTitle(job))
  const where = /^[CG]/.test(job.channel) && !job.isGroup ? `${channelMention(job.channel)} · ` : ''
  const prUrl = parseWebUrl(job.prLink)
  const pullRequest = prUrl === undefined ? '' : ` · ${mrkdwnLink(prUrl, text.buttons.pullRequest)}`
  const project = job.project === '' ? '' : `${escapeMrkdwn(job.project)} · `
  const heading = `${stateEmoji(job)} *${mrkdwnLink(url, title)}*`
  return {
    what: `${heading}\n${describeState(text, job, { ...state, duplicate })}${pullRequest}`,
    where: `${where}${project}${describePeople(text, people)} · ${askedAt} · \`${shortName(job.id)}\``,
  }
}

const renderRow = (text: JobText, job: Job, { what, where }: { what: string; where: string }): MessageBlock[] => [
  section(what, renderListMenu(text, job)),
  ...contextBlock(where),
]

/** Renders jobs as blocks, each with its menu. */
export async function renderJobRows(scope: JobScope, text: JobText, jobs: Job[]): Promise<MessageBlock[]> {
  const rows = await Promise.all(jobs.map(async (job) => renderRow(text, job, await describeRow(scope, text, job))))
  return rows.flat()
}

/** Renders one job as a message. */
export async function renderJobMessage(scope: JobScope, text: JobText, job: Job): Promise<Message> {
  const row = await describeRow(scope, text, job)
  return { text: Object.values(row).join('\n'), blocks: renderRow(text, job, row) }
}
