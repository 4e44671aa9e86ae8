import type { Subject } from './subject.ts'

/** What can be allowed or refused, in the words of the settings and the audit; frozen. */
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

/** Who may do an action while nobody has set it, and what it can be set for beside the whole workspace. */
export interface ActionRule {
  fallback: readonly Subject[]
  narrowedBy?: 'project' | 'inbox'
}

/** The defaults; a settings form, the audit and the documentation read this table too. */
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
