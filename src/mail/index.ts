import { combineFeatures, type Slice } from '../slice.ts'

import { feedChannelFeature } from './burst/feed-channel.ts'
import { findMailFeature } from './find/find-mail.ts'
import { indexMailFeature } from './find/index-mail.ts'
import { previewFeature } from './compose/preview-form.ts'
import { replyFormFeature } from './compose/reply-form-feature.ts'
import { replyWithPullRequestFeature } from './compose/reply-with-pull-request.ts'
import { sendAsReplyFeature } from './compose/send-as-reply.ts'
import { matchSentMailFeature } from './delivery/match-sent-mail.ts'
import { mailCommandFeature } from './entrypoints/mail-command.ts'
import { mailEventsFeature } from './entrypoints/mail-events.ts'
import { mailMenuFeature } from './entrypoints/mail-menu.ts'
import { mailMetricsFeature } from './metrics/mail-metrics.ts'
import { writerNoticeFeature } from './notify/writer-notice.ts'
import { decideQuarantinedFeature } from './quarantine/decide-quarantined.ts'
import { quarantineCardFeature } from './quarantine/post-quarantined.ts'
import { importMailFeature } from './receive/import-mail.ts'
import { fetchBodyFeature } from './receive/fetch-body.ts'
import { mailFactsFeature } from './facts/read-facts.ts'
import { shareFilesFeature } from './files/share-files.ts'
import { approvalsListFeature } from './approval/approvals-list.ts'
import { awaitApprovalFeature } from './approval/await-approval.ts'
import { changeApproversFeature } from './approval/approvers-task.ts'
import { lostApproversFeature } from './approval/lost-approvers.ts'
import { decideApprovalFeature } from './reply/decide-approval.ts'
import { reviewReplyFeature } from './approval/review-reply.ts'
import { replyCreationFeature } from './reply/create-reply.ts'
import { changeTimeFeature } from './reply/change-time.ts'
import { goneWritersFeature } from './reply/gone-writers.ts'
import { outcomeNoticeFeature } from './reply/outcome-notice.ts'
import { pauseScheduledFeature } from './reply/pause-scheduled.ts'
import { pausedNoticeFeature } from './reply/paused-notice.ts'
import { replyActionsFeature } from './reply/reply-actions.ts'
import { replyCardFeature } from './reply/reply-card-kind.ts'
import { scheduleActsFeature } from './reply/schedule-acts.ts'
import { scheduledListFeature } from './reply/scheduled-list.ts'
import { sendReplyFeature } from './reply/send-reply.ts'
import { tellAdminsFeature } from './reply/tell-admins.ts'
import { savedRepliesFeature } from './saved/saved-feature.ts'
import { insertSavedFeature } from './compose/insert-saved.ts'
import { suppressedFeature } from './suppression/suppressed-feature.ts'
import { ruleAssignmentFeature } from './rules/rule-assignment.ts'
import { mailRulesFeature } from './rules/rules-feature.ts'
import { mailSettingsFeature } from './routing/mail-settings.ts'
import { alarmsOnHomeFeature } from './routing/alarms-on-home.ts'
import { reopenedChannelFeature } from './routing/reopened-channel.ts'
import { changeRoutesFeature } from './routing/change-routes.ts'
import { createMailServices, type MailOptions, type MailServices } from './services.ts'
import { digestCardsFeature } from './thread/digest-cards.ts'
import { mailThreadFeature } from './thread/thread-cards.ts'
import { attachmentLinksFeature } from './viewer/attachment-links.ts'
import { senderActsFeature } from './trust/sender-acts.ts'
import { blockSenderFeature } from './viewer/block-sender.ts'
import { mailViewerFeature } from './viewer/mail-viewer.ts'
import { originalMailFeature } from './viewer/send-original.ts'
import { startJobFeature } from './viewer/start-job.ts'
import { restrictedViewFeature } from './viewer/view-restricted.ts'
import { awaitAnswerFeature } from './work/await-answer.ts'
import { domainsOnHomeFeature } from './notify/domain-notices.ts'
import { mailHomeFeature } from './work/home-sections.ts'
import { remindFeature } from './work/remind.ts'
import { returnedMailFeature } from './work/return-mail.ts'
import { showWritingFeature } from './work/show-writing.ts'
import { threadActsFeature } from './work/thread-acts.ts'
import { workFormsFeature } from './work/work-forms.ts'
import { workListFeature } from './work/work-list.ts'
import { isWebhookReady } from './webhook/webhook-config.ts'
import { startWebhookChecks, webhookFeature } from './webhook/webhook-registration.ts'

/** Shows incoming mail in channels and sends the replies that people write there, each once. */
export function createMail(options: MailOptions): Slice {
  const services = createMailServices(options)
  return {
    ...combineFeatures(
      webhookFeature(services),
      mailEventsFeature(services),
      fetchBodyFeature(services),
      importMailFeature(services),
      indexMailFeature(services),
      findMailFeature(services),
      mailThreadFeature(services),
      feedChannelFeature(services),
      digestCardsFeature(services),
      quarantineCardFeature(services),
      decideQuarantinedFeature(services),
      mailViewerFeature(services),
      blockSenderFeature(services),
      senderActsFeature(services),
      restrictedViewFeature(services),
      startJobFeature(services),
      attachmentLinksFeature(services),
      shareFilesFeature(services),
      originalMailFeature(services),
      mailFactsFeature(services),
      replyFormFeature(services),
      previewFeature(services),
      sendAsReplyFeature(services),
      replyWithPullRequestFeature(services),
      replyCreationFeature(services),
      replyCardFeature(services),
      replyActionsFeature(services),
      sendReplyFeature(services),
      pauseScheduledFeature(services),
      pausedNoticeFeature(services),
      goneWritersFeature(services),
      scheduleActsFeature(services),
      changeTimeFeature(services),
      scheduledListFeature(services),
      awaitApprovalFeature(services),
      reviewReplyFeature(services),
      decideApprovalFeature(services),
      tellAdminsFeature(services),
      outcomeNoticeFeature(services),
      matchSentMailFeature(services),
      writerNoticeFeature(services),
      mailCommandFeature(services),
      mailMenuFeature(services),
      threadActsFeature(services),
      workFormsFeature(services),
      awaitAnswerFeature(services),
      workListFeature(services),
      showWritingFeature(services),
      remindFeature(services),
      alarmsOnHomeFeature(services),
      approvalsListFeature(services),
      lostApproversFeature(services),
      mailHomeFeature(services),
      domainsOnHomeFeature(services),
      returnedMailFeature(services),
      mailMetricsFeature(services),
      changeRoutesFeature(services),
      reopenedChannelFeature(services),
      mailRulesFeature(services),
      ruleAssignmentFeature(services),
      suppressedFeature(services),
      savedRepliesFeature(services),
      insertSavedFeature(services),
      mailSettingsFeature(services),
      changeApproversFeature(services),
    ),
    start: () => startWebhookChecks(services),
    notReadyReason: () => notReadyReason(services),
  }
}

async function notReadyReason(services: MailServices): Promise<string | undefined> {
  const isReady = await services
    .findHomeTeam()
    .then((team) => isWebhookReady(services, team))
    .catch(() => false)
  return isReady ? undefined : 'the mail webhook is not registered yet'
}
