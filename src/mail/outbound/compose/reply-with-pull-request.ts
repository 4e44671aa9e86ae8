import { answerSoon } from '../../../access/access-policy.ts'
import { accessTextIn } from '../../../access/text/access-text.ts'
import { richText } from '../../../slack/blocks/block-builders.ts'
import type { RichTextBlock } from '../../../slack/blocks/slack-message.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { type Feature, type JobsForMail, REPLY_WITH_PULL_REQUEST } from '../../../slice.ts'
import { refuseClick } from '../../notify/requester-reply.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { openReplyForm } from './open-form.ts'

/** The button on a job's card that sends its pull request to the writer of the mail that the job was started from, through the usual form. */
export const replyWithPullRequestFeature = (services: OutboundServices): Feature => ({
  listen(slack) {
    const {
      slices: { jobs },
    } = services
    if (jobs) slack.action(REPLY_WITH_PULL_REQUEST, (action) => replyWithPullRequest(services, jobs, action))
  },
})

async function replyWithPullRequest(services: OutboundServices, jobs: JobsForMail, action: Action): Promise<void> {
  const { team, user, value: job = '' } = action
  const answer = await answerSoon(jobs.findPullRequest({ team, user }, job).then((found) => ({ found })))
  const language = await services.languages.ofPerson(team, user)
  const text = mailTextIn(language)
  if (!answer?.found) {
    const sentence = answer ? text.jobs.noPullRequest : accessTextIn(language).slackTooSlow
    return refuseClick(services, action, plainTextMessage(sentence))
  }
  const { url, thread, mail } = answer.found
  return openReplyForm(services, action, { thread, mail }, { isToAll: false, written: writeReply(text, url), job })
}

const writeReply = ({ jobs }: MailText, url: string): RichTextBlock =>
  richText([
    {
      type: 'rich_text_section',
      elements: [
        { type: 'text', text: jobs.pullRequest },
        { type: 'link', url },
      ],
    },
  ])
