import type { AccessPolicy } from '../access/access-policy.ts'
import type { Authorizer } from '../access/authorize.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AgentClient } from '../clients/agent-client.ts'
import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import type { Queue } from '../queue/queue.ts'
import type { Views } from '../slack/api/slack-views.ts'
import type { SlackApi } from '../slack/api/web-api.ts'
import type { Message } from '../slack/blocks/slack-message.ts'
import type { Conversations } from '../slack/directory/conversations.ts'
import type { Languages } from '../slack/directory/languages.ts'
import type { Installations } from '../slack/directory/installations.ts'
import type { People } from '../slack/directory/people.ts'
import type { Command } from '../slack/inbound/listeners.ts'
import type { Cards } from '../slack/outbox/cards.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import type { OpenSettings } from '../slice.ts'
import type { KeyedHash } from '../store/keyed-hash.ts'
import type { RateLimits } from '../store/rate-limits.ts'
import type { Store } from '../store/store.ts'
import { createJobAccess, type JobAccess } from './conversation/job-access.ts'
import { createThreadContext, type ThreadContext } from './conversation/thread-context.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { createJobSettings, type JobSettings } from './model/job-settings.ts'
import { createDraftStore, type DraftStore } from './model/form-draft.ts'
import { createProjects, type Project, type Projects } from './model/projects.ts'
import { type AgentQuota, createAgentQuota } from './quota/agent-quota.ts'
import { createJobUpdates, type JobUpdates } from './updates/job-updates.ts'

/** What the slice needs from the app. */
export interface JobsOptions {
  store: Store
  queue: Queue
  clock: Clock
  log: Log
  outbox: Outbox
  cards: Cards
  views: Views
  people: People
  conversations: Conversations
  api: SlackApi
  rateLimits: RateLimits
  keyedHash: KeyedHash
  installations: Installations
  languages: Languages
  access: AccessPolicy
  authorizer: Authorizer
  audit: AuditLog
  agent: AgentClient
  projects: Project[]
  settings: SettingsStore
  /** The delay before a job starts, where a channel has not set its own. */
  undoMs: number
  /** How many creates, and how many follow-ups, the agent takes per project and hour. */
  hourlyLimit: number
  dashboardUrl?: string | undefined
  /** Slack ids of the admins; people can ask for their help when the agent rejects a project's key. */
  adminUsers: string[]
  /** Opens the audit for `/docs audit`. */
  openAudit(this: void, command: Command): Promise<Message | undefined>
  /** Opens the settings, for `/docs settings` and from a card that one of them explains. */
  openSettings: OpenSettings
  /** Refreshes Home for the people whose jobs changed. */
  refreshHome(this: void, team: string, users: string[]): Promise<void>
  /** Shows one person on Home the answer to what they did there. */
  showOnHome(this: void, team: string, user: string, message: Message): Promise<void>
}

/** What every feature of this slice may use. Built once, in dependency order; nothing in it is set later. */
export interface JobServices {
  readonly store: Store
  readonly queue: Queue
  readonly clock: Clock
  readonly log: Log
  readonly outbox: Outbox
  readonly cards: Cards
  readonly views: Views
  readonly people: People
  readonly api: SlackApi
  readonly keyedHash: KeyedHash
  readonly rateLimits: RateLimits
  readonly installations: Installations
  readonly languages: Languages
  readonly access: AccessPolicy
  readonly authorizer: Authorizer
  readonly audit: AuditLog
  readonly jobAccess: JobAccess
  readonly agent: AgentClient
  readonly settings: JobSettings
  readonly dashboardUrl: string | undefined
  readonly adminUsers: string[]
  readonly openAudit: JobsOptions['openAudit']
  readonly openSettings: JobsOptions['openSettings']
  readonly showOnHome: JobsOptions['showOnHome']
  readonly conversations: Conversations
  readonly projects: Projects
  readonly quota: AgentQuota
  readonly drafts: DraftStore
  readonly threads: ThreadContext
  readonly jobs: JobUpdates
}

export function createJobServices(options: JobsOptions): JobServices {
  const {
    store,
    queue,
    clock,
    log,
    outbox,
    cards,
    views,
    people,
    conversations,
    api,
    keyedHash,
    rateLimits,
    installations,
    languages,
    access,
  } = options
  const projects = createProjects(options.projects)
  return {
    store,
    queue,
    clock,
    log,
    outbox,
    cards,
    views,
    people,
    api,
    keyedHash,
    rateLimits,
    installations,
    languages,
    access,
    authorizer: options.authorizer,
    audit: options.audit,
    jobAccess: createJobAccess({ access, people }),
    agent: options.agent,
    settings: createJobSettings(options.settings, { undoMs: options.undoMs }),
    dashboardUrl: options.dashboardUrl,
    adminUsers: options.adminUsers,
    openAudit: options.openAudit,
    openSettings: options.openSettings,
    showOnHome: options.showOnHome,
    conversations,
    projects,
    quota: createAgentQuota({ store, rateLimits, clock, projects, hourlyLimit: options.hourlyLimit }),
    drafts: createDraftStore(store),
    threads: createThreadContext({ api, people, conversations, installations }),
    jobs: createJobUpdates({ store, queue, clock, cards, refreshHome: options.refreshHome }),
  }
}
