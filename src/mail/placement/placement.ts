import type { ScopedFeature } from '../../scoped-feature.ts'
import { feedChannelFeature } from './burst/feed-channel.ts'
import { alarmsOnHomeFeature } from './routing/alarms-on-home.ts'
import { changeRoutesFeature } from './routing/change-routes.ts'
import { lostChannelFeature } from './routing/lost-channel.ts'
import { mailSettingsFeature } from './routing/mail-settings.ts'
import { replannedRemindersFeature } from './routing/replanned-reminders.ts'
import { reopenedChannelFeature } from './routing/reopened-channel.ts'
import { ruleAssignmentFeature } from './rules/rule-assignment.ts'
import { mailRulesFeature } from './rules/rules-feature.ts'
import { digestCardsFeature } from './threads/digest-cards.ts'
import { noticeNewMailFeature } from './threads/notice-new-mail.ts'
import { mailThreadFeature } from './threads/thread-cards.ts'
import { senderActsFeature } from './senders/sender-acts.ts'
import { withdrawNoticesFeature } from './withdraw-notices.ts'
import type { PlacementScope } from './placement-scope.ts'

/** Decides where mail goes, and keeps its thread in Slack. */
export const placementFeatures: ScopedFeature<PlacementScope>[] = [
  mailThreadFeature,
  noticeNewMailFeature,
  withdrawNoticesFeature,
  feedChannelFeature,
  digestCardsFeature,
  senderActsFeature,
  alarmsOnHomeFeature,
  changeRoutesFeature,
  lostChannelFeature,
  reopenedChannelFeature,
  mailRulesFeature,
  ruleAssignmentFeature,
  mailSettingsFeature,
  replannedRemindersFeature,
]
