import type { AccessAction } from '../actions.ts'
import type { SubjectKind } from '../subject.ts'
import { createFormats } from '../../core/formats.ts'
import { channelMention, mrkdwnLink, userMention } from '../../slack/blocks/mrkdwn.ts'
import { slackText } from '../../slack/text/en.ts'

const { list } = createFormats('en')

/** `setting`: the label of the menu; `may`: what somebody cannot do; `name`: in the audit. */
interface ActionText {
  setting: string
  may: string
  name: string
}

const actions: Record<AccessAction, ActionText> = {
  'jobs.start': { setting: 'Who may start jobs', may: 'start jobs', name: 'Start a job' },
  'jobs.steer': { setting: 'Who may steer jobs', may: 'change jobs', name: 'Change a job' },
  'mail.read': { setting: 'Who may read held mail', may: 'read held mail', name: 'Read held mail' },
  'mail.reply': { setting: 'Who may answer mail', may: 'answer mail', name: 'Answer mail' },
  'mail.release': { setting: 'Who may release held mail', may: 'release or delete held mail', name: 'Release mail' },
  'mail.approve': { setting: 'Who may approve replies', may: 'approve replies', name: 'Approve a reply' },
  'mail.administer': { setting: 'Who may set up inboxes', may: 'set up inboxes', name: 'Set up an inbox' },
  'workspace.administer': {
    setting: 'Who may change settings for everyone',
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
    everyone: 'Everyone',
    people: 'People',
    groups: 'Groups',
    channels: 'Channels',
    loading: 'Not all names yet',
    loadingHint: 'More names are loading. Type again in a moment.',
  },
  asForAll: { inbox: 'As for all inboxes', project: 'As for all projects' },
  byDefault: (kinds: string[]) => `Leave it empty for the default: ${list(kinds)}`,
  chooseSubjects: 'Choose people, user groups or channels from the menu.',
  /** `whom`: names that may be shown as they are; empty if nobody can be named. */
  refused: (may: string, whom: string[]) =>
    whom.length === 0
      ? `You can’t ${may} here. An admin of this workspace can change that.`
      : `You can’t ${may} here. Ask ${list(whom, 'or')}.`,
  membersOf: (channel: string) => `the members of ${channel}`,
  unnamed: slackText.unnamed,
  unnamedGroup: 'a user group',
  privateChannel: 'A private channel',
  ask: 'Ask them',
  asked: (whom: string[]) => `Asked ${list(whom)}. You’ll hear from them.`,
  askedAlready: (whom: string[]) => `You’ve already asked ${list(whom)}.`,
  askedTooOften: (whom: string[]) =>
    `You’ve asked for a lot today, so Bellhop sends no more questions until tomorrow. Write to ${list(whom, 'or')} yourself.`,
  nobodyToAsk: 'Bellhop found nobody to ask. Tell an admin of this workspace.',
  mayNow: 'You can do this now. Try it again.',
  askExpired: 'This question is too old. Try again what you wanted to do, then ask.',
  /** `where`: a link, or else what Slack links by itself: a channel or the person. */
  request: (who: string, may: string, where: { link: string } | { channel: string } | { user: string }) => {
    const asks = `${who} would like to ${may}, but isn’t allowed to, and asks for your help`
    if ('channel' in where) return `${asks} in ${channelMention(where.channel)}.`
    return 'link' in where
      ? `${asks}. ${mrkdwnLink(where.link, 'Take a look')}`
      : `${asks}. Write to ${userMention(where.user)}.`
  },
} as const
