import { type AuditLinks, combineFeatures, type Slice } from '../slice.ts'
import type { Message } from '../slack/blocks/slack-message.ts'
import type { Command } from '../slack/inbound/listeners.ts'
import { askForAccessFeature } from './ask-for-access.ts'
import { auditFeature, openAudit } from './audit/audit-feature.ts'
import { directoryEventsFeature } from './directory-events.ts'
import { createHome, type Home } from './app-home.ts'
import type { WorkspaceServices } from './services.ts'
import { createSettingsFeature, type SettingsFeature } from './settings/settings-feature.ts'

/** The slice, and what the other slices use of it through app.ts. */
export interface Workspace extends Slice {
  home: Home
  /** Opens the audit for an admin; returns the refusal for anybody else. */
  openAudit(this: void, command: Command): Promise<Message | undefined>
  /** Opens the settings at a section, for the person who asked for them. */
  openSettings: SettingsFeature['open']
  /** Adds what the slices show on Home, let people set and are recorded with; called once, before the first task or event. */
  register(this: void, slices: Slice[]): void
}

/** What belongs to the workspace as a whole rather than to jobs or mail: the settings, App Home, the audit, and asking for access. */
export function createWorkspace(services: WorkspaceServices): Workspace {
  const home = createHome(services)
  const settings = createSettingsFeature(services)
  const auditLinks: AuditLinks[] = []
  const { describe: describeSetting, findInboxNames } = settings
  const auditServices = { ...services, describeSetting, findInboxNames, auditLinks }
  return {
    ...combineFeatures(
      home,
      settings,
      auditFeature(auditServices),
      askForAccessFeature(services),
      directoryEventsFeature(services),
    ),
    home,
    openAudit: (command) => openAudit(auditServices, command),
    openSettings: settings.open,
    register(slices) {
      home.register(slices)
      settings.register(slices)
      auditLinks.push(...slices.flatMap((slice) => slice.auditLinks ?? []))
    },
  }
}
