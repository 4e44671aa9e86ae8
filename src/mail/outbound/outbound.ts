import type { ScopedFeature } from '../../scoped-feature.ts'
import { approvalsListFeature } from './approval/approvals-list.ts'
import { changeApproversFeature } from './approval/approvers-task.ts'
import { awaitApprovalFeature } from './approval/await-approval.ts'
import { lostApproversFeature } from './approval/lost-approvers.ts'
import { reviewFilesFeature } from './approval/review/review-files.ts'
import { reviewReplyFeature } from './approval/review/review-reply.ts'
import { draftsListFeature } from './compose/drafts/drafts-list.ts'
import { insertSavedFeature } from './compose/insert-saved.ts'
import { previewFeature } from './compose/preview-form.ts'
import { replyFormFeature } from './compose/reply-form-feature.ts'
import { replyWithPullRequestFeature } from './compose/reply-with-pull-request.ts'
import { sendAsReplyFeature } from './compose/send-as-reply.ts'
import { threadMessageHintFeature } from './compose/thread-message-hint.ts'
import { matchSentMailFeature } from './delivery/match-sent-mail.ts'
import { changeTimeFeature } from './schedule/change-time.ts'
import { replyCreationFeature } from './send/create-reply.ts'
import { decideApprovalFeature } from './approval/decide-approval.ts'
import { goneWritersFeature } from './schedule/gone-writers.ts'
import { outcomeNoticeFeature } from './send/outcome-notice.ts'
import { pauseScheduledFeature } from './schedule/pause-scheduled.ts'
import { pausedNoticeFeature } from './schedule/paused-notice.ts'
import { replyActionsFeature } from './send/reply-actions.ts'
import { replyCardFeature } from './send/reply-card-kind.ts'
import { scheduleActsFeature } from './schedule/schedule-acts.ts'
import { scheduledListFeature } from './schedule/scheduled-list.ts'
import { sendReplyFeature } from './send/send-reply.ts'
import { tellAdminsFeature } from './delivery/tell-admins.ts'
import { savedRepliesFeature } from './saved/saved-feature.ts'
import { suppressedFeature } from './suppression/suppressed-feature.ts'
import type { OutboundScope } from './outbound-scope.ts'

/** Mail written by people: forms, approval, schedule, sending and delivery. */
export const outboundFeatures: ScopedFeature<OutboundScope>[] = [
  replyFormFeature,
  draftsListFeature,
  previewFeature,
  sendAsReplyFeature,
  threadMessageHintFeature,
  replyWithPullRequestFeature,
  replyCreationFeature,
  replyCardFeature,
  replyActionsFeature,
  sendReplyFeature,
  pauseScheduledFeature,
  pausedNoticeFeature,
  goneWritersFeature,
  scheduleActsFeature,
  changeTimeFeature,
  scheduledListFeature,
  awaitApprovalFeature,
  reviewReplyFeature,
  reviewFilesFeature,
  decideApprovalFeature,
  tellAdminsFeature,
  outcomeNoticeFeature,
  matchSentMailFeature,
  approvalsListFeature,
  lostApproversFeature,
  suppressedFeature,
  savedRepliesFeature,
  insertSavedFeature,
  changeApproversFeature,
]
