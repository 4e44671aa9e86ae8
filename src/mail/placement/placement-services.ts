import { createSharedAnswers, type SharedAnswers } from '../../core/shared-answers.ts'
import { type ArrivalOrder, createArrivalOrder } from './burst/arrival-order.ts'
import { createDigestStore, type DigestStore } from '../records/mail/digest.ts'
import { createRuleDrafts, type RuleDrafts } from './rules/rule-drafts.ts'
import { createThreadOrigins, type ThreadOrigins } from './threads/thread-origins.ts'
import { type MailOptions, type MailServices, SILENCE_MS } from '../services.ts'

/** A form asks for more than this one after the other. */
const INBOXES_MS = 700

/** What only the wings that place mail use. */
export interface PlacementStores {
  /** The inboxes of the mailbox, by id, for forms that offer them; none if it has no list of them. */
  readonly inboxAnswers: SharedAnswers<string[]>
  readonly arrivals: ArrivalOrder
  readonly digestStore: DigestStore
  readonly ruleDrafts: RuleDrafts
  readonly threadOrigins: ThreadOrigins
}

/** Services that decide where mail goes; every wing extends them. */
export interface PlacementServices extends MailServices {
  readonly placement: PlacementStores
}

/** Adds the services of placement to those of mail. */
export const createPlacementServices = (
  services: MailServices,
  { platform: { store } }: MailOptions,
): PlacementServices => ({
  ...services,
  placement: {
    inboxAnswers: createSharedAnswers({ limitMs: INBOXES_MS, keptMs: SILENCE_MS }),
    arrivals: createArrivalOrder(),
    digestStore: createDigestStore(store),
    ruleDrafts: createRuleDrafts(store),
    threadOrigins: createThreadOrigins(store, services.keyedHash),
  },
})
