import type { AgentClient } from '../clients/agent-client.ts'
import type { WorkspacePages } from '../slice.ts'
import type { RateLimits } from '../store/rate-limits.ts'
import type { Store } from '../store/store.ts'
import type { SharedServices } from '../workspace-scope.ts'
import { createJobAccess, type JobAccess } from './conversation/job-access.ts'
import { createThreadContext, type ThreadContext } from './conversation/thread-context.ts'
import { createDraftStore, type DraftStore } from './model/form-draft.ts'
import { createJobSettings, type JobSettings } from './model/job-settings.ts'
import { createProjects, type Project, type Projects } from './model/projects.ts'
import { type AgentQuota, createAgentQuota } from './quota/agent-quota.ts'
import { createJobUpdates, type JobUpdates } from './updates/job-updates.ts'

/** The operator's configuration of jobs. */
export interface JobsConfig {
  projects: Project[]
  /** The delay before a job starts, where a channel has not set its own. */
  undoMs: number
  /** How many creates, and how many follow-ups, the agent takes per project and hour. */
  hourlyLimit: number
  dashboardUrl?: string | undefined
}

/** What the slice needs from the app. */
export interface JobsOptions {
  platform: { services: SharedServices; store: Store; rateLimits: RateLimits }
  pages: WorkspacePages
  agent: AgentClient
  config: JobsConfig
}

/** What every feature of this slice may use. */
export interface JobServices extends Omit<SharedServices, 'settings'> {
  readonly store: Store
  readonly settings: JobSettings
  readonly slices: WorkspacePages
  readonly agent: AgentClient
  readonly dashboardUrl: string | undefined
  readonly jobAccess: JobAccess
  readonly projects: Projects
  readonly quota: AgentQuota
  readonly rateLimits: RateLimits
  readonly drafts: DraftStore
  readonly threads: ThreadContext
  readonly jobs: JobUpdates
}

/** Builds the services in dependency order. */
export function createJobServices({ platform, pages, agent, config }: JobsOptions): JobServices {
  const { services, store, rateLimits } = platform
  const { clock, settings } = services
  const { undoMs, hourlyLimit, dashboardUrl } = config
  const projects = createProjects(config.projects)
  return {
    ...services,
    store,
    settings: createJobSettings(settings, { undoMs }),
    slices: pages,
    agent,
    dashboardUrl,
    jobAccess: createJobAccess(services),
    projects,
    rateLimits,
    quota: createAgentQuota({ store, rateLimits, clock, projects, hourlyLimit }),
    drafts: createDraftStore(store),
    threads: createThreadContext(services),
    jobs: createJobUpdates(services, { store, refreshHome: pages.refreshHome }),
  }
}
