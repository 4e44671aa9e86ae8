import type { AccessPolicy } from './access/access-policy.ts'
import type { Authorizer } from './access/authorize.ts'
import type { AuditLog } from './audit/audit-log.ts'
import type { Clock } from './core/clock.ts'
import type { Log } from './core/log.ts'
import type { Queue } from './queue/queue.ts'
import type { SettingsStore } from './settings/settings-store.ts'
import type { Views } from './slack/api/slack-views.ts'
import type { Languages } from './slack/directory/languages.ts'
import type { People } from './slack/directory/people.ts'
import type { Cards } from './slack/outbox/cards.ts'
import type { Outbox } from './slack/outbox/outbox.ts'
import type { SlackServices } from './slack/slack-services.ts'
import type { KeyedHash } from './store/keyed-hash.ts'

/** What the features of every slice may use. Built once, in dependency order; nothing in it is set later. */
export interface SharedServices {
  readonly queue: Queue
  readonly clock: Clock
  readonly log: Log
  readonly keyedHash: KeyedHash
  readonly settings: SettingsStore
  readonly access: AccessPolicy
  readonly authorizer: Authorizer
  readonly audit: AuditLog
  readonly people: People
  readonly languages: Languages
  readonly outbox: Outbox
  readonly cards: Cards
  readonly views: Views
  readonly slack: SlackServices
}
