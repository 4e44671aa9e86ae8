import { type AuditLinks, combineFeatures, type Slice, type WorkspacePages } from '../slice.ts'
import { askForAccessFeature } from './ask-for-access.ts'
import { auditFeature, openAudit } from './audit/audit-feature.ts'
import { directoryEventsFeature } from './directory-events.ts'
import { createHome } from './app-home.ts'
import { settleRequestsFeature } from './settle-requests.ts'
import type { WorkspaceServices } from './services.ts'
import { createSettingsFeature } from './settings/settings-feature.ts'

/** The slice, and its interface to other slices. */
export interface Workspace extends Slice {
  pages: WorkspacePages
  /** Adds the Home sections, settings and audit links of the slices. Call once, before the first task or event. */
  register(this: void, slices: Slice[]): void
}

/** Creates the slice of the workspace as a whole: settings, App Home, audit, and requests for access. */
export function createWorkspace(services: WorkspaceServices): Workspace {
  const home = createHome(services)
  const settings = createSettingsFeature(services)
  const auditLinks: AuditLinks[] = []
  const { list: listSettings, findInboxNames } = settings
  const auditServices = { ...services, listSettings, findInboxNames, auditLinks }
  return {
    ...combineFeatures(
      home,
      settings,
      auditFeature(auditServices),
      askForAccessFeature({ ...services, openSettings: settings.openPage }),
      settleRequestsFeature(services),
      directoryEventsFeature(services),
    ),
    pages: {
      openSettings: settings.open,
      openAudit: (command) => openAudit(auditServices, command),
      refreshHome: home.refresh,
      showOnHome: home.showNote,
    },
    register(slices) {
      home.register(slices)
      settings.register(slices)
      auditLinks.push(...slices.flatMap((slice) => slice.auditLinks ?? []))
    },
  }
}
