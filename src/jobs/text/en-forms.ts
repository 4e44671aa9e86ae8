import { createFormats } from '../../core/formats.ts'
import { channelMention, escapeMrkdwn, userMention } from '../../slack/blocks/mrkdwn.ts'

const { count } = createFormats('en')

/** What a mirror shows. */
const MIRRORED = 'this job’s title, state and pull request, and who asked for it'

/** The English texts of the slice's forms. */
export const jobFormText = {
  startTitle: 'Start a docs job',
  editTitle: 'Edit and try again',
  continueTitle: 'Continue in a new job',
  beforeTitle: 'Before it starts',
  before:
    'Nothing is sent while this is open. If you close it, your changes are kept, and the job waits until someone starts it from the card.',
  elsewhereTitle: 'Another project',
  elsewhere: (project: string) =>
    `The job for ${escapeMrkdwn(project)} can’t be moved and keeps running. This starts a second one with the same text.`,
  start: 'Start',
  send: 'Send',
  close: 'Close',
  cancel: 'Cancel',
  project: 'Project',
  prompt: 'What should the agent do?',
  promptMore: 'More text',
  promptExample: 'Add a page about inboxes, with an example for each call',
  channel: 'Where to post updates',
  channelHint: 'Leave empty to get updates in your messages with Bellhop.',
  channelThread: 'Updates go to this thread unless you choose another channel.',
  source: 'From',
  sourceLink: 'this message',
  see: 'See the message',
  quotes: 'Messages to include. Untick anything the agent shouldn’t see.',
  quotesMore: 'More messages',
  loading: 'Reading the conversation…',
  followUpTitle: 'Follow up',
  followUp: 'What should the agent do next?',
  followUpHint: 'The agent is working on this job and reads your text next.',
  followUpIdle: 'The agent picks this job back up with your instructions.',
  foundTitle: 'I found it',
  foundSubmit: 'Watch it',
  foundHow:
    'Open the dashboard, find the job with your text and copy its id. Bellhop then shows that job on this card.',
  dashboard: 'Dashboard:',
  foundId: 'Job id',
  foundMissing: 'Paste the job’s id.',
  mirrorTitle: 'Mirror to a channel',
  mirrorSubmit: 'Mirror',
  mirror: 'Show this card in',
  handTitle: 'Hand over',
  handSubmit: 'Hand over',
  hand: 'Who takes over this job?',
  handHint: 'They get the final update instead of the person who asked.',
  handSame: 'This job is already theirs.',
  mirrorHint: `Everyone in that channel, guests included, will see ${MIRRORED}.`,
  mirrorSame: 'That channel already shows this job.',
  mirrorToEveryone: (channel: string) =>
    `${channelMention(channel)} is public. Everyone who opens it will see ${MIRRORED}.`,
  mirrorToMembers: (channel: string) => `The members of ${channelMention(channel)} will see ${MIRRORED}.`,
  mirrorToOutsiders: (channel: string) =>
    `${channelMention(channel)} is shared with another organization. Everyone in it will see ${MIRRORED}.`,
  handToOutsider: (user: string) =>
    `${userMention(user)} isn’t in the conversation that this job belongs to. They will see the whole job, with its text, and can change it.`,
  handOutOfChannel: (user: string, channel: string) =>
    `${userMention(user)} isn’t in ${channelMention(channel)}. They will see the whole job, with its text, and can change it once they are in that channel.`,
  agreeLabel: 'Is that all right?',
  agree: 'Yes, they may see it',
  agreeMissing: 'Tick this if they may see it, or change your choice above.',
  channelClosed:
    'Bellhop can’t post in this channel. Invite it there first, with /invite @Bellhop. If the channel is archived, choose another one.',
  channelHidden: 'You aren’t in this conversation. Choose one that you can see.',
  refused: 'You can’t do this. Bellhop has sent you a message that says why, and whom to ask.',
  handMember: 'Pick a full member of this workspace.',
  promptTitle: 'Prompt and details',
  exactly: 'Exactly what was sent to the agent:',
  exactlyLater: 'Exactly what will be sent to the agent:',
  partly: (hidden: number) =>
    `What goes to the agent, plus ${count(hidden, { one: 'quoted message', other: 'quoted messages' })} from a conversation you can’t see:`,
  promptMissing: 'Tell the agent what to do.',
  repository: 'Repository',
  branch: 'Branch',
  model: 'Model',
  created: 'Created',
  archivedAt: 'Archived',
  pullRequest: 'Pull request',
  job: 'Job',
  followUpSaid: 'Follow-up',
  states: {
    gathering: 'not sent yet',
    waiting: 'waiting',
    sending: 'sending',
    sent: 'sent',
    unknown: 'sent, no answer',
    refused: 'not sent',
    dropped: 'dropped',
  },
} as const
