import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { createSharedAnswers, type SharedAnswers } from '../../core/shared-answers.ts'
import { type ArrivalOrder, createArrivalOrder } from './burst/arrival-order.ts'
import { createDigestStore, type DigestStore } from './burst/digest-store.ts'
import { createSentAlarms, type SentAlarms } from './routing/sent-alarms.ts'
import { createRuleDrafts, type RuleDrafts } from './rules/rule-drafts.ts'
import { createThreadOrigins, type ThreadOrigins } from './threads/thread-origins.ts'
import { type MailScope, SILENCE_MS } from '../mail-scope.ts'

/** Short, because a form makes further requests one after another. */
const INBOXES_MS = 700

/** Members that only the wings that place mail use. */
export interface PlacementStores {
  /** The mailbox's inboxes with their addresses, for forms; empty if it has no list. */
  readonly inboxAnswers: SharedAnswers<{ id: string; address: string }[]>
  readonly arrivals: ArrivalOrder
  readonly digestStore: DigestStore
  readonly ruleDrafts: RuleDrafts
  readonly threadOrigins: ThreadOrigins
  readonly sentAlarms: SentAlarms
}

/** The scope for deciding where mail goes; every wing extends it. */
export interface PlacementScope extends MailScope {
  readonly placement: PlacementStores
}

/** Extends the scope of mail for placement. */
export const createPlacementScope = (scope: MailScope, own: WorkspaceStore): PlacementScope => ({
  ...scope,
  placement: {
    inboxAnswers: createSharedAnswers({ limitMs: INBOXES_MS, keptMs: SILENCE_MS }),
    arrivals: createArrivalOrder(),
    digestStore: createDigestStore(own),
    ruleDrafts: createRuleDrafts(own),
    threadOrigins: createThreadOrigins(own, scope.keyedHash),
    sentAlarms: createSentAlarms(own),
  },
})
