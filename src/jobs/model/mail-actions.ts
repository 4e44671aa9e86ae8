import { REPLY_WITH_PULL_REQUEST } from '../../slice.ts'
import { parseWebUrl } from '../../slack/blocks/mrkdwn.ts'
import type { Job } from './job.ts'
import type { JobAction } from './job-action.ts'

/** The pull request is there, and no reply with it has left or may still leave. */
const canReplyWithPullRequest = ({ state, mail, prLink, pullRequestReply: reply }: Job): boolean =>
  (state === 'finished' || state === 'archived') &&
  mail !== undefined &&
  parseWebUrl(prLink) !== undefined &&
  (reply === undefined || ['bounced', 'failed', 'withdrawn'].includes(reply.state))

/** What people can do with a job that was started from a mail. */
export const jobMailActions = {
  /** For the writer of the mail. */
  reply_mail: {
    id: REPLY_WITH_PULL_REQUEST,
    label: ({ buttons }) => buttons.replyMail,
    needs: 'read',
    listener: 'mail',
    isAllowed: canReplyWithPullRequest,
    onCard: canReplyWithPullRequest,
  },
} as const satisfies Record<string, JobAction>
