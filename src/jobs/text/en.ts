import { jobFormText } from './en-forms.ts'
import { endText } from './en-ends.ts'
import { docsListText, listText } from './en-lists.ts'
import { jobMailText } from './en-mail.ts'
import { jobNoticeText, replyHintText } from './en-notices.ts'
import { jobSettingsText } from './en-settings.ts'
import { startQuestionText } from './en-questions.ts'
import { channelMention, dateToken, escapeMrkdwn, mrkdwnLink, userMention } from '../../slack/blocks/mrkdwn.ts'
import { slackText } from '../../slack/text/en.ts'
import { createFormats } from '../../core/formats.ts'
import { formatBold } from './sentence-parts.ts'

const { count, duration, list, number, ordinal } = createFormats('en')

/**
 * The English texts of the slice. Callers escape text from outside, except for a parameter named `title`. People are ids where they are mentioned,
 * and names (`readQuietName`) where a post must not notify them.
 */
export const englishJobText = {
  // The card, by state
  picking: 'Which project is this for?',
  otherProject: 'Another project',
  asking: (isOfThread: boolean, other: string | undefined) =>
    `${isOfThread ? 'A job from this thread' : 'A similar job'} is still running. Start this one too?${other === undefined ? '' : ` ${mrkdwnLink(other, 'See the other one')}`}`,
  starting: (seconds: number) => `Starting in ${count(seconds, { one: 'second', other: 'seconds' })}`,
  paused: (by: string | undefined) =>
    `${by === undefined ? 'On hold' : `On hold while ${by} edits it`}. Nothing has been sent`,
  waiting: (place: number, roomAt: number | undefined) =>
    `${ordinal(place, { one: 'st', two: 'nd', few: 'rd', other: 'th' })} in line${roomAt ? ` · starts around ${dateToken(roomAt)}` : ''}`,
  full: (project: string, limit: number) =>
    `The agent takes ${count(limit, { one: 'new job', other: 'new jobs' })} an hour for ${escapeMrkdwn(project)}, and this hour’s are used up. This job is saved and starts on its own.`,
  fullForm: 'If you start a job now, it’s saved and starts on its own when its turn comes.',
  creating: 'Sending it to the agent',
  working: (since: number) => `Working since ${dateToken(since)}`,
  silent: (at: number) => `The agent isn’t answering. Bellhop keeps trying (last checked ${dateToken(at)})`,
  noAccess: (project: string) =>
    `The agent rejected Bellhop’s key for ${escapeMrkdwn(project)}. An admin needs to reconnect it. Bellhop keeps trying`,
  stopAsked: 'Asked to stop. The agent may carry on anyway',
  ready: 'Pull request ready',
  took: (ms: number) => duration(ms),
  nothing: 'Finished. Nothing needed changing',
  failed: (reference: string) => `The agent stopped with an error. No pull request was made. Reference ${reference}`,
  failedWithPr: (reference: string) =>
    `The agent stopped with an error after it made a pull request. Reference ${reference}`,
  archived: 'Archived: it can’t take follow-ups any more',
  continued: (url: string | undefined) =>
    url === undefined ? 'Continued in a new job' : `Continued in ${mrkdwnLink(url, 'a new job')}`,
  gone: 'The agent no longer knows this job. Its text is saved',
  unknown: (isAnswered: boolean, dashboard: string | undefined) =>
    `${isAnswered ? 'The agent answered with an error. The job may be running all the same' : 'Sent, but no answer came back. It may be running'}${dashboard === undefined ? '' : `. ${mrkdwnLink(dashboard, 'Look for it in the agent’s dashboard')}`}`,
  refused: {
    validation_error: (reference: string) =>
      `The agent can’t work with this text. Nothing was started. Reference ${reference}`,
    access: (project: string, reference: string) =>
      `The agent rejected Bellhop’s key for ${escapeMrkdwn(project)}. Nothing was started. An admin needs to reconnect it. Reference ${reference}`,
    not_found: (project: string, reference: string) =>
      `The agent doesn’t know the project ${escapeMrkdwn(project)}. Nothing was started. An admin needs to correct it. Reference ${reference}`,
    unreachable: (reference: string) =>
      `Bellhop couldn’t reach the agent for an hour. Nothing was started. Reference ${reference}`,
    no_project: (project: string, reference: string) =>
      `The project ${escapeMrkdwn(project)} is no longer connected. Nothing was started. Reference ${reference}`,
    not_allowed: (reference: string) =>
      `Whoever started this isn’t allowed to any more. Nothing was started. Somebody else can try again. Reference ${reference}`,
    other: (reference: string) => `The agent refused this job. Nothing was started. Reference ${reference}`,
  },
  dropped: 'Not started',
  undone: (by: string) => `Undone by ${by}. Nothing was sent.`,
  droppedInstead: (other: string | undefined) =>
    `Not started: sent to the other job as a follow-up instead${other === undefined ? '' : `. ${mrkdwnLink(other, 'See the other job')}`}`,
  droppedUnknown: 'Dropped. If the agent did start, it will finish on its own',
  laterState: 'A newer version of Bellhop is handling this job',
  unwatched: 'No longer watched. The agent may still be working',
  followUps: (n: number) => count(n, { one: 'follow-up', other: 'follow-ups' }),
  askedBy: (name: string) => `asked by ${name}`,
  nowWith: (name: string) => `now with ${name}`,
  used: (messages: number, from: 'thread' | 'channel' | 'list') =>
    `used ${count(messages, { one: 'message', other: 'messages' })} from ${from === 'list' ? 'a docs list' : `this ${from}`}`,
  leftOut: (parts: string[]) => `left out: ${list(parts, 'comma')}`,
  older: (n: number) => count(n, { one: 'older message', other: 'older messages' }),
  newer: (n: number) => `about ${count(n, { one: 'newer message', other: 'newer messages' })}`,
  unread: 'the conversation, which Bellhop can’t read',
  hidden: (n: number) => `${count(n, { one: 'message', other: 'messages' })} from a conversation you can’t see`,
  files: (n: number) => count(n, { one: 'file', other: 'files' }),
  images: (n: number) => count(n, { one: 'image', other: 'images' }),
  footerMention: 'Reply in this thread and mention @Bellhop to follow up.',
  footerMirror: (url: string | undefined) =>
    `This is a copy. Follow up with the button, or in ${url === undefined ? 'the original thread' : mrkdwnLink(url, 'the original thread')}.`,
  footerClosedMirror: (url: string | undefined) =>
    `This is a copy. The job belongs to ${url === undefined ? 'another conversation' : mrkdwnLink(url, 'another conversation')}.`,
  footerAny: 'Reply in this thread to follow up.',

  // Buttons
  buttons: {
    undo: 'Undo',
    cancel: 'Cancel',
    pullRequest: 'View pull request',
    replyMail: 'Reply with the pull request',
    followUp: 'Follow up',
    prompt: 'View prompt',
    retry: 'Try again',
    edit: 'Edit and try again',
    found: 'I found it',
    anyway: 'Start anyway',
    drop: 'Drop',
    continue: 'Continue in a new job',
    watch: 'Watch again',
    check: 'Check now',
    postHere: 'Post here',
    stop: 'Ask it to stop',
    unwatch: 'Stop watching',
    mirror: 'Mirror to a channel',
    handOver: 'Hand over',
    settings: 'Settings',
    tellMe: 'Tell me when it ends',
    unsubscribe: 'Never mind',
    instead: 'Follow up instead',
    tellAdmins: 'Tell the admins',
    start: 'Start a job',
    sendAgain: 'Send again',
    startDirect: 'Start it in my messages',
    startIn: 'Choose a channel',
    showDirect: 'Show it here',
    trim: 'Trim',
    project: 'Change project',
    elsewhere: 'Start in another project',
    startNow: 'Start now',
    older: 'Older',
    newest: 'Newest',
  },
  confirmAnyway: {
    title: 'Start it again?',
    text: 'If the first request did get through, you’ll have two jobs with the same text, and maybe two pull requests.',
    yes: 'Start anyway',
    no: 'Not yet',
  },
  confirmSendAgain: {
    title: 'Send it again?',
    text: 'If the first request did get through, the agent gets this text twice.',
    yes: 'Send again',
    no: 'Not yet',
  },
  confirmDrop: {
    title: 'Drop this job?',
    text: 'Bellhop stops keeping track of it. If the agent did start, it will finish on its own, and nobody gets a message.',
    yes: 'Drop it',
    no: 'Keep it',
  },

  // The thread
  done: endText,
  taskFailed: (reference: string) =>
    `something went wrong in Bellhop, so it has stopped working on this job. An admin can resume it: reference ${reference}.`,
  sentWorking: 'Sent. The agent is still working and reads this next.',
  sentIdle: 'Sent. The agent is back at work.',
  sentTo: (title: string) => `For: ${escapeMrkdwn(title)}`,
  followUpWaits: (limit: number, roomAt: number) =>
    `The agent takes ${count(limit, { one: 'follow-up', other: 'follow-ups' })} an hour, and this hour’s are used up. Yours is saved and goes out around ${dateToken(roomAt)}.`,
  followUpUnknown: (isAnswered: boolean) =>
    `${isAnswered ? 'The agent answered with an error.' : 'Sent, but no answer came back.'} The agent may or may not have this follow-up.`,
  followUpGone: 'the agent no longer knows this job. Your text is saved.',
  followUpArchived: 'this job is archived and can’t take follow-ups any more. Your text is saved.',
  followUpRefused: (reference: string) => `the agent didn’t accept this follow-up. Reference ${reference}`,
  followUpAccess: (project: string, reference: string) =>
    `the agent rejected Bellhop’s key for ${escapeMrkdwn(project)}. An admin needs to reconnect it. Your text is saved. Reference ${reference}`,
  followUpUnreachable: (reference: string) =>
    `Bellhop couldn’t reach the agent for an hour, so this follow-up wasn’t sent. Reference ${reference}`,
  followUpSilent: 'The agent isn’t answering. Your follow-up is saved, and Bellhop keeps trying.',
  followUpNotStarted: 'This job hasn’t started yet. Your follow-up is saved and goes to the agent as soon as it does.',
  followUpOfOthers:
    'Your follow-up wasn’t sent, because not everybody who wrote it was allowed to manage this job at the time. Write it again.',
  followUpNever: 'this job never started, so there’s nothing to follow up. Your text is saved.',
  followUpDropped: 'Dropped.',
  stopSent: (by: string) =>
    `${by} asked the agent to stop. It may carry on anyway, and what it has already done stays.`,
  followUpBy: (by: string) => `Follow-up by ${by}`,
  stopText: 'Please stop working on this now. Make no further changes.',
  handedOver: (by: string, to: string) => `${by} handed this job to ${to}.`,
  handedToYou: (by: string, title: string, hearsOfEnd: boolean) =>
    `${by} handed a job to you: ${formatBold(title)}\n${hearsOfEnd ? 'You’ll get a message here when it ends. `/docs jobs` shows it until then.' : 'You’ll find it in `/docs jobs`.'}`,
  postHere: (channel: string) =>
    `Bellhop isn’t in ${channelMention(channel)}. Invite it with /invite @Bellhop, then press *Post here*.`,
  notInGroup:
    'Bellhop isn’t in the conversation you asked in. The job is still running, and you’ll get its updates here.',
  cannotPostThere: (channel: string) =>
    `Either you or Bellhop isn’t in ${channelMention(channel)}. Nothing was started, and your text is saved:`,
  cannotPostHere:
    'Bellhop isn’t in this conversation, so it can’t post here. Nothing was started, and your text is saved:',
  startedDirect: (app: string) => `OK, you’ll find this job in your messages with ${userMention(app)}.`,
  textGone: 'This text is no longer saved. Type it again.',
  cannotPost: (channel: string) =>
    `Bellhop can no longer post in ${channelMention(channel)}. The job is still running, and you’ll get its updates here.`,

  notConnected: {
    title: 'Docs jobs',
    sentence: 'No docs agent is connected to this workspace, so jobs can’t be started here. Ask an admin of Bellhop.',
  },
  // To one person alone
  noProject: 'No agent project is connected yet. An admin needs to set AGENT_PROJECT_ID and AGENT_API_KEY.',
  noJob: 'Bellhop can’t find this job.',
  membersOfChannelOnly:
    'Only members of this job’s private channel can manage it, and you aren’t in that channel. Ask somebody there to add you.',
  insteadElsewhere:
    'The other job belongs to another conversation, so your text wasn’t sent there. You can follow up on its own card.',
  elsewhere: (requester: string) =>
    `This job belongs to a conversation that you’re not in. Ask ${userMention(requester)}, who asked for it.`,
  requesterOnly: (requester: string) =>
    `Only ${userMention(requester)}, who asked for this job, can move it to their messages.`,
  notMirrored: (channel: string) =>
    `This job wasn’t mirrored to ${channelMention(channel)}: other people would see it there. Mirror it again and confirm that they may.`,
  cannotMirrorThere: (channel: string) =>
    `This job wasn’t mirrored to ${channelMention(channel)}: either you or Bellhop isn’t in that channel. Choose another one.`,
  notHandedOver: (user: string) =>
    `This job wasn’t handed over: ${userMention(user)} would see it for the first time. Hand it over again and confirm that they may.`,
  cannotHandOver: (user: string) =>
    `This job wasn’t handed over: ${userMention(user)} isn’t a full member of this workspace. Choose somebody else.`,
  tooLate: 'Too late to undo: the agent already has it. You can ask it to stop instead.',
  tooLateToChange: 'Too late to change it: the agent already has it.',
  earlierPr: (url: string) => `Pull request of the previous job: ${url}`,
  notNow: 'This job has moved on. The card shows what you can do now.',
  foundUnknown: (id: string) => `The agent doesn’t know a job ${escapeMrkdwn(id)} in this project. Check the id.`,
  foundTaken: 'This job is already on another card.',
  mail: jobMailText,
  notices: jobNoticeText,
  hint: replyHintText,
  question: startQuestionText,
  noSuchJob: (name: string) => `Bellhop doesn’t know a job ${escapeMrkdwn(name)}. \`/docs jobs\` shows yours.`,
  mirrored: (channel: string, title: string) =>
    `${channelMention(channel)} now shows this job too: ${formatBold(title)}`,
  empty: 'Tell Bellhop what to do, for example: `/docs add a page about inboxes`',
  useCommand: (word: string) => `Type \`/docs ${word}\` for that.`,
  help: (isAdmin: boolean) =>
    [
      '*Start a job*: `/docs add a page about inboxes`, or `/docs` on its own for the form.',
      '*For a specific project*: `/docs acme docs: fix the broken links`',
      '*From a conversation*: mention @Bellhop in a thread, or use “Update docs from message” in a message’s menu.',
      '*Your jobs*: `/docs jobs`, `/docs jobs channel`, `/docs jobs active`, `/docs status a1b2c3`',
      '*More*: `/docs quota`, `/docs list`, `/docs settings`',
      ...(isAdmin ? ['*For admins*: `/docs audit` shows who did what'] : []),
    ].join('\n'),
  quota: (project: string, left: number, limit: number, roomAt: number | undefined) =>
    left === 0
      ? `${escapeMrkdwn(project)}: no new jobs left this hour${roomAt ? `. Next one at ${dateToken(roomAt)}` : ''}`
      : `${escapeMrkdwn(project)}: ${number(left)} of ${number(limit)} new jobs left this hour`,
  quotaFollowUps: (left: number, limit: number) => `${number(left)} of ${number(limit)} follow-ups left`,
  form: jobFormText,
  nativeStatus: 'is waiting for the agent',
  tellAdmins: (project: string, by: string, reference: string) =>
    `${by} can’t start jobs for ${escapeMrkdwn(project)}: the agent rejected Bellhop’s key. Check the project and its API key. Reference ${reference}`,
  noAdmins: 'Bellhop’s settings don’t name an admin. Ask a workspace admin, and give them the reference on the card.',
  home: { start: 'Start a docs job', needs: 'Waiting for you', mine: 'Your jobs', quota: 'This hour' },
  someone: 'someone',
  unnamed: slackText.unnamed,
  collectedAlready: 'This message is already on your docs list. Type `/docs list` to see it.',
  collected: (n: number) =>
    `Added to your docs list (${count(n, { one: 'message', other: 'messages' })}). Type \`/docs list\` to start one job from it.`,
  collect: docsListText,
  list: listText,
  settings: jobSettingsText,
  adminsTold: 'Bellhop has told the admins.',
} as const
