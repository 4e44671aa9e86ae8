import type { Route } from './http/http-server.ts'
import type { TaskHandler } from './queue/task-kinds.ts'
import type { Language } from './core/language.ts'
import type { MessageBlock } from './slack/blocks/slack-message.ts'
import type { Action, Command, Listeners } from './slack/inbound/listeners.ts'
import type { Setting, SettingTargets } from './settings/setting.ts'
import type { CardKind } from './slack/outbox/cards.ts'

/** One titled part of App Home; a section without blocks is not shown. */
export interface HomeSection {
  /** What the person has to decide or answer; shown before everything else. */
  needsPerson?: true
  title(this: void, language: Language): string
  blocks(this: void, team: string, user: string): Promise<MessageBlock[]>
}

/** A button in the first row of App Home. */
export interface HomeButton {
  actionId: string
  text(this: void, language: Language): string
  style?: 'primary'
}

/** Where somebody asked for the settings: a command, a button, or an entry of a menu on a message. */
export type SettingsRequest = Pick<Action, 'team' | 'user' | 'triggerId' | 'message' | 'view'> &
  Partial<Pick<Command, 'channel'>>

/** The sections of the settings, in their order; frozen. */
export const settingSections = ['mine', 'channel', 'inboxes', 'workspace'] as const
export type SettingSection = (typeof settingSections)[number]

/** Opens the settings at a section; at the person's own if they may not see that one. */
export type OpenSettings = (at: SettingsRequest, section?: SettingSection) => Promise<void>

/** Finds where an object of this kind is now, for records of the audit that were written before it had an address. */
export interface AuditLinks {
  kind: string
  findLink(this: void, team: string, id: string): Promise<string | undefined>
}

/** What one feature contributes: its Slack listeners, task handlers, kinds of cards, parts of App Home, settings, links of the audit and HTTP routes. */
export interface Feature {
  listen?(slack: Listeners): void
  tasks?: TaskHandler[]
  cards?: CardKind[]
  homeSections?: HomeSection[]
  homeButtons?: HomeButton[]
  settings?: Setting[]
  settingTargets?: SettingTargets[]
  auditLinks?: AuditLinks[]
  routes?: Route[]
}

/** The features of one slice as the app sees them; `app.ts` puts the slices together. */
export interface Slice extends Feature {
  /** Runs once the app is open. What fails here is retried by the slice itself. */
  start?(): Promise<void>
  /** Why the app is not ready yet, in words; undefined when nothing is missing. */
  notReadyReason?(): Promise<string | undefined>
}

/** All features as one, in the order given. */
export function combineFeatures(...features: Feature[]): Required<Feature> {
  return {
    listen(slack) {
      for (const feature of features) feature.listen?.(slack)
    },
    tasks: features.flatMap((feature) => feature.tasks ?? []),
    cards: features.flatMap((feature) => feature.cards ?? []),
    homeSections: features.flatMap((feature) => feature.homeSections ?? []),
    homeButtons: features.flatMap((feature) => feature.homeButtons ?? []),
    settings: features.flatMap((feature) => feature.settings ?? []),
    settingTargets: features.flatMap((feature) => feature.settingTargets ?? []),
    auditLinks: features.flatMap((feature) => feature.auditLinks ?? []),
    routes: features.flatMap((feature) => feature.routes ?? []),
  }
}
