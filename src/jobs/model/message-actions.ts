import { canPause, isFollowed, isLive } from './job.ts'
import type { JobAction } from './job-action.ts'

const primary = () => 'primary' as const

/** Actions in messages about a job, other than its card. */
export const messageActions = {
  untell: { id: 'jobs.untell', label: ({ buttons }) => buttons.unsubscribe, task: 'untell', needs: 'read' },
  post_here: {
    id: 'jobs.post_here',
    label: ({ buttons }) => buttons.postHere,
    needs: 'jobs.steer',
    task: 'post_here',
    isAllowed: (job) => Boolean(job.lost),
    style: primary,
  },
  show_direct: {
    id: 'jobs.show_direct',
    label: ({ buttons }) => buttons.showDirect,
    needs: 'jobs.steer',
    task: 'show_direct',
    isAllowed: (job) => Boolean(job.lost),
  },
  elsewhere: {
    id: 'jobs.elsewhere',
    label: ({ buttons }) => buttons.elsewhere,
    needs: 'jobs.start',
    opens: 'other_project',
    inPrompt: (job, projects) => projects > 1 && job.remoteId !== undefined,
  },
  send_again: {
    id: 'jobs.send_again',
    label: ({ buttons }) => buttons.sendAgain,
    needs: 'jobs.steer',
    task: 'send_again',
    value: 'job:argument',
    asks: { id: 'jobs.ask_send_again', isNeeded: () => true, words: ({ confirmSendAgain }) => confirmSendAgain },
  },
  /** In the message about an edit that a form had overtaken. Opens the same form as `trim`. */
  change_text: {
    id: 'jobs.change_text',
    label: ({ buttons }) => buttons.changeText,
    needs: 'jobs.steer',
    opens: 'before_start',
    isAllowed: (job) => canPause(job) || job.state === 'paused',
    style: primary,
  },
  /** In the message about a follow-up whose text the agent refused; the argument is its number. */
  edit_follow_up: {
    id: 'jobs.edit_follow_up',
    label: ({ buttons }) => buttons.editFollowUp,
    needs: 'jobs.steer',
    opens: 'follow_up',
    task: 'say',
    value: 'job:argument',
    style: primary,
  },
  /** In the hint below a reply that is not sent to the agent automatically; the argument is the reply's timestamp. */
  send_reply: {
    id: 'jobs.send_reply',
    label: ({ hint }) => hint.send,
    needs: 'jobs.steer',
    task: 'send_reply',
    value: 'job:argument',
    isAllowed: (job) => isFollowed(job) || isLive(job),
    style: primary,
  },
  drop_follow_up: {
    id: 'jobs.drop_follow_up',
    label: ({ buttons }) => buttons.drop,
    needs: 'jobs.steer',
    task: 'drop_follow_up',
    value: 'job:argument',
  },
} as const satisfies Record<string, JobAction>
