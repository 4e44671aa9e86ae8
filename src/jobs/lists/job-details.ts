import { contextBlock } from '../../slack/blocks/block-builders.ts'
import { modal } from '../../slack/blocks/form-fields.ts'
import { mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import { jobCallbackIds } from '../action-ids.ts'
import { readCardContext } from '../card/card-context.ts'
import { renderJobCard } from '../card/job-card.ts'
import { type AnswerLocation, formatJobTarget } from '../model/answer-location.ts'
import type { Job } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { readCardUrlInTime } from './job-rows.ts'

/** Renders one job with all actions of its card, where the card is not shown. */
export async function renderJobDetails(
  scope: JobScope,
  job: Job,
  user: string,
  location: AnswerLocation | undefined,
): Promise<View> {
  const text = jobTextIn(await scope.languages.ofPerson(job.team, user))
  const [url, context] = await Promise.all([readCardUrlInTime(scope, job), readCardContext(scope, text, job)])
  const { blocks } = renderJobCard(text, job, { ...context, rule: 'none' })
  return modal({
    callbackId: jobCallbackIds.details,
    title: text.list.one,
    close: text.form.close,
    privateMetadata: formatJobTarget(job.id, location),
    blocks: [...blocks, ...contextBlock(url && mrkdwnLink(url, text.list.card))],
  })
}
