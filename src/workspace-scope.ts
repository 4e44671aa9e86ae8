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

/** Services for the features of every slice. Built once, in dependency order; nothing is set later. */
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

/** Everything for one workspace: the services of all features, and its team. Each slice adds its stores and connections of that workspace. */
export interface WorkspaceScope extends SharedServices {
  /** The workspace's id in Slack. */
  readonly team: string
}

/** The operator's connections, by workspace. Throws `UpstreamError` while Slack has never named the home workspace, if that is what matters. */
export interface Connections<Connection> {
  /** Builds the connection of a workspace; undefined if it has none. */
  of(this: void, team: string): Promise<Connection | undefined>
  /** The workspaces in which the app is installed. */
  listTeams(this: void): Promise<string[]>
  /** The workspace that the environment configures. */
  findHomeTeam(this: void): Promise<string>
}

/** The scopes of one slice. */
export interface Workspaces<Scope> {
  /** The scope of a workspace, resolved once by each listener and task; undefined if the slice has no connection there. */
  of(this: void, team: string): Promise<Scope | undefined>
}

/** Builds the scope of each workspace once. A failure is not remembered. */
export function createWorkspaces<Scope>(build: (team: string) => Promise<Scope | undefined>): Workspaces<Scope> {
  const scopes = new Map<string, Scope>()
  return {
    async of(team) {
      const known = scopes.get(team)
      if (known !== undefined) return known
      const built = await build(team)
      // Of two concurrent requests, the first one's scope stays, with its caches.
      const scope = scopes.get(team) ?? built
      if (scope !== undefined) scopes.set(team, scope)
      return scope
    },
  }
}
