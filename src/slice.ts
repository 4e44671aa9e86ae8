import type { AnswerableClick } from './access/answer-click.ts'
import type { Act } from './access/authorize.ts'
import type { Route } from './http/http-server.ts'
import type { TaskHandler } from './queue/task-kinds.ts'
import type { Language } from './core/language.ts'
import type { Message, MessageBlock } from './slack/blocks/slack-message.ts'
import type { Action, Command, Listeners } from './slack/inbound/listeners.ts'
import type { Setting, SettingTargets } from './settings/setting.ts'
import type { CardKind } from './slack/outbox/cards.ts'

/** A titled part of App Home; a section without blocks is not shown. */
export interface HomeSection {
  /** Something the person has to decide or answer; shown before everything else. */
  needsPerson?: true
  /** Information only; shown below everything else. */
  isOverview?: true
  title(this: void, language: Language): string
  blocks(this: void, team: string, user: string): Promise<MessageBlock[]>
}

/** A button in the first row of App Home. */
export interface HomeButton {
  actionId: string
  text(this: void, language: Language): string
  style?: 'primary'
  /** Its place in the row: the lowest comes first. */
  rank: number
  /** Whether people of this workspace see it; by default, all do. */
  isShown?(this: void, team: string): Promise<boolean>
}

/** Where somebody asked for the settings: a command, a button, or an entry of a menu on a message. */
export type SettingsRequest = Pick<Action, 'team' | 'user' | 'triggerId' | 'message' | 'view'> &
  Partial<Pick<Command, 'channel'>>

/** The sections of the settings, in their order; frozen. */
export const settingSections = ['mine', 'channel', 'inboxes', 'workspace'] as const
export type SettingSection = (typeof settingSections)[number]

/** Opens the settings at a section; at the person's own if they may not see that one. */
export type OpenSettings = (at: SettingsRequest, section?: SettingSection) => Promise<void>

/** The workspace slice for the others: its pages, and App Home. */
export interface WorkspacePages {
  /** Opens the settings at a section, for the person who asked for them. */
  openSettings: OpenSettings
  /** Opens the audit for an admin; returns the refusal for anybody else. */
  openAudit(this: void, command: Command): Promise<Message | undefined>
  /** Refreshes Home for these people, because something that they see there has changed. */
  refreshHome(this: void, team: string, users: readonly string[]): Promise<void>
  /** Shows one person the answer to what they did on Home, at its top. */
  showOnHome(this: void, team: string, user: string, message: Message): Promise<void>
}

/** Describes objects of one kind for the audit, whose records contain only their ids. */
export interface AuditLinks {
  kind: string
  /** Finds where the object is now, for a record that was written before it had an address. */
  findLink?(this: void, team: string, id: string): Promise<string | undefined>
  /** Returns the object's name for a person who may read it: a subject, or a job's title. */
  findName?(this: void, team: string, id: string, user: string): Promise<string | undefined>
}

/** A mail that somebody starts a job from: the job's quotation, and the fields that it remembers. */
export interface JobSource {
  thread: string
  /** The key of the mail. */
  mail: string
  /** The conversation that shows it, its message and its thread there, and the cards that link to the job. */
  channel?: string
  ts?: string
  threadTs?: string
  cards: { kind: string; id: string }[]
  from: string
  at: number
  subject: string
  text: string
  files: string[]
}

/** A job that was started from a mail, as a card of the mail links to it. */
export interface StartedJob {
  title: string
  url: string
}

/** The state of the jobs started from a mail. */
export interface JobActivity {
  /** Whether one of them has not ended, or needs a decision. */
  isLive: boolean
  /** When one of them was last asked for, started or ended, in epoch milliseconds. */
  lastAt: number
}

/** The outcome of a mail that sends the pull request of a job. */
export interface PullRequestReplyOutcome {
  reply: string
  /** The mail thread that it answers. */
  thread: string
  /** When it was written. */
  at: number
  state: 'underway' | 'sent' | 'delivered' | 'bounced' | 'failed' | 'unknown' | 'withdrawn'
  /** The people it did not reach. */
  lost: string[]
  /** The text that was written, which names the pull request. */
  text: string
}

/** Listened to by mail, although the cards of jobs have its button; its value is the id of the job. Frozen: posted cards carry it. */
export const REPLY_WITH_PULL_REQUEST = 'mail.reply_with_pr'

/** The button of a job without a pull request, which answers the mail that it was started from; its value is the id of the job. Frozen as well. */
export const REPLY_ABOUT_JOB = 'mail.reply_about_job'

/** Functions of the jobs slice for mail; in the other direction, jobs know a mail only from their records (docs/decisions/0025). */
export interface JobsForMail {
  /** Opens the form that starts a job from a mail that the person may read, or explains why they may start none. */
  openForm(this: void, click: AnswerableClick, source: JobSource): Promise<void>
  /** The jobs started from a mail that are visible to everybody in this channel, newest first. */
  findStarted(this: void, mail: string, channel: string): Promise<StartedJob[]>
  /** The state of all jobs started from a mail, also of those that only some people may see; undefined if there are none. */
  findActivity(this: void, mail: string): Promise<JobActivity | undefined>
  /** The pull request of a job that was started from a mail; undefined if this person may not read the job, or if it has none. */
  findPullRequest(
    this: void,
    user: string,
    job: string,
  ): Promise<{ url: string; thread: string; mail: string } | undefined>
  /** The mail that a job was started from; undefined if this person may not read the job, or if it has none. */
  findSourceMail(this: void, user: string, job: string): Promise<{ thread: string; mail: string } | undefined>
  /** Shows on the job's card what became of the reply with its pull request. */
  showReplyOutcome(this: void, job: string, outcome: PullRequestReplyOutcome): Promise<void>
}

/** The parts of one feature: its Slack listeners, task handlers, kinds of cards, parts of App Home, settings, links of the audit and HTTP routes. */
export interface Feature {
  listen?(slack: Listeners): void
  /** The act of a click, to refuse a person who may not use the app; undefined for the clicks of other features. */
  findClickAct?(this: void, action: Action): Promise<Act | undefined>
  tasks?: TaskHandler[]
  cards?: CardKind[]
  homeSections?: HomeSection[]
  homeButtons?: HomeButton[]
  /** The settings that people of a workspace can change, and their targets. */
  settings?(this: void, team: string): Promise<Setting[]>
  settingTargets?(this: void, team: string): Promise<SettingTargets[]>
  auditLinks?: AuditLinks[]
  routes?: Route[]
}

/** The features of one slice as the app sees them; `app.ts` puts the slices together. */
export interface Slice extends Feature {
  /** Runs once the app is open. The slice itself retries what fails here. */
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
    async findClickAct(action) {
      for (const { findClickAct } of features) {
        const act = await findClickAct?.(action)
        if (act) return act
      }
      return undefined
    },
    tasks: features.flatMap((feature) => feature.tasks ?? []),
    cards: features.flatMap((feature) => feature.cards ?? []),
    homeSections: features.flatMap((feature) => feature.homeSections ?? []),
    homeButtons: features.flatMap((feature) => feature.homeButtons ?? []),
    settings: async (team) =>
      (await Promise.all(features.map(async (feature) => feature.settings?.(team) ?? []))).flat(),
    settingTargets: async (team) =>
      (await Promise.all(features.map(async (feature) => feature.settingTargets?.(team) ?? []))).flat(),
    auditLinks: features.flatMap((feature) => feature.auditLinks ?? []),
    routes: features.flatMap((feature) => feature.routes ?? []),
  }
}
