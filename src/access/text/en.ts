import type { AccessAction } from '../actions.ts'
import type { SubjectKind } from '../subject.ts'
import { createFormats } from '../../core/formats.ts'
import { channelMention, mrkdwnLink, userMention } from '../../slack/blocks/mrkdwn.ts'
import { slackText } from '../../slack/text/en.ts'

const { list } = createFormats('en')

/** `setting`: the label of the menu; `about`: what it covers, where the label does not say it; `may`: what somebody cannot do; `name`: in the audit. */
interface ActionText {
  setting: string
  about?: string
  may: string
  name: string
}

const actions: Record<AccessAction, ActionText> = {
  'jobs.start': { setting: 'Who may start jobs', may: 'start jobs', name: 'Start a job' },
  'jobs.steer': {
    setting: 'Who may manage jobs',
    about: 'To follow up on jobs, stop them, try them again or hand them over.',
    may: 'manage jobs',
    name: 'Manage a job',
  },
  'mail.read': {
    setting: 'Who may read quarantined mail',
    may: 'read quarantined mail',
    name: 'Read quarantined mail',
  },
  'mail.reply': { setting: 'Who may reply to mail', may: 'reply to mail', name: 'Reply to mail' },
  'mail.release': {
    setting: 'Who may release quarantined mail',
    about: 'Or delete it, and block senders.',
    may: 'release quarantined mail or block senders',
    name: 'Release or delete quarantined mail',
  },
  'mail.approve': { setting: 'Who must approve what leaves', may: 'approve mail', name: 'Approve mail' },
  'mail.administer': {
    setting: 'Who may set up inboxes',
    about: 'To choose channels for mail, the seconds to cancel a reply, and the people above.',
    may: 'set up inboxes',
    name: 'Set up an inbox',
  },
  'workspace.administer': {
    setting: 'Who may change settings for everyone',
    about: 'To change the settings of channels, projects and the workspace, and to see the audit.',
    may: 'change settings for everyone',
    name: 'Change settings for everyone',
  },
}

const subjects: Record<SubjectKind, string> = {
  members: 'All full members',
  admins: 'Workspace admins and owners',
  guests: 'Guests',
  external: 'People from other organizations',
  apps: 'Other apps',
}

/** The audit is seen by those who may change settings for everyone, but that is not what its reader wanted. */
const nameRefused = (action: AccessAction, objectKind: string): string =>
  objectKind === 'audit' ? 'see the audit' : actions[action].may

/** The English texts about who may do what, the same in every slice. */
export const accessText = {
  membersOnly: 'Only full members of this workspace can use Bellhop. Ask a colleague to do it for you.',
  slackTooSlow: 'Slack took too long to answer Bellhop, so nothing was done. Try again.',
  slackFailed: 'Slack didn’t answer Bellhop properly, so this may not have worked. Try again in a moment.',
  answerTitle: 'Bellhop',
  close: 'Close',
  actions,
  subjects,
  subjectMenu: {
    kinds: 'Kinds of people',
    people: 'People',
    groups: 'Groups',
    channels: 'Channels',
    loading: 'Still loading',
    loadingHint: 'More names are loading. Type again in a moment.',
    noGroupsHint: 'To find groups, reinstall the app with usergroups:read.',
  },
  asForAll: { inbox: 'Same as for all inboxes', project: 'Same as for all projects' },
  byDefault: (about: string | undefined, kinds: string[]) =>
    `${about === undefined ? '' : `${about} `}Leave empty for the default: ${list(kinds.map((kind) => `“${kind}”`))}.`,
  chooseSubjects: 'Choose people, user groups or channels from the menu.',
  /** `objectKind`: that of the audit's record. `whom`: names that may be shown as they are; empty if nobody can be named. */
  refused: (action: AccessAction, objectKind: string, whom: string[]) =>
    `You can’t ${nameRefused(action, objectKind)}${action === 'workspace.administer' ? '' : ' here'}: the settings don’t allow it. ${whom.length === 0 ? 'An admin of this workspace can change that.' : `Ask ${list(whom, 'or')}.`}`,
  membersOf: (channel: string) => `the members of ${channel}`,
  unnamed: slackText.unnamed,
  unnamedGroup: 'a user group',
  privateChannel: 'A private channel',
  ask: 'Ask them',
  asked: (whom: string[]) => `Bellhop has asked ${list(whom)}.`,
  askedAlready: (whom: string[]) => `You’ve already asked ${list(whom)}.`,
  askedTooOften: (whom: string[]) =>
    `Bellhop can’t ask anybody else for you until tomorrow. Write to ${list(whom, 'or')} yourself.`,
  nobodyToAsk: 'Bellhop doesn’t know whom to ask. Ask an admin of this workspace.',
  mayNow: 'You’re allowed to do this now. Try it again.',
  askExpired: 'This button is too old. Try what you wanted to do again, then press *Ask them*.',
  /** `where`: a link, or else what Slack links by itself: a channel or the person. */
  request: (
    who: string,
    action: AccessAction,
    objectKind: string,
    where: { link: string } | { channel: string } | { user: string },
  ) => {
    const asks = `${who} would like to ${nameRefused(action, objectKind)}, but the settings don’t allow it. Can you help`
    if ('channel' in where) return `${asks} in ${channelMention(where.channel)}?`
    return 'link' in where
      ? `${asks}? ${mrkdwnLink(where.link, 'See what it’s about')}`
      : `${asks}? Write to ${userMention(where.user)}.`
  },
} as const
