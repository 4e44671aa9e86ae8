import { REPLY_ABOUT_JOB, REPLY_WITH_PULL_REQUEST } from '../../slice.ts'
import { parseWebUrl } from '../../slack/blocks/mrkdwn.ts'
import { findEarlierPullRequest } from './job-mail.ts'
import type { Job } from './job.ts'
import type { JobAction } from './job-action.ts'

/** Whether the pull request exists, and no reply with this one was sent or may still be sent. */
const canReplyWithPullRequest = ({ state, mail, prLink, pullRequestReply: reply }: Job): boolean =>
  (state === 'finished' || state === 'archived') &&
  mail !== undefined &&
  parseWebUrl(prLink) !== undefined &&
  (reply === undefined ||
    ['bounced', 'failed', 'withdrawn'].includes(reply.state) ||
    findEarlierPullRequest(reply, prLink) !== undefined)

/** Whether the job ended without a pull request: its mail still waits for an answer. */
const endedWithoutPullRequest = ({ state, mail, prLink }: Job): boolean =>
  state === 'finished' && mail !== undefined && parseWebUrl(prLink) === undefined

/** Actions on a job that was started from a mail. */
export const jobMailActions = {
  /** Sends the pull request to the writer of the mail. */
  reply_mail: {
    id: REPLY_WITH_PULL_REQUEST,
    label: ({ buttons }) => buttons.replyMail,
    needs: 'read',
    listener: 'mail',
    isAllowed: canReplyWithPullRequest,
    onCard: canReplyWithPullRequest,
  },
  /** Opens an empty reply to the writer of the mail. */
  answer_mail: {
    id: REPLY_ABOUT_JOB,
    label: ({ buttons }) => buttons.answerMail,
    needs: 'read',
    listener: 'mail',
    onCard: endedWithoutPullRequest,
  },
} as const satisfies Record<string, JobAction>
