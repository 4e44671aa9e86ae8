import { createFormats } from '../../core/formats.ts'
import { auditText } from './en-audit.ts'
import { channelMention, dateToken, userMention } from '../../slack/blocks/mrkdwn.ts'

const { duration } = createFormats('en')
const YEAR_MS = 365 * 86_400_000

const SERVICES = { slack: 'Slack', agent: 'The agent', mailbox: 'The mailbox', store: 'The storage' }

/** The English texts of the slice. */
export const workspaceText = {
  audit: auditText,
  settings: {
    title: 'Settings',
    save: 'Save',
    cancel: 'Cancel',
    forYou: '*For you*',
    forChannel: (channel: string) => `*For ${channelMention(channel)}*`,
    forAll: '*For the whole workspace*',
    project: 'Project, unless your text or the channel names one',
    channelProject: 'Project for this channel, unless the text names one',
    noProject: 'Ask me each time',
    success: 'When your job finishes',
    failure: 'When your job fails',
    notices: {
      thread: 'Mention me in the thread',
      direct: 'Send me a direct message',
      silent: 'Only show it on the card',
    },
    followUp: 'Which replies go to the agent?',
    rules: { mention: 'Replies that mention @Bellhop', any: 'Every reply' },
    hold: 'Seconds to undo a job before it starts',
    holdWrong: 'Enter a whole number from 0 to 600.',
    emoji: 'Emoji that starts a job from a message',
    emojiHint: 'Its name without colons, for example: memo. Leave empty for none.',
    emojiWrong: 'Enter the name of one emoji, for example: memo',
    admins: 'Only admins can change these.',
    channelNow: (rule: string, seconds: number, project: string | undefined) =>
      [
        `Goes to the agent: ${rule.charAt(0).toLowerCase()}${rule.slice(1)}`,
        seconds > 0 ? `${duration(seconds * 1000)} to undo` : 'no undo: jobs start at once',
        project && `project ${project}`,
      ]
        .filter(Boolean)
        .join(' · '),
    lastChanged: (by: string, at: number) =>
      `Last changed by ${userMention(by)}, ${dateToken(at, '{date_short_pretty} {time}')}`,
    channelHidden:
      'Either you or Bellhop isn’t in this channel. Invite Bellhop with /invite @Bellhop, or open the settings somewhere else.',
    notReader:
      'The channel’s settings weren’t saved, because either you or Bellhop isn’t in the channel any more. Everything else was saved.',
    notAdmin:
      'Your own settings were saved. Only workspace admins and Bellhop’s admins can change settings for others.',
  },
  died: {
    person: (reference: string, channel: string | undefined) =>
      `Something went wrong in Bellhop, so it has stopped working on something you asked for${channel ? ` in ${channelMention(channel)}` : ''}. ` +
      `Check whether it was done before you ask again. Your admins can look it up: reference ${reference}.`,
    admin: (kind: string, reference: string) =>
      `Bellhop gave up on a task of kind \`${kind}\`, reference ${reference}. \`npm run dead -- show ${reference}\` shows why, ` +
      `\`npm run dead -- retry ${reference}\` runs it again. You won’t get another message about this kind within the hour.`,
  },
  longWait: (service: keyof typeof SERVICES, askedMs: number) =>
    `${SERVICES[service]} has told Bellhop to wait ${askedMs < YEAR_MS ? duration(askedMs, 'long') : 'more than a year'} before it asks again. ` +
    'Nothing is lost: Bellhop keeps what it still has to do there, and tries again every 5 minutes. ' +
    'If this keeps happening, check whether the account has reached a limit, whether something else uses it too, or whether a proxy answers instead. ' +
    'You won’t get another message about this until it’s over.',
  home: {
    settings: 'Settings',
    audit: 'Audit',
    empty: 'Nothing here yet.',
    cut: 'There’s more than fits here.',
  },
} as const
