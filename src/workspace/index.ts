import { combineFeatures, type Slice } from '../slice.ts'
import type { Message } from '../slack/blocks/slack-message.ts'
import type { Command } from '../slack/inbound/listeners.ts'
import { askForAccessFeature } from './ask-for-access.ts'
import { auditFeature, openAudit } from './audit/audit-feature.ts'
import { directoryEventsFeature } from './directory-events.ts'
import { createHome, type Home } from './app-home.ts'
import { createWorkspaceServices, type WorkspaceOptions } from './services.ts'
import { openSettings, settingsFeature } from './settings-feature.ts'
import type { SettingsStore } from './settings-store.ts'

/** The slice, and what the other slices use of it through app.ts. */
export interface Workspace extends Slice {
  settings: SettingsStore
  home: Home
  /** Opens the audit for an admin; returns the refusal for anybody else. */
  openAudit(this: void, command: Command): Promise<Message | undefined>
  /** Opens the settings for the person who typed the command. */
  openSettings(this: void, command: Command): Promise<void>
}

/** What belongs to the workspace as a whole rather than to jobs or mail: the settings and App Home. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const services = createWorkspaceServices(options)
  const home = createHome(services)
  return {
    ...combineFeatures(
      home,
      settingsFeature(services),
      auditFeature(services),
      askForAccessFeature(services),
      directoryEventsFeature(services),
    ),
    settings: services.settings,
    home,
    openAudit: (command) => openAudit(services, command),
    openSettings: (command) => openSettings(services, command),
  }
}
