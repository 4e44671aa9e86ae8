import { combineFeatures, type Feature } from '../../slice.ts'
import { feedChannelFeature } from './burst/feed-channel.ts'
import { alarmsOnHomeFeature } from './routing/alarms-on-home.ts'
import { changeRoutesFeature } from './routing/change-routes.ts'
import { mailSettingsFeature } from './routing/mail-settings.ts'
import { reopenedChannelFeature } from './routing/reopened-channel.ts'
import { ruleAssignmentFeature } from './rules/rule-assignment.ts'
import { mailRulesFeature } from './rules/rules-feature.ts'
import { digestCardsFeature } from './threads/digest-cards.ts'
import { mailThreadFeature } from './threads/thread-cards.ts'
import { senderActsFeature } from './senders/sender-acts.ts'
import type { PlacementServices } from './placement-services.ts'

/** Where mail goes, and how its thread in Slack is kept. */
export const placementFeatures = (services: PlacementServices): Required<Feature> =>
  combineFeatures(
    mailThreadFeature(services),
    feedChannelFeature(services),
    digestCardsFeature(services),
    senderActsFeature(services),
    alarmsOnHomeFeature(services),
    changeRoutesFeature(services),
    reopenedChannelFeature(services),
    mailRulesFeature(services),
    ruleAssignmentFeature(services),
    mailSettingsFeature(services),
  )
