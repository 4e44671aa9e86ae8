import { channelMention, dateToken, userMention } from '../../slack/blocks/mrkdwn.ts'

/** Every word that the slice says in English. */
export const workspaceText = {
  settings: {
    title: 'Settings',
    save: 'Save',
    forYou: '*For you*',
    forChannel: (channel: string) => `*For ${channelMention(channel)}*`,
    forAll: '*For the whole workspace*',
    project: 'Project, unless the text or the channel names one',
    channelProject: 'Project of this channel, unless the text names one',
    noProject: 'Ask me each time',
    success: 'When a job of yours is finished',
    failure: 'When a job of yours goes wrong',
    notices: {
      thread: 'Mention me in the thread',
      direct: 'Send me a direct message',
      silent: 'Only show it on the card',
    },
    followUp: 'What is a follow-up in a job’s thread?',
    rules: { mention: 'A reply that mentions @Bellhop', any: 'Every reply' },
    hold: 'Seconds to undo a job before it starts',
    holdWrong: 'Please give a whole number from 0 to 600.',
    emoji: 'Emoji that starts a job from a message',
    emojiHint: 'Its name without colons, for example: memo. Empty: none.',
    emojiWrong: 'Please give the name of one emoji, for example: memo',
    admins: 'Admins set these.',
    channelNow: (rule: string, seconds: number, project: string | undefined) =>
      [
        `Follow-up: ${rule.charAt(0).toLowerCase()}${rule.slice(1)}`,
        seconds > 0 ? `undo for ${seconds} s` : 'no undo: jobs start at once',
        project && `project ${project}`,
      ]
        .filter(Boolean)
        .join(' · '),
    lastChanged: (by: string, at: number) =>
      `Last changed by ${userMention(by)}, ${dateToken(at, '{date_short_pretty} {time}')}`,
    notAdmin:
      'Only workspace admins and the admins of Bellhop change what holds for others. Your own settings were saved.',
  },
  died: {
    person: (reference: string, channel: string | undefined) =>
      `Bellhop failed at something that you asked for${channel ? ` in ${channelMention(channel)}` : ''}, and does not try it again by itself. ` +
      `Look whether it was done before you ask again. Your admins find it under the reference ${reference}.`,
    admin: (kind: string, reference: string) =>
      `Bellhop gave up a task of the kind \`${kind}\`, reference ${reference}. It is kept: \`npm run dead -- show ${reference}\` says why, ` +
      `\`npm run dead -- retry ${reference}\` does it again. Further ones of this kind within the hour are only counted.`,
  },
  home: {
    settings: 'Settings',
    empty: 'Nothing here yet.',
    cut: 'There is more than fits here.',
  },
} as const
