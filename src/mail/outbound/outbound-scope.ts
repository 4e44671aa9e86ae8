import type { RateLimits } from '../../store/rate-limits.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { SEND_PERMISSION } from '../../clients/mailbox/key-permissions.ts'
import { createSharedAnswers, type SharedAnswers } from '../../core/shared-answers.ts'
import { type AwaitingReplies, createAwaitingReplies } from './approval/awaiting-replies.ts'
import type { LinkAnswer } from './files/link-answer.ts'
import { type ClosingChoices, createClosingChoices } from './compose/closing-choices.ts'
import { createPreviewStore, type PreviewStore } from './compose/preview-store.ts'
import { createReplyDrafts, type ReplyDrafts } from './compose/drafts/reply-drafts.ts'
import { createSavedReplies, type SavedReplies } from './saved/saved-reply.ts'
import { createScheduledReplies, type ScheduledReplies } from './schedule/scheduled-replies.ts'
import { createSendBlocks, type SendBlocks } from './suppression/send-blocks.ts'
import { createSendPermission, type SendPermission } from './send/send-permission.ts'
import { createSuppressionStore, type SuppressionStore } from './suppression/suppression.ts'
import type { PlacementScope } from '../placement/placement-scope.ts'
import { SILENCE_MS } from '../mail-scope.ts'

/** Short, because Slack waits three seconds for the answer to Send. */
const LINK_MS = 1200

/** Members that only the writing and sending of mail uses. */
export interface OutboundStores {
  /** Results of the links to files that forms have checked. */
  readonly linkAnswers: SharedAnswers<LinkAnswer>
  readonly awaitingReplies: AwaitingReplies
  readonly closingChoices: ClosingChoices
  readonly previews: PreviewStore
  readonly rateLimits: RateLimits
  readonly replyDrafts: ReplyDrafts
  readonly savedReplies: SavedReplies
  readonly scheduledReplies: ScheduledReplies
  readonly sendBlocks: SendBlocks
  readonly sendPermission: SendPermission
  readonly suppressions: SuppressionStore
}

/** The scope for writing and sending mail. */
export interface OutboundScope extends PlacementScope {
  readonly outbound: OutboundStores
}

/** Adds the members for writing and sending to the scope of placement. */
export function createOutboundScope(
  scope: PlacementScope,
  { own, rateLimits }: { own: WorkspaceStore; rateLimits: RateLimits },
): OutboundScope {
  const { keyedHash, clock, mailbox, replyStore } = scope
  return {
    ...scope,
    outbound: {
      linkAnswers: createSharedAnswers({ limitMs: LINK_MS, keptMs: SILENCE_MS }),
      awaitingReplies: createAwaitingReplies(own),
      closingChoices: createClosingChoices(own, keyedHash),
      previews: createPreviewStore(own, keyedHash),
      rateLimits,
      replyDrafts: createReplyDrafts(own, clock),
      savedReplies: createSavedReplies(own),
      scheduledReplies: createScheduledReplies(own, replyStore, clock),
      sendBlocks: createSendBlocks(mailbox, clock),
      sendPermission: createSendPermission(own, mailbox, { clock, permission: SEND_PERMISSION }),
      suppressions: createSuppressionStore(own, keyedHash, clock),
    },
  }
}
