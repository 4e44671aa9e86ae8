import type { ScopedFeature } from '../../../scoped-feature.ts'
import { withinDeadline } from '../../../core/question-time.ts'
import { accessTextIn } from '../../../access/text/access-text.ts'
import { richText } from '../../../slack/blocks/block-builders.ts'
import type { RichTextBlock } from '../../../slack/blocks/slack-message.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { type JobsForMail, REPLY_ABOUT_JOB, REPLY_WITH_PULL_REQUEST } from '../../../slice.ts'
import { refuseClick } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { openReplyForm } from './open-form.ts'

/** The buttons on a job's card that answer the mail that the job was started from, with its pull request or without one, through the usual form. */
export const replyWithPullRequestFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    slack.action(REPLY_WITH_PULL_REQUEST, replyWithPullRequest)
    slack.action(REPLY_ABOUT_JOB, replyAboutJob)
  },
}

async function replyWithPullRequest(scope: OutboundScope, action: Action): Promise<void> {
  const { user, value: job = '' } = action
  const missing = ({ jobs }: MailText) => jobs.noPullRequest
  const found = await findFromJob(scope, action, (jobs) => jobs.findPullRequest(user, job), missing)
  if (!found) return
  const { url, thread, mail } = found
  const text = mailTextIn(await scope.languages.ofPerson(action.team, user))
  return openReplyForm(scope, action, { thread, mail }, { isToAll: false, written: writeReply(text, url), job })
}

/** Opens an empty reply: what became of the job is for the person to say. */
async function replyAboutJob(scope: OutboundScope, action: Action): Promise<void> {
  const { user, value: job = '' } = action
  const missing = ({ jobs }: MailText) => jobs.noSource
  const found = await findFromJob(scope, action, (jobs) => jobs.findSourceMail(user, job), missing)
  if (found) await openReplyForm(scope, action, found, { isToAll: false })
}

/** Returns what a job has for a reply; otherwise refuses the click. */
async function findFromJob<Found>(
  scope: OutboundScope,
  action: Action,
  find: (jobs: JobsForMail) => Promise<Found | undefined>,
  missing: (text: MailText) => string,
): Promise<Found | undefined> {
  const language = await scope.languages.ofPerson(action.team, action.user)
  const text = mailTextIn(language)
  const { jobs } = scope.slices
  const answer = jobs && (await withinDeadline(find(jobs).then((found) => ({ found }))))
  if (answer?.found) return answer.found
  const late = answer ? missing(text) : accessTextIn(language).slackTooSlow
  await refuseClick(scope, action, plainTextMessage(jobs ? late : text.jobs.notConnected))
  return undefined
}

const writeReply = ({ jobs }: MailText, url: string): RichTextBlock =>
  richText([
    {
      type: 'rich_text_section',
      elements: [
        { type: 'text', text: `${jobs.pullRequest} ` },
        { type: 'link', url },
      ],
    },
  ])
