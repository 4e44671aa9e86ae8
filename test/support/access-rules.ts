import { accessField } from '../../src/access/access-rules.ts'
import { type AccessRequestRecord, accessRequests } from '../../src/access/access-requests.ts'
import type { AccessAction } from '../../src/access/actions.ts'
import type { Subject } from '../../src/access/subject.ts'
import { openStorage } from '../../src/adapters/open-storage.ts'
import { createAuditLog } from '../../src/audit/audit-log.ts'
import { readConfig } from '../../src/config.ts'
import { createClock, DAY_MS } from '../../src/core/clock.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { createSettingsStore, type SavedSettings, type SettingsTarget } from '../../src/settings/settings-store.ts'
import { createKeyedHash } from '../../src/store/keyed-hash.ts'
import { createRateLimits } from '../../src/store/rate-limits.ts'
import { QUESTIONS_PER_DAY, questionLimitKey } from '../../src/workspace/ask-for-access.ts'
import type { Harness } from './harness.ts'

const toRule = (action: AccessAction, subjects: Subject[]): SavedSettings['values'] => ({
  [accessField(action)]: subjects.length === 0 ? undefined : subjects,
})

export type AccessRecords = Awaited<ReturnType<typeof openAccessRecords>>

/** The app's own storage, next to the running app: permissions, and the audit records. */
export async function openAccessRecords({ sandbox, client }: Pick<Harness, 'sandbox' | 'client'>) {
  const config = readConfig(sandbox.env)
  const [clock, log] = [createClock(config.clockScale), createLogger({ level: 'silent' })]
  const sealer = createSealer(config.store.encryptionKeys)
  const storage = await openStorage(config.store.url, { sealer, clock, log, admin: true })
  const { store } = storage
  const keyedHash = await createKeyedHash(store)
  const settings = createSettingsStore({ store, clock, keyedHash })
  const audit = createAuditLog({ store, clock, keyedHash, retentionMs: 365 * DAY_MS })
  const { team } = (await client.slack.app()) as { team: { id: string } }
  const workspace: SettingsTarget = { team: team.id, scope: 'workspace', id: '' }
  /** Saves settings, as the form would. */
  async function save(target: SettingsTarget, values: SavedSettings['values']): Promise<void> {
    const { version } = await settings.read(target)
    if (!(await settings.write(target, { version, values, by: 'UTEST' }))) throw new Error('somebody else saved')
  }
  return {
    close: () => storage.close(),
    /** Saves settings of the workspace. */
    saveForWorkspace: (values: SavedSettings['values']) => save(workspace, values),
    /** Allows an action to these people; without subjects the default applies again. */
    allow: (action: AccessAction, ...subjects: Subject[]) => save(workspace, toRule(action, subjects)),
    /** The same for the mail of one inbox. */
    allowInInbox: (inbox: string, action: AccessAction, ...subjects: Subject[]) =>
      save({ team: team.id, scope: 'inbox', id: inbox }, toRule(action, subjects)),
    /** The same for the jobs of one project. */
    allowInProject: (project: string, action: AccessAction, ...subjects: Subject[]) =>
      save({ team: team.id, scope: 'project', id: project }, toRule(action, subjects)),
    /** Keeps what somebody was refused, for **Request access**. */
    addRequest: (id: string, request: AccessRequestRecord) =>
      accessRequests(store, team.id).update(id, (now) => now ?? request),
    /** Counts all but one of somebody's questions of the day as asked. */
    spendQuestions: (user: string) =>
      createRateLimits(store, { clock }).take(questionLimitKey(team.id, user), {
        limit: QUESTIONS_PER_DAY,
        windowMs: clock.scaled(DAY_MS),
        cost: QUESTIONS_PER_DAY - 1,
      }),
    /** The hash that the audit has of a text. */
    hashText: (text: string) => keyedHash('audit-text', text),
    /** Acts and refusals of people, newest first. */
    readAudit: async () =>
      (await audit.list(team.id, {}, { limit: 1000 })).records.filter(({ user }) => user !== undefined),
  }
}

/** The same as a fixture of a story test, closed at its end. */
export async function recordsFixture(
  { app }: { app: Harness },
  use: (records: AccessRecords) => Promise<void>,
): Promise<void> {
  const records = await openAccessRecords(app)
  await use(records)
  await records.close()
}
