import { accessTextIn } from '../../access/text/access-text.ts'
import type { AuditLinks } from '../../slice.ts'
import type { WorkspaceServices } from '../services.ts'
import { describeSettingName } from '../settings/setting-name.ts'
import type { SettingsFeature } from '../settings/settings-feature.ts'
import { workspaceTextIn } from '../text/workspace-text.ts'
import type { AuditTexts } from './audit-rows.ts'

export interface AuditServices extends WorkspaceServices {
  listSettings: SettingsFeature['list']
  findInboxNames: SettingsFeature['findInboxNames']
  /** From the slices that own the objects. */
  auditLinks: readonly AuditLinks[]
}

export interface AuditReader {
  team: string
  user: string
}

/** The texts of the audit in the reader's language. */
export async function readTexts(
  { languages, listSettings, findInboxNames }: AuditServices,
  { team, user }: AuditReader,
): Promise<AuditTexts> {
  const [language, inboxes, settings] = await Promise.all([
    languages.ofPerson(team, user),
    findInboxNames(team),
    listSettings(team),
  ])
  return {
    text: workspaceTextIn(language).audit,
    access: accessTextIn(language),
    describeSetting: (recorded) => describeSettingName(settings, { language, inboxes }, recorded),
    inboxes,
  }
}
