import { accessField } from '../../src/access/access-rules.ts'
import type { AccessAction } from '../../src/access/actions.ts'
import type { Subject } from '../../src/access/subject.ts'
import { openStorage } from '../../src/adapters/open-storage.ts'
import { createAuditLog } from '../../src/audit/audit-log.ts'
import { readConfig } from '../../src/config.ts'
import { createClock, DAY_MS } from '../../src/core/clock.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { createSettingsStore, type SettingsTarget } from '../../src/settings/settings-store.ts'
import { createKeyedHash } from '../../src/store/keyed-hash.ts'
import type { Harness } from './harness.ts'

/** The app's own storage, next to the running app: who may do what, and what was recorded of it. */
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
  /** Says who may do something, as the settings form would; without subjects the default applies again. */
  async function change(target: SettingsTarget, action: AccessAction, subjects: Subject[]): Promise<void> {
    const { version } = await settings.read(target)
    const values = { [accessField(action)]: subjects.length === 0 ? undefined : subjects }
    if (!(await settings.write(target, { version, values, by: 'UTEST' }))) throw new Error('somebody else saved')
  }
  return {
    close: () => storage.close(),
    allow: (action: AccessAction, ...subjects: Subject[]) =>
      change({ team: team.id, scope: 'workspace', id: '' }, action, subjects),
    /** The same for the mail of one inbox. */
    allowInInbox: (inbox: string, action: AccessAction, ...subjects: Subject[]) =>
      change({ team: team.id, scope: 'inbox', id: inbox }, action, subjects),
    /** What people did or were refused, newest first. */
    readAudit: async () =>
      (await audit.list(team.id, {}, { limit: 1000 })).records.filter(({ user }) => user !== undefined),
  }
}
