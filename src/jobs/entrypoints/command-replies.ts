import { withinDeadline } from '../../core/question-time.ts'
import { escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { accessTextIn } from '../../access/text/access-text.ts'
import type { Job } from '../model/job.ts'
import { renderJobMessage } from '../lists/job-rows.ts'
import type { JobScope } from '../job-scope.ts'
import { writeHelp } from '../text/help.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import type { Language } from '../../core/language.ts'
import { isJobId } from './command-grammar.ts'

/** Renders the help; members who may administer the workspace see more. */
export async function renderHelp({ team, access }: JobScope, text: JobText, user: string): Promise<Message> {
  const decision = await withinDeadline(access.decide({ team, user, action: 'workspace.administer' }))
  return textMessage(writeHelp(text, decision?.isAllowed ?? false))
}

/**
 * Shows the job with that name; undefined if there is none and the name looks like another word. A job that the person may not read counts as
 * missing. `mayRead` returns undefined if Slack does not answer in time.
 */
export async function renderStatus(
  scope: JobScope,
  language: Language,
  name: string,
  mayRead: (job: Job) => Promise<boolean | undefined>,
): Promise<Message | undefined> {
  const text = jobTextIn(language)
  const job = await scope.jobs.store.findByName(name)
  const isReader = job ? await mayRead(job) : false
  if (job && isReader) return renderJobMessage(scope, text, job)
  if (isReader === undefined) return textMessage(accessTextIn(language).slackTooSlow)
  return isJobId(name) ? textMessage(text.noSuchJob({ name: escapeMrkdwn(name) })) : undefined
}
