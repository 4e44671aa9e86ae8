import type { AccessPolicy } from '../access/access-policy.ts'
import type { Authorizer } from '../access/authorize.ts'
import type { WhomToAskServices } from '../access/whom-to-ask.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { Conversations } from '../slack/directory/conversations.ts'
import type { SearchDirectory } from '../slack/directory/search-directory.ts'
import type { Installations } from '../slack/directory/installations.ts'
import type { DirectoryChanges } from '../slack/directory/fresh-answers.ts'
import type { Clock } from '../core/clock.ts'
import type { Queue } from '../queue/queue.ts'
import type { Views } from '../slack/api/slack-views.ts'
import type { Languages } from '../slack/directory/languages.ts'
import type { FileSender } from '../slack/outbox/send-file.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import type { KeyedHash } from '../store/keyed-hash.ts'
import type { RateLimits } from '../store/rate-limits.ts'
import type { Store } from '../store/store.ts'

/** What every feature of this slice may use. Built once; nothing in it is set later. */
export interface WorkspaceServices extends WhomToAskServices {
  store: Store
  queue: Queue
  clock: Clock
  rateLimits: RateLimits
  outbox: Outbox
  views: Views
  access: AccessPolicy
  languages: Languages
  changes: DirectoryChanges
  conversations: Conversations
  installations: Installations
  authorizer: Authorizer
  audit: AuditLog
  sendFile: FileSender
  settings: SettingsStore
  searchDirectory: SearchDirectory
  keyedHash: KeyedHash
}
