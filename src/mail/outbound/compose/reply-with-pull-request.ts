import type { ScopedFeature } from '../../../scoped-feature.ts'
import { withinDeadline } from '../../../core/question-time.ts'
import { accessTextIn } from '../../../access/text/access-text.ts'
import { richText } from '../../../slack/blocks/block-builders.ts'
import type { RichTextBlock } from '../../../slack/blocks/slack-message.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { REPLY_WITH_PULL_REQUEST } from '../../../slice.ts'
import { refuseClick } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { openReplyForm } from './open-form.ts'

/** The button on a job's card that sends its pull request to the sender of the mail that the job was started from, through the usual form. */
export const replyWithPullRequestFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    slack.action(REPLY_WITH_PULL_REQUEST, replyWithPullRequest)
  },
}

async function replyWithPullRequest(scope: OutboundScope, action: Action): Promise<void> {
  const { team, user, value: job = '' } = action
  const { jobs } = scope.slices
  if (!jobs) {
    const { notConnected } = mailTextIn(await scope.languages.ofPerson(team, user)).jobs
    return refuseClick(scope, action, plainTextMessage(notConnected))
  }
  const answer = await withinDeadline(jobs.findPullRequest(user, job).then((found) => ({ found })))
  const language = await scope.languages.ofPerson(team, user)
  const text = mailTextIn(language)
  if (!answer?.found) {
    const sentence = answer ? text.jobs.noPullRequest : accessTextIn(language).slackTooSlow
    return refuseClick(scope, action, plainTextMessage(sentence))
  }
  const { url, thread, mail } = answer.found
  return openReplyForm(scope, action, { thread, mail }, { isToAll: false, written: writeReply(text, url), job })
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
