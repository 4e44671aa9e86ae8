import type { Subject } from './subject.ts'

/** Frozen: actions that can be allowed or refused, named in the settings and the audit. */
export const accessActions = [
  'jobs.start',
  'jobs.steer',
  'mail.read',
  'mail.reply',
  'mail.release',
  'mail.approve',
  'mail.administer',
  'workspace.administer',
] as const
export type AccessAction = (typeof accessActions)[number]

/** The default for an action, and the scope below the workspace that it can be set for. */
export interface ActionRule {
  fallback: readonly Subject[]
  narrowedBy?: 'project' | 'inbox'
}

/** The defaults; a settings form, the audit and the documentation also read this table. */
export const actionRules: Record<AccessAction, ActionRule> = {
  'jobs.start': { fallback: ['members'], narrowedBy: 'project' },
  'jobs.steer': { fallback: ['members'], narrowedBy: 'project' },
  'mail.read': { fallback: ['members'], narrowedBy: 'inbox' },
  'mail.reply': { fallback: ['members'], narrowedBy: 'inbox' },
  'mail.release': { fallback: ['admins'], narrowedBy: 'inbox' },
  'mail.approve': { fallback: ['admins'], narrowedBy: 'inbox' },
  'mail.administer': { fallback: ['admins'], narrowedBy: 'inbox' },
  'workspace.administer': { fallback: ['admins'] },
}

/** Frozen: the verb of opening an object that everybody in its channel may open, so it has sentences of its own. */
export const OPENING_VERB = 'open'

/** Frozen: the verbs of working on an email without answering it, for which permission to reply is needed. */
export const WORKING_VERBS: readonly string[] = [
  'claim',
  'release',
  'hand_over',
  'done',
  'reopen',
  'snooze',
  'wake',
  'mute',
  'unmute',
]

/** The action that a person needs to allow others this one, for an inbox or for all of them. */
export const actionToAllow = (action: AccessAction, inbox: string | undefined): AccessAction =>
  actionRules[action].narrowedBy === 'inbox' && inbox !== undefined ? 'mail.administer' : 'workspace.administer'
