import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { accessText } from '../../access/text/en.ts'
import type { Job } from '../model/job.ts'
import { renderJobMessage } from '../lists/job-rows.ts'
import type { JobServices } from '../services.ts'
import type { JobText } from '../text/jobs-text.ts'
import { isJobId } from './command-grammar.ts'

export const renderHelp = (text: JobText): Message => textMessage(text.help)

/**
 * The job of that name; undefined when there is none and the name looks like another word. A job that the person may not read does not exist;
 * `mayRead` is undefined if Slack does not answer in time.
 */
export async function renderStatus(
  services: JobServices,
  text: JobText,
  { team, name }: { team: string; name: string },
  mayRead: (job: Job) => Promise<boolean | undefined>,
): Promise<Message | undefined> {
  const job = await services.jobs.storeOf(team).findByName(name)
  const isReader = job ? await mayRead(job) : false
  if (job && isReader) return renderJobMessage(services, text, job)
  if (isReader === undefined) return textMessage(accessText.slackTooSlow)
  return isJobId(name) ? textMessage(text.noSuchJob(name)) : undefined
}
