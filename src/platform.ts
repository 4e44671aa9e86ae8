import { createAccessPolicy } from './access/access-policy.ts'
import { createAccessRules } from './access/access-rules.ts'
import { createAuthorizer } from './access/authorize.ts'
import { createAuditLog } from './audit/audit-log.ts'
import { createSettingsStore } from './settings/settings-store.ts'
import { createDirectoryChanges } from './slack/directory/fresh-answers.ts'
import { createThreadFilesLookup } from './slack/directory/thread-files.ts'
import { createUserGroups } from './slack/directory/user-groups.ts'
import { createWorkspaceAdminsLookup } from './slack/directory/workspace-admins.ts'
import { openStorage } from './adapters/open-storage.ts'
import type { Config } from './config.ts'
import { createConnections, type FurtherWorkspace } from './connections.ts'
import { type Clock, createClock } from './core/clock.ts'
import type { Log } from './core/log.ts'
import { createSealer } from './encryption/sealer.ts'
import { createSlackFileCheck, createFileReader } from './slack/api/slack-files.ts'
import { createViews } from './slack/api/slack-views.ts'
import { createSlackApi, type SlackApi } from './slack/api/web-api.ts'
import { createDirectorySearch } from './slack/directory/search-directory.ts'
import { createConversations } from './slack/directory/conversations.ts'
import { createInstallations } from './slack/directory/installations.ts'
import { createLanguages } from './slack/directory/languages.ts'
import { createPeople } from './slack/directory/people.ts'
import { createCards } from './slack/outbox/cards.ts'
import { createFileSender } from './slack/outbox/send-file.ts'
import { createOutbox } from './slack/outbox/outbox.ts'
import type { SlackServices } from './slack/slack-services.ts'
import { createEffects } from './store/effects.ts'
import { createKeyedHash } from './store/keyed-hash.ts'
import type { Store } from './store/store.ts'
import { createRateLimits } from './store/rate-limits.ts'
import { createLongWaitNotifier } from './workspace/long-wait-notices.ts'
import type { SharedServices } from './workspace-scope.ts'

/** Creates the foundation of all slices, in dependency order. */
export async function createPlatform(config: Config, log: Log, further: readonly FurtherWorkspace[] = []) {
  const clock = createClock(config.clockScale)
  const sealer = createSealer(config.store.encryptionKeys)
  const storage = await openStorage(config.store.url, { sealer, clock, log })
  const { store, queue } = storage
  const { apiUrl, botToken } = config.slack
  const installations = await createInstallations({
    apiUrl,
    token: botToken,
    store,
    log,
    further: further.map(({ installation }) => installation),
  })
  const connections = createConnections(installations, { home: config, further })
  const rateLimits = createRateLimits(store, { clock })
  const effectsOf = (team: string) => createEffects(store, { team, clock })
  const token = async (team: string): Promise<string> => (await installations.forTeam(team)).token
  const { adminUsers } = config
  const readAdminSetting = async (team: string): Promise<readonly string[]> =>
    (await connections.of(team))?.adminUsers ?? []
  const onLongWait = createLongWaitNotifier({ store, queue, clock, adminUsers, installations, log })
  const api = createSlackApi({
    apiUrl,
    token,
    rateLimits,
    clock,
    log,
    onLongWait,
    onTokenRejected: installations.doubtToken,
  })
  const { people, conversations, groups, changes, findWorkspaceAdmins } = createDirectory(api, { store, clock })
  const keyedHash = await createKeyedHash(store)
  const settings = createSettingsStore({ store, clock, keyedHash })
  const languages = createLanguages(people)
  const rules = createAccessRules(settings)
  const access = createAccessPolicy({ people, conversations, groups, rules, readAdminSetting })
  const audit = createAuditLog({ store, clock, keyedHash, retentionMs: config.auditRetentionMs })
  const authorizer = createAuthorizer({
    access,
    audit,
    people,
    languages,
    slack: { groups, findWorkspaceAdmins },
    store,
    clock,
    keyedHash,
  })
  const slack: SlackServices = {
    api,
    installations,
    conversations,
    groups,
    changes,
    findWorkspaceAdmins,
    ...createDirectorySearch({ api, groups, conversations, clock, log }),
    readFile: createFileReader({ api, token, apiUrl }),
    isFileThere: createSlackFileCheck(api),
    listThreadFiles: createThreadFilesLookup({ api, clock }),
    sendFile: createFileSender({ api, people, effectsOf, apiUrl }),
  }
  const services = {
    queue,
    clock,
    log,
    keyedHash,
    settings,
    access,
    authorizer,
    audit,
    people,
    languages,
    outbox: createOutbox({ api, people, queue, clock, effectsOf, apiUrl, log }),
    cards: createCards({ api, people, queue, store, effectsOf, log }),
    views: createViews(api),
    slack,
  } satisfies SharedServices
  return { storage, store, rateLimits, onLongWait, connections, services }
}

/** The people and conversations of Slack, cached until an event reports a change. */
function createDirectory(api: SlackApi, { store, clock }: { store: Store; clock: Clock }) {
  const changes = createDirectoryChanges(store, clock)
  const people = createPeople(api, clock, changes)
  const conversations = createConversations({ api, people, clock, changes })
  const groups = createUserGroups(api, clock, changes)
  return {
    changes,
    people,
    conversations,
    groups,
    findWorkspaceAdmins: createWorkspaceAdminsLookup(api, clock, changes),
  }
}

/** The storage, Slack, and the services between them and the slices. */
export type Platform = Awaited<ReturnType<typeof createPlatform>>
