import { SEND_PERMISSION } from '../../clients/mailbox/key-permissions.ts'
import { createSharedAnswers, type SharedAnswers } from '../../core/shared-answers.ts'
import { type AwaitingReplies, createAwaitingReplies } from './approval/awaiting-replies.ts'
import type { LinkAnswer } from './files/link-answer.ts'
import { createPreviewStore, type PreviewStore } from './compose/preview-store.ts'
import { createReplyDrafts, type ReplyDrafts } from './compose/drafts/reply-drafts.ts'
import { createSavedReplies, type SavedReplies } from './saved/saved-reply.ts'
import { createScheduledReplies, type ScheduledReplies } from './schedule/scheduled-replies.ts'
import { createSendBlocks, type SendBlocks } from './suppression/send-blocks.ts'
import { createSendPermission, type SendPermission } from './send/send-permission.ts'
import { createSuppressionStore, type SuppressionStore } from './suppression/suppression.ts'
import type { PlacementServices } from '../placement/placement-services.ts'
import { type MailOptions, SILENCE_MS } from '../services.ts'

/** Slack waits three seconds for the answer to Send. */
const LINK_MS = 1200

/** What only the writing and sending of mail uses. */
export interface OutboundStores {
  /** Answers about links to files that forms have checked. */
  readonly linkAnswers: SharedAnswers<LinkAnswer>
  readonly awaitingReplies: AwaitingReplies
  readonly previews: PreviewStore
  readonly replyDrafts: ReplyDrafts
  readonly savedReplies: SavedReplies
  readonly scheduledReplies: ScheduledReplies
  readonly sendBlocks: SendBlocks
  readonly sendPermission: SendPermission
  readonly suppressions: SuppressionStore
}

/** Services for writing and sending mail. */
export interface OutboundServices extends PlacementServices {
  readonly outbound: OutboundStores
}

/** Adds what only the writing and sending of mail uses to the services of placement. */
export function createOutboundServices(
  services: PlacementServices,
  { platform: { store } }: MailOptions,
): OutboundServices {
  const { keyedHash, clock, mailbox, replyStore } = services
  return {
    ...services,
    outbound: {
      linkAnswers: createSharedAnswers({ limitMs: LINK_MS, keptMs: SILENCE_MS }),
      awaitingReplies: createAwaitingReplies(store),
      previews: createPreviewStore(store, keyedHash),
      replyDrafts: createReplyDrafts(store),
      savedReplies: createSavedReplies(store),
      scheduledReplies: createScheduledReplies(store, replyStore),
      sendBlocks: createSendBlocks(mailbox, clock),
      sendPermission: createSendPermission(store, mailbox, { clock, permission: SEND_PERMISSION }),
      suppressions: createSuppressionStore(store, keyedHash, clock),
    },
  }
}
