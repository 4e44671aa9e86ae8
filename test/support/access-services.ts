import { type AccessPolicy, createAccessPolicy } from '../../src/access/access-policy.ts'
import { createAccessRules } from '../../src/access/access-rules.ts'
import { createAuthorizer } from '../../src/access/authorize.ts'
import { createAuditLog } from '../../src/audit/audit-log.ts'
import { type Clock, DAY_MS } from '../../src/core/clock.ts'
import { createSettingsStore } from '../../src/settings/settings-store.ts'
import type { SlackApi } from '../../src/slack/api/web-api.ts'
import { createConversations } from '../../src/slack/directory/conversations.ts'
import { createDirectorySearch } from '../../src/slack/directory/search-directory.ts'
import { createDirectoryChanges } from '../../src/slack/directory/fresh-answers.ts'
import { createLogger } from '../../src/core/log.ts'
import { createLanguages } from '../../src/slack/directory/languages.ts'
import { createPeople } from '../../src/slack/directory/people.ts'
import { createUserGroups } from '../../src/slack/directory/user-groups.ts'
import { createWorkspaceAdminsLookup } from '../../src/slack/directory/workspace-admins.ts'
import { createKeyedHash } from '../../src/store/keyed-hash.ts'
import type { Store } from '../../src/store/store.ts'

/** The services between Slack's API and the slices, on a real store: the directory, the settings, access and the audit. */
export async function openAccess(options: {
  api: SlackApi
  store: Store
  clock: Clock
  adminUsers?: string[]
  access?: AccessPolicy | undefined
  /** Where the audit is kept, if not with the rest. */
  auditStore?: Store
}) {
  const { api, store, clock, adminUsers = [], auditStore = store } = options
  const keyedHash = await createKeyedHash(store)
  const changes = createDirectoryChanges(store, clock)
  const people = createPeople(api, clock, changes)
  const conversations = createConversations({ api, people, clock, changes })
  const groups = createUserGroups(api, clock, changes)
  const settings = createSettingsStore({ store, clock, keyedHash })
  const rules = createAccessRules(settings)
  const listAppointedAdmins = () => Promise.resolve(adminUsers)
  const access = options.access
    ? { ...options.access, listAppointedAdmins }
    : createAccessPolicy({ people, conversations, groups, rules, readAdminSetting: listAppointedAdmins })
  const audit = createAuditLog({ store: auditStore, clock, keyedHash, retentionMs: 365 * DAY_MS })
  const languages = createLanguages(people)
  const findWorkspaceAdmins = createWorkspaceAdminsLookup(api, clock, changes)
  const log = createLogger({ level: 'silent' })
  const directory = createDirectorySearch({ api, groups, conversations, clock, log })
  const slack = { groups, findWorkspaceAdmins, changes, conversations, ...directory }
  const asked = { access, audit, people, languages, slack, store, clock, keyedHash }
  return { ...asked, settings, rules, authorizer: createAuthorizer(asked) }
}
