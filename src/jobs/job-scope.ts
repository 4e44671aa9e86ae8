import type { AgentClient } from '../clients/agent-client.ts'
import type { WorkspacePages } from '../slice.ts'
import type { RateLimits } from '../store/rate-limits.ts'
import type { Store } from '../store/store.ts'
import type { Connections, SharedServices, WorkspaceScope } from '../workspace-scope.ts'
import { createJobAccess, type JobAccess } from './conversation/job-access.ts'
import { createThreadContext, type ThreadContext } from './conversation/thread-context.ts'
import { createDocsList, type DocsList } from './model/docs-list-store.ts'
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
  /** The number of create requests, and of follow-ups, that the agent takes per project and hour. */
  hourlyLimit: number
  dashboardUrl?: string | undefined
}

/** The agent of one workspace, with the operator's configuration. */
export interface AgentConnection {
  agent: AgentClient
  config: JobsConfig
}

export interface JobsOptions {
  platform: { services: SharedServices; store: Store; rateLimits: RateLimits }
  pages: WorkspacePages
  connections: Connections<AgentConnection>
}

/** The services of this slice for one workspace. */
export interface JobScope extends Omit<WorkspaceScope, 'settings'> {
  readonly settings: JobSettings
  readonly slices: WorkspacePages
  readonly connection: AgentConnection
  readonly jobAccess: JobAccess
  readonly projects: Projects
  readonly quota: AgentQuota
  readonly rateLimits: RateLimits
  readonly drafts: DraftStore
  readonly docsList: DocsList
  readonly threads: ThreadContext
  readonly jobs: JobUpdates
}

/** Builds the scope of one workspace, in dependency order; undefined if no agent is connected to it. */
export async function createJobScope(
  { platform, pages, connections }: JobsOptions,
  team: string,
): Promise<JobScope | undefined> {
  const connection = await connections.of(team)
  if (connection === undefined) return undefined
  const { config } = connection
  const { services, store, rateLimits } = platform
  const { clock, settings } = services
  const { undoMs, hourlyLimit } = config
  const projects = createProjects(config.projects)
  return {
    ...services,
    team,
    settings: createJobSettings(settings, { undoMs }),
    slices: pages,
    connection,
    jobAccess: createJobAccess(services),
    projects,
    rateLimits,
    quota: createAgentQuota({ store, rateLimits, clock, projects, hourlyLimit }),
    drafts: createDraftStore(store, team),
    docsList: createDocsList(store, team),
    threads: createThreadContext(services),
    jobs: createJobUpdates({ ...services, team }, { store, refreshHome: pages.refreshHome }),
  }
}
